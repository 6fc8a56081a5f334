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

// mergeUpTo bounds the text that is gathered from what has already arrived, in bytes.
const mergeUpTo = 4 << 10

// Decoder reads the events of one answer in a provider's own format.
type Decoder interface {
	// Take takes in one event and gives what it holds to the answer; done is true for the provider's end mark.
	Take(a *Answer, ev sse.Event) (done bool, err error)
}

// Answer is one answer on its way from the server to the caller. Pieces of text that arrive together are given as one.
type Answer struct {
	// Finish and Usage are given with the last piece.
	Finish llm.Finish
	Usage  *llm.Usage
	// Text is what is not yet given; a decoder appends to it.
	Text []byte
	// FinishSuffices says that an answer with a finish reason is complete, however its stream ends; where it is false,
	// it is so only if the stream then ends in good order.
	FinishSuffices bool

	said, calls int // bytes, and native calls, that were given
	index       int // of the last native call

	endpoint *Endpoint
	stream   *Stream
	yield    func(llm.Delta, error) bool
}

// Answer yields an answer. open sends the request; a new decoder reads what comes. For finishSuffices see [Answer].
func (e *Endpoint) Answer(open func() (*Stream, error), decoder func() Decoder, finishSuffices bool) iter.Seq2[llm.Delta, error] {
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
			err = a.plain(d)
		} else {
			err = a.run(d)
		}
		if err != nil && err != errLeft {
			yield(llm.Delta{}, err)
		}
	}
}

// errLeft says that the caller left the loop.
var errLeft = errors.New("left")

// run reads the stream to its end. The error is errLeft where the caller wants no more.
func (a *Answer) run(d Decoder) error {
	for {
		ev, err := a.stream.Next()
		if err != nil && len(ev.Data) == 0 {
			return a.ended(err)
		}
		if gone := a.stream.parent.Err(); gone != nil { // much may lie in the buffers still
			return a.fail(a.endpoint.failure(a.stream.parent, a.stream.inner, gone))
		}
		if crowded(ev.Data, maxElements) {
			return a.fail(a.endpoint.endless(fmt.Sprintf("a piece of the answer has more than %d values", maxElements)))
		}
		done, failed := d.Take(a, ev)
		switch {
		case failed == errLeft:
			return errLeft
		case done:
			return a.done()
		case failed != nil && (err == nil || told(failed)):
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

// told is true for an error that the server told of, rather than one of reading what it sent.
func told(err error) bool {
	e, ok := errors.AsType[*llm.Error](err)
	return ok && e.Kind != llm.KindBroken
}

// Give gives a piece that is not text alone, after the text before it.
func (a *Answer) Give(d llm.Delta) error {
	if err := a.flush(); err != nil {
		return err
	}
	return a.give(d)
}

// ended tells whether a stream that ended without an end mark was complete.
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

// done gives what is left, and last the finish.
func (a *Answer) done() error {
	a.stream.Settle()
	if err := a.flush(); err != nil {
		return err
	}
	if a.Finish == "" {
		a.Finish = llm.FinishStop
	}
	return a.give(llm.Delta{Usage: a.Usage, Finish: a.Finish})
}

// fail gives the text that came before an error, and then the error back.
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
	return a.give(llm.Delta{Text: text})
}

func (a *Answer) give(d llm.Delta) error {
	size := len(d.Text) + len(d.Reasoning)
	for _, c := range d.ToolCalls {
		size += len(c.ID) + len(c.Name) + len(c.Arguments)
		if a.calls == 0 || c.Index != a.index {
			a.calls, a.index = a.calls+1, c.Index
		}
	}
	a.said += size
	if size > 0 && a.stream != nil {
		a.stream.body.heard()
	}
	if err := a.Full(a.said, a.calls); err != nil {
		return err
	}
	if !a.yield(d, nil) {
		return errLeft
	}
	return nil
}

// plain reads an answer that came whole.
func (a *Answer) plain(d Decoder) error {
	data, err := a.stream.All()
	if err != nil {
		return err
	}
	if crowded(data, maxElements) {
		return a.endpoint.endless(fmt.Sprintf("the answer has more than %d values", maxElements))
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
