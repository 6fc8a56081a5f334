package wire

import (
	"context"
	"io"
	"net/http"
	"time"

	"ptk-lsp/llm/sse"
)

const (
	settleTime = 2 * time.Second       // for what may follow the last piece, such as the usage
	drainTime  = 20 * time.Millisecond // to read the end of a body, so that its connection can be used again
)

// Stream is one streamed response. It belongs to one goroutine.
type Stream struct {
	// Plain reports whether the server answered with one JSON object, though a stream was requested; see [Stream.All].
	Plain bool

	endpoint *Endpoint
	body     watched
	events   *sse.Reader
	cancel   context.CancelCauseFunc // of the request
	cause    func() error            // why the request was cancelled; nil if it was not
	settled  bool
}

// Stream posts a JSON body and returns the response, which the caller closes. An error is an [*llm.Error], or wraps that of
// ctx if it has ended.
func (e *Endpoint) Stream(ctx context.Context, path string, body []byte) (*Stream, error) {
	inner, cancel := context.WithCancelCause(ctx)
	s := &Stream{endpoint: e, cancel: cancel, cause: func() error { return context.Cause(inner) }}
	first := e.patience()
	tooLong := time.AfterFunc(first, func() { cancel(silence(first)) })
	resp, err := e.send(inner, http.MethodPost, path, body) //nolint:bodyclose // Close closes it
	tooLong.Stop()
	if err != nil {
		err = s.failure(ctx, err)
		cancel(context.Canceled)
		return nil, err
	}
	s.body = watched{body: resp.Body, silence: s.alarm(first), wait: first, then: s.alarm(e.Idle), rest: e.Idle}
	kind := mediaType(resp.Header)
	if resp.StatusCode != http.StatusOK || kind == "text/html" {
		defer s.Close()
		return nil, s.refusal(ctx, resp)
	}
	if e.Lines {
		s.events = sse.NewLines(&s.body, maxEvent)
		return s, nil
	}
	s.Plain = kind == "application/json"
	s.events = sse.NewReader(&s.body, maxEvent)
	return s, nil
}

// alarm returns a stopped timer that cancels the request for a silence of d.
func (s *Stream) alarm(d time.Duration) *time.Timer {
	t := time.AfterFunc(time.Hour, func() { s.cancel(silence(d)) })
	t.Stop()
	return t
}

func (s *Stream) failure(ctx context.Context, err error) error {
	return s.endpoint.failure(ctx, s.cause(), err)
}

func (s *Stream) refusal(ctx context.Context, resp *http.Response) error {
	data, err := io.ReadAll(io.LimitReader(&s.body, maxRefusal))
	if err != nil && len(data) == 0 {
		return s.failure(ctx, err)
	}
	return s.endpoint.Refusal(resp.StatusCode, resp.Header, data)
}

// Next returns the next event, which is valid until the following call. The error is io.EOF if the stream ended between two
// events, io.ErrUnexpectedEOF, along with what came, if it ended within one, else an [*llm.Error] or that of ctx.
func (s *Stream) Next(ctx context.Context) (sse.Event, error) {
	ev, err := s.events.Next()
	if err == nil || err == io.EOF || err == io.ErrUnexpectedEOF {
		return ev, err
	}
	return ev, s.failure(ctx, err)
}

// Buffered reports whether Next returns without waiting.
func (s *Stream) Buffered() bool { return s.events.Buffered() }

// All returns the whole body of a plain response.
func (s *Stream) All(ctx context.Context) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(&s.body, maxReply+1))
	if err != nil {
		return nil, s.failure(ctx, err)
	}
	if len(data) > maxReply {
		return nil, s.endpoint.endless("the response is larger than " + Size(maxReply))
	}
	return data, nil
}

// Settle marks the answer as complete: what may still follow is not waited for long.
func (s *Stream) Settle() {
	s.settled = true
	s.body.wait = min(s.body.wait, settleTime)
}

// Close ends the request at once. If the response was read to its end, the connection is reused.
func (s *Stream) Close() {
	if s.settled {
		s.body.wait = drainTime
		_, _ = io.Copy(io.Discard, io.LimitReader(&s.body, maxRefusal))
	}
	s.cancel(context.Canceled)
	s.body.body.Close()
}

// watched is a body whose request is cancelled if it stays silent for too long. Time that the caller spends between two reads
// does not count.
type watched struct {
	body    io.ReadCloser
	silence *time.Timer
	wait    time.Duration
	then    *time.Timer   // replaces silence once something has come; nil from then on
	rest    time.Duration // replaces wait

	quiet, total int // bytes since the answer last grew, and all bytes
}

// grown records that the answer has grown.
func (w *watched) grown() { w.quiet = 0 }

func (w *watched) Read(p []byte) (int, error) {
	w.silence.Reset(w.wait)
	n, err := w.body.Read(p)
	w.silence.Stop()
	if n > 0 && w.then != nil {
		w.silence, w.wait, w.then = w.then, w.rest, nil
	}
	w.quiet += n
	w.total += n
	switch {
	case w.quiet > maxQuiet:
		return 0, flooded("the server sent " + Size(maxQuiet) + " without any content")
	case w.total > maxTotal:
		return 0, flooded("the answer was ended after " + Size(maxTotal) + " of data")
	}
	return n, err
}
