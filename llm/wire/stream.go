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
	drainTime  = 20 * time.Millisecond // for the end of a body, so that its connection can be used again
)

// Stream is one answer of a server as it comes in. It belongs to one goroutine.
type Stream struct {
	// Plain is true where the server answered with one JSON object, though a stream was asked for; see [Stream.All].
	Plain bool

	endpoint *Endpoint
	body     watched
	events   *sse.Reader
	parent   context.Context // the caller's
	inner    context.Context // the request's
	cancel   context.CancelCauseFunc
	settled  bool
}

// Stream posts a JSON body and gives the answer, to be closed by the caller. An error is an [*llm.Error], or wraps that of
// the context where it ended.
func (e *Endpoint) Stream(ctx context.Context, path string, body []byte) (*Stream, error) {
	s := &Stream{endpoint: e, parent: ctx}
	s.inner, s.cancel = context.WithCancelCause(ctx)
	first := e.patience()
	tooLong := time.AfterFunc(first, func() { s.cancel(silence(first)) })
	resp, err := e.send(s.inner, http.MethodPost, path, body) //nolint:bodyclose // Close closes it
	tooLong.Stop()
	if err != nil {
		s.cancel(context.Canceled)
		return nil, e.failure(ctx, s.inner, err)
	}
	s.body = watched{body: resp.Body, silence: s.alarm(first), wait: first, then: s.alarm(e.Idle), rest: e.Idle}
	kind := mediaType(resp.Header)
	if resp.StatusCode != http.StatusOK || kind == "text/html" {
		defer s.Close()
		return nil, s.refusal(resp)
	}
	if e.Lines {
		s.events = sse.NewLines(&s.body, maxEvent)
		return s, nil
	}
	s.Plain = kind == "application/json"
	s.events = sse.NewReader(&s.body, maxEvent)
	return s, nil
}

// alarm gives a timer, not yet set, that ends the request for a silence of so long.
func (s *Stream) alarm(d time.Duration) *time.Timer {
	t := time.AfterFunc(time.Hour, func() { s.cancel(silence(d)) })
	t.Stop()
	return t
}

func (s *Stream) refusal(resp *http.Response) error {
	data, err := io.ReadAll(io.LimitReader(&s.body, maxRefusal))
	if err != nil && len(data) == 0 {
		return s.endpoint.failure(s.parent, s.inner, err)
	}
	return s.endpoint.Refusal(resp.StatusCode, resp.Header, data)
}

// Next gives the next event, valid until the call after. The error is io.EOF where the stream ended between two events,
// io.ErrUnexpectedEOF, along with what came, where it ended within one, else an [*llm.Error] or the context's own.
func (s *Stream) Next() (sse.Event, error) {
	ev, err := s.events.Next()
	if err == nil || err == io.EOF || err == io.ErrUnexpectedEOF {
		return ev, err
	}
	return ev, s.endpoint.failure(s.parent, s.inner, err)
}

// Buffered is true where Next won't wait.
func (s *Stream) Buffered() bool { return s.events.Buffered() }

// All gives the whole body of a plain answer.
func (s *Stream) All() ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(&s.body, maxReply+1))
	if err != nil {
		return nil, s.endpoint.failure(s.parent, s.inner, err)
	}
	if len(data) > maxReply {
		return nil, s.endpoint.endless("the answer is longer than " + Size(maxReply))
	}
	return data, nil
}

// Settle says that the answer is complete but for what may follow it, which is not waited for long.
func (s *Stream) Settle() {
	s.settled = true
	s.body.wait = min(s.body.wait, settleTime)
}

// Close ends the request at once. Where the answer was read to its end, the connection is kept for the next one.
func (s *Stream) Close() {
	if s.settled {
		s.body.wait = drainTime
		_, _ = io.Copy(io.Discard, io.LimitReader(&s.body, maxRefusal))
	}
	s.cancel(context.Canceled)
	s.body.body.Close()
}

// watched is a body whose request is cancelled where it stays silent for too long. The time that the reader takes for
// itself between two reads does not count.
type watched struct {
	body    io.ReadCloser
	silence *time.Timer
	wait    time.Duration
	then    *time.Timer   // in place of silence once something has come; nil from then on
	rest    time.Duration // in place of wait

	quiet, total int // bytes since the answer last grew, and all
}

// flooded is the error of a body that goes on and on; it says how.
type flooded string

// Error says what came.
func (f flooded) Error() string { return string(f) }

// heard takes note that the answer has grown.
func (w *watched) heard() { w.quiet = 0 }

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
		return 0, flooded("the server sent " + Size(maxQuiet) + " without saying anything")
	case w.total > maxTotal:
		return 0, flooded("the answer was ended after " + Size(maxTotal) + " on the way to it")
	}
	return n, err
}
