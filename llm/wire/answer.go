package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"ptk-lsp/llm"
	"ptk-lsp/llm/sse"
)

// mergeUpTo bounds the text that is joined from events that have already arrived, in bytes.
const mergeUpTo = 4 << 10

// Decoder reads the events of one answer in a provider's own format.
type Decoder interface {
	// Take adds one event to the answer; done reports whether it was the provider's end mark.
	Take(a *Answer, ev sse.Event) (done bool, err error)
}

// Answer is one answer on its way from the server to the caller. Pieces of text that arrive together are sent as one.
type Answer struct {
	// Finish and Usage are sent with the last piece.
	Finish llm.Finish
	Usage  *llm.Usage
	// Text is what has not been sent yet; a decoder appends to it.
	Text []byte
	// FinishSuffices reports whether an answer with a finish reason is complete however its stream ends. If false, the stream
	// must end in good order as well.
	FinishSuffices bool

	sent, calls int // bytes and native calls
	index       int // of the last native call

	endpoint *Endpoint
	stream   *Stream
	yield    func(llm.Delta, error) bool
}

// Answer yields an answer. open sends the request, decoder returns a new decoder for the response, for finishSuffices see
// [Answer].
func (e *Endpoint) Answer(
	ctx context.Context, open func() (*Stream, error), decoder func() Decoder, finishSuffices bool,
) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		d := decoder()
		s, err := open()
		if err != nil {
			yield(llm.Delta{}, err)
			return
		}
		defer s.Close()
		a := &Answer{endpoint: e, stream: s, yield: yield, FinishSuffices: finishSuffices}
		if s.Plain {
			err = a.plain(ctx, d)
		} else {
			err = a.run(ctx, d)
		}
		if err != nil && err != errLeft {
			yield(llm.Delta{}, err)
		}
	}
}

// errLeft reports that the caller left the loop.
var errLeft = errors.New("left")

// run reads the stream to its end. The error is errLeft if the caller left the loop.
func (a *Answer) run(ctx context.Context, d Decoder) error {
	for {
		ev, err := a.stream.Next(ctx)
		if err != nil && len(ev.Data) == 0 {
			return a.ended(err)
		}
		if gone := ctx.Err(); gone != nil { // much may be left in the buffers
			return a.fail(a.stream.failure(ctx, gone))
		}
		if crowded(ev.Data, maxElements) {
			return a.fail(a.endpoint.endless(fmt.Sprintf("one event of the response has more than %d values", maxElements)))
		}
		done, failed := d.Take(a, ev)
		switch {
		case failed == errLeft:
			return errLeft
		case done:
			return a.done()
		case failed != nil && (err == nil || reported(failed)):
			return a.fail(failed)
		case err != nil: // whatever else the event holds, the stream ended within it
			return a.ended(err)
		}
		if a.Finish != "" && a.FinishSuffices {
			a.stream.Settle()
		}
		if len(a.Text) > mergeUpTo || !a.stream.Buffered() {
			if err := a.flush(); err != nil {
				return err
			}
		}
	}
}

// reported reports whether the server itself sent the error, as opposed to one of reading what it sent.
func reported(err error) bool {
	e, ok := errors.AsType[*llm.Error](err)
	return ok && e.Kind != llm.KindBroken
}

// Emit sends a piece that is not text alone, after the text before it.
func (a *Answer) Emit(d llm.Delta) error {
	if err := a.flush(); err != nil {
		return err
	}
	return a.send(d)
}

// Full returns an error if the answer holds more bytes or native calls than allowed.
func (a *Answer) Full(bytes, calls int) error {
	switch {
	case bytes > MaxAnswer:
		return a.endpoint.endless("the answer was ended after " + Size(MaxAnswer) + ", more than any model sends at once")
	case calls > MaxCalls:
		return a.endpoint.endless(fmt.Sprintf("the answer was ended after %d tool calls", MaxCalls))
	}
	return nil
}

// ended decides whether a stream that ended without an end mark was complete.
func (a *Answer) ended(err error) error {
	gone := errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
	if a.Finish != "" && !gone && (a.FinishSuffices || err == io.EOF) {
		return a.done()
	}
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = a.endpoint.Broken("the stream ended in the middle of the answer", io.ErrUnexpectedEOF)
	}
	return a.fail(err)
}

// done sends what is left, and last the finish.
func (a *Answer) done() error {
	a.stream.Settle()
	if err := a.flush(); err != nil {
		return err
	}
	if a.Finish == "" {
		a.Finish = llm.FinishStop
	}
	return a.send(llm.Delta{Usage: a.Usage, Finish: a.Finish})
}

// fail sends the text that came before an error and returns the error.
func (a *Answer) fail(err error) error {
	if left := a.flush(); left != nil {
		return left
	}
	return err
}

func (a *Answer) flush() error {
	if len(a.Text) == 0 {
		return nil
	}
	text := string(a.Text)
	a.Text = a.Text[:0]
	return a.send(llm.Delta{Text: text})
}

func (a *Answer) send(d llm.Delta) error {
	size := len(d.Text) + len(d.Reasoning)
	for _, c := range d.ToolCalls {
		size += len(c.ID) + len(c.Name) + len(c.Arguments)
		if a.calls == 0 || c.Index != a.index {
			a.calls, a.index = a.calls+1, c.Index
		}
	}
	a.sent += size
	if size > 0 && a.stream != nil {
		a.stream.body.grown()
	}
	if err := a.Full(a.sent, a.calls); err != nil {
		return err
	}
	if !a.yield(d, nil) {
		return errLeft
	}
	return nil
}

// plain reads an answer that came whole.
func (a *Answer) plain(ctx context.Context, d Decoder) error {
	data, err := a.stream.All(ctx)
	if err != nil {
		return err
	}
	if crowded(data, maxElements) {
		return a.endpoint.endless(fmt.Sprintf("the response has more than %d values", maxElements))
	}
	done, err := d.Take(a, sse.Event{Data: data})
	switch {
	case err == errLeft:
		return err
	case err != nil:
		return a.fail(err)
	case done || a.Finish != "":
		return a.done()
	}
	return a.ended(io.ErrUnexpectedEOF)
}
