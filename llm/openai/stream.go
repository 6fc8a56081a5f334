package openai

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"ptk-lsp/llm"
	"ptk-lsp/llm/wire"
)

// mergeUpTo bounds the text that is gathered from what has already arrived, in bytes.
const mergeUpTo = 4 << 10

// Stream asks the model. An answer is complete with the server's [DONE] or, for servers that don't send it, with a finish
// reason; a stream that ends before both is an [llm.Error] with KindBroken. Pieces that arrive together are given as one.
func (p *Provider) Stream(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		s, err := p.open(ctx, r)
		if err != nil {
			yield(llm.Delta{}, p.explain(ctx, r.Model, err))
			return
		}
		defer s.Close()
		a := &answer{stream: s, yield: yield, endpoint: p.endpoint}
		if s.Plain {
			err = a.plain()
		} else {
			err = a.run()
		}
		if err != nil && err != errLeft {
			yield(llm.Delta{}, err)
		}
	}
}

// open sends the request, without the parameters that the server turns out to refuse.
func (p *Provider) open(ctx context.Context, r llm.Request) (*wire.Stream, error) {
	for {
		body, err := p.encode(r, p.quirksOf(r.Model))
		if err != nil {
			return nil, fmt.Errorf("%s: writing the request: %w", p.endpoint.Provider, err)
		}
		s, err := p.endpoint.Stream(ctx, "/chat/completions", body)
		if err == nil || !p.learn(r.Model, err) {
			return s, err
		}
	}
}

// errLeft says that the caller left the loop.
var errLeft = errors.New("left")

// answer is one answer on its way from the stream to the caller.
type answer struct {
	stream   *wire.Stream
	endpoint *wire.Endpoint
	yield    func(llm.Delta, error) bool

	text   []byte // not yet given
	frame  frame
	calls  callIndex
	usage  *llm.Usage
	finish llm.Finish
}

// run reads the stream to its end. The error is errLeft where the caller wants no more.
func (a *answer) run() error {
	for {
		ev, err := a.stream.Next()
		if err == io.ErrUnexpectedEOF && string(ev.Data) == "[DONE]" {
			err = nil
		}
		if err != nil {
			return a.ended(err)
		}
		if string(ev.Data) == "[DONE]" {
			return a.done()
		}
		if err := a.take(ev.Name, ev.Data); err != nil {
			return err
		}
		if len(a.text) > mergeUpTo || !a.stream.Buffered() {
			if err := a.flush(); err != nil {
				return err
			}
		}
	}
}

// take takes in one event.
func (a *answer) take(name, data []byte) error {
	if text, ok := a.frame.text(a.text, data); ok {
		a.text = text
		return nil
	}
	c, ok := decode(data)
	if !ok || string(name) == "error" || c.failed() {
		return a.fail(a.endpoint.Midstream(data))
	}
	a.usage = c.usage(a.usage)
	d := a.delta(c)
	if d.Text != "" && d.Reasoning == "" && d.ToolCalls == nil {
		a.frame.learn(data, d.Text)
		a.text = append(a.text, d.Text...)
		return nil
	}
	if d.Reasoning == "" && d.ToolCalls == nil {
		return nil
	}
	if err := a.flush(); err != nil {
		return err
	}
	return a.give(d)
}

// delta gives what the first choice of a chunk holds, and takes note of its finish reason.
func (a *answer) delta(c chunk) llm.Delta {
	if len(c.Choices) == 0 {
		return llm.Delta{}
	}
	choice := c.Choices[0]
	piece := choice.Delta
	if choice.Message != nil {
		piece = *choice.Message
	}
	d := llm.Delta{Text: piece.text(), Reasoning: piece.reasoning()}
	for _, f := range piece.ToolCalls {
		d.ToolCalls = append(d.ToolCalls, a.calls.place(f))
	}
	if choice.FinishReason != "" {
		a.finish = finishOf(choice.FinishReason)
		a.stream.Settle()
	}
	return d
}

// ended tells whether a stream that ended without [DONE] was complete.
func (a *answer) ended(err error) error {
	if a.finish != "" && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		return a.done()
	}
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = a.endpoint.Broken("the stream ended in the middle of the answer", io.ErrUnexpectedEOF)
	}
	return a.fail(err)
}

// done gives what is left, and last the finish.
func (a *answer) done() error {
	a.stream.Settle()
	if err := a.flush(); err != nil {
		return err
	}
	if a.finish == "" {
		a.finish = llm.FinishStop
	}
	if a.finish == llm.FinishStop && len(a.calls.ids) > 0 {
		a.finish = llm.FinishTools
	}
	return a.give(llm.Delta{Usage: a.usage, Finish: a.finish})
}

// fail gives the text that came before an error, and then the error back.
func (a *answer) fail(err error) error {
	if left := a.flush(); left != nil {
		return left
	}
	return err
}

func (a *answer) flush() error {
	if len(a.text) == 0 {
		return nil
	}
	text := string(a.text)
	a.text = a.text[:0]
	return a.give(llm.Delta{Text: text})
}

func (a *answer) give(d llm.Delta) error {
	if !a.yield(d, nil) {
		return errLeft
	}
	return nil
}

// plain reads an answer that came whole.
func (a *answer) plain() error {
	data, err := a.stream.All()
	if err != nil {
		return err
	}
	if err := a.take(nil, data); err != nil {
		return err
	}
	if a.finish == "" {
		return a.ended(io.ErrUnexpectedEOF)
	}
	return a.done()
}
