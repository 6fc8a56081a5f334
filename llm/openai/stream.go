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
// reason; a stream that ends before both is an [llm.Error] with KindBroken. Pieces that arrive together are sent as one.
func (p *Provider) Stream(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	open := func() (*wire.Stream, error) {
		s, err := p.open(ctx, r)
		if err != nil {
			return nil, wire.NameModels(ctx, r.Model, err, p.Models)
		}
		return s, nil
	}
	return p.endpoint.Answer(ctx, open, func() wire.Decoder { return newDecoder(p.endpoint) }, true)
}

// open sends the request, again without a parameter if the server refuses it.
func (p *Provider) open(ctx context.Context, r llm.Request) (*wire.Stream, error) {
	for {
		body, err := encode(r, p.quirks.of(r.Model), p.own)
		if err != nil {
			return nil, fmt.Errorf("%s: writing the request: %w", p.endpoint.Name, err)
		}
		s, err := p.endpoint.Stream(ctx, "/chat/completions", body)
		if err == nil || !p.quirks.learn(r.Model, err) {
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
		return false, a.Emit(llm.Delta{Reasoning: string(thought)})
	}
	c, ok := decode(ev.Data)
	if !ok || string(ev.Name) == "error" || c.failed() {
		return false, d.endpoint.Midstream(ev.Data)
	}
	a.Usage = c.usage(a.Usage)
	return false, d.emit(a, d.delta(a, c), ev.Data)
}

// emit adds the text of a chunk to the answer and sends anything else at once.
func (d *decoder) emit(a *wire.Answer, piece llm.Delta, data []byte) error {
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
		if err := a.Emit(piece); err != nil {
			return err
		}
	}
	if a.Finish != "" {
		return d.end(a)
	}
	return nil
}

// end sends what was held back, and corrects the finish reason that many servers get wrong.
func (d *decoder) end(a *wire.Answer) error {
	a.Text = append(a.Text, d.thinking.Rest()...)
	if len(d.calls.ids) > 0 && (a.Finish == "" || a.Finish == llm.FinishStop) {
		a.Finish = llm.FinishTools
	}
	if held := d.order.rest(); len(held) > 0 {
		return a.Emit(llm.Delta{ToolCalls: held})
	}
	return nil
}

// delta returns the content of a chunk's first choice, and stores its finish reason.
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
