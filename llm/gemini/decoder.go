package gemini

import (
	"crypto/rand"
	"encoding/json"

	"ptk-lsp/llm"
	"ptk-lsp/llm/sse"
	"ptk-lsp/llm/wire"
)

// chunk is one event of a stream.
type chunk struct {
	Candidates []struct {
		Content      content `json:"content"`
		FinishReason string  `json:"finishReason"`
	} `json:"candidates"`
	Usage *struct {
		Prompt   wire.Count `json:"promptTokenCount"`
		Answer   wire.Count `json:"candidatesTokenCount"`
		Thoughts wire.Count `json:"thoughtsTokenCount"`
		Cached   wire.Count `json:"cachedContentTokenCount"`
	} `json:"usageMetadata"`
	Feedback struct {
		BlockReason string `json:"blockReason"`
	} `json:"promptFeedback"`
	Error json.RawMessage `json:"error"`
}

// decoder reads the events of one answer.
type decoder struct {
	endpoint   *wire.Endpoint
	signatures *signatures
	calls      int
}

// Take satisfies [wire.Decoder].
func (d *decoder) Take(a *wire.Answer, ev sse.Event) (done bool, err error) {
	var c chunk
	if json.Unmarshal(ev.Data, &c) != nil || c.Error != nil {
		return false, d.endpoint.Midstream(ev.Data)
	}
	if u := c.Usage; u != nil {
		a.Usage = &llm.Usage{InputTokens: int(u.Prompt), OutputTokens: int(u.Answer + u.Thoughts), CachedTokens: int(u.Cached)}
	}
	if c.Feedback.BlockReason != "" {
		a.Finish = llm.FinishFilter
	}
	if len(c.Candidates) == 0 {
		return false, nil
	}
	candidate := c.Candidates[0]
	for _, p := range candidate.Content.Parts {
		if err := d.part(a, p); err != nil {
			return false, err
		}
	}
	return false, d.finish(a, candidate.FinishReason)
}

func (d *decoder) part(a *wire.Answer, p part) error {
	switch {
	case p.Call != nil:
		return a.Emit(llm.Delta{ToolCalls: []llm.ToolCall{d.call(p)}})
	case p.Thought && p.Text != "":
		return a.Emit(llm.Delta{Reasoning: p.Text})
	}
	a.Text = append(a.Text, p.Text...)
	return nil
}

// call returns a call, which always comes whole, with an id if the server sent none.
func (d *decoder) call(p part) llm.ToolCall {
	id := p.Call.ID
	if id == "" {
		id = "call_" + rand.Text()
	}
	if p.Signature != "" {
		d.signatures.remember(id, p.Signature)
	}
	d.calls++
	return llm.ToolCall{Index: d.calls - 1, ID: id, Name: p.Call.Name, Arguments: string(wire.Object(string(p.Call.Args)))}
}

func (d *decoder) finish(a *wire.Answer, reason string) error {
	switch reason {
	case "":
		return nil
	case "MAX_TOKENS":
		a.Finish = llm.FinishLength
	case "SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE":
		a.Finish = llm.FinishFilter
	case "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL":
		return d.endpoint.Broken("the model wrote a tool call that Gemini could not read ("+reason+")", nil)
	default:
		a.Finish = llm.FinishStop
		if d.calls > 0 {
			a.Finish = llm.FinishTools
		}
	}
	return nil
}
