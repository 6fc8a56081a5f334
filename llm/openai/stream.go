package openai

import (
	"context"
	"fmt"
	"iter"

	"ptk-lsp/llm"
	"ptk-lsp/llm/sse"
	"ptk-lsp/llm/wire"
)

// Stream asks the model. An answer is complete with the server's [DONE] or, for servers that don't send it, with a finish
// reason; a stream that ends before both is an [llm.Error] with KindBroken. Pieces that arrive together are given as one.
func (p *Provider) Stream(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	open := func() (*wire.Stream, error) {
		s, err := p.open(ctx, r)
		if err != nil {
			return nil, wire.NameModels(ctx, r.Model, err, p.Models)
		}
		return s, nil
	}
	return p.endpoint.Answer(open, func() wire.Decoder { return newDecoder(p.endpoint) }, true)
}

// open sends the request, without the parameters that the server turns out to refuse.
func (p *Provider) open(ctx context.Context, r llm.Request) (*wire.Stream, error) {
	for {
		body, err := p.encode(r, p.quirksOf(r.Model))
		if err != nil {
			return nil, fmt.Errorf("%s: writing the request: %w", p.endpoint.Name, err)
		}
		s, err := p.endpoint.Stream(ctx, "/chat/completions", body)
		if err == nil || !p.learn(r.Model, err) {
			return s, err
		}
	}
}

// decoder reads the chunks of one answer.
type decoder struct {
	endpoint *wire.Endpoint
	text     wire.Frame
	thought  wire.Frame
	thinking wire.Thinking
	calls    callIndex
	order    inOrder
}

func newDecoder(e *wire.Endpoint) *decoder {
	return &decoder{endpoint: e, text: wire.NewFrame("content"), thought: wire.NewFrame("reasoning_content")}
}

// Take satisfies [wire.Decoder].
func (d *decoder) Take(a *wire.Answer, ev sse.Event) (done bool, err error) {
	if string(ev.Data) == "[DONE]" {
		return true, d.end(a)
	}
	if d.thinking.Over() {
		if text, ok := d.text.Text(a.Text, ev.Data); ok {
			a.Text = text
			return false, nil
		}
	}
	if thought, ok := d.thought.Text(nil, ev.Data); ok {
		return false, a.Give(llm.Delta{Reasoning: string(thought)})
	}
	c, ok := decode(ev.Data)
	if !ok || string(ev.Name) == "error" || c.failed() {
		return false, d.endpoint.Midstream(ev.Data)
	}
	a.Usage = c.usage(a.Usage)
	return false, d.give(a, d.delta(a, c), ev.Data)
}

// give gives what a chunk holds: text is gathered, anything else goes on at once.
func (d *decoder) give(a *wire.Answer, piece llm.Delta, data []byte) error {
	if err := a.Full(d.order.size, len(d.calls.ids)); err != nil {
		return err
	}
	whole := piece.Text
	thought, text := d.thinking.Split(whole)
	piece.Reasoning, piece.Text = piece.Reasoning+thought, text
	if piece.ToolCalls != nil {
		piece.Text += d.thinking.Rest()
	}
	switch {
	case piece.Reasoning == "" && piece.ToolCalls == nil:
		if text == whole {
			d.text.Learn(data, text)
		}
		a.Text = append(a.Text, piece.Text...)
	default:
		if whole == "" && piece.ToolCalls == nil {
			d.thought.Learn(data, piece.Reasoning)
		}
		if err := a.Give(piece); err != nil {
			return err
		}
	}
	if a.Finish != "" {
		return d.end(a)
	}
	return nil
}

// end gives what was held back, and the reason that many servers get wrong.
func (d *decoder) end(a *wire.Answer) error {
	a.Text = append(a.Text, d.thinking.Rest()...)
	if len(d.calls.ids) > 0 && (a.Finish == "" || a.Finish == llm.FinishStop) {
		a.Finish = llm.FinishTools
	}
	if held := d.order.rest(); len(held) > 0 {
		return a.Give(llm.Delta{ToolCalls: held})
	}
	return nil
}

// delta gives what the first choice of a chunk holds, and takes note of its finish reason.
func (d *decoder) delta(a *wire.Answer, c chunk) llm.Delta {
	if len(c.Choices) == 0 {
		return llm.Delta{}
	}
	choice := c.Choices[0]
	piece := choice.Delta
	if choice.Message != nil {
		piece = *choice.Message
	}
	out := llm.Delta{Text: piece.text(), Reasoning: piece.reasoning()}
	for _, f := range piece.ToolCalls {
		out.ToolCalls = append(out.ToolCalls, d.order.next(d.calls.place(f))...)
	}
	if choice.FinishReason != "" {
		a.Finish = finishOf(choice.FinishReason)
	}
	return out
}
