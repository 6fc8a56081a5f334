package ollama

import (
	"crypto/rand"
	"encoding/json"

	"ptk-lsp/llm"
	"ptk-lsp/llm/sse"
	"ptk-lsp/llm/wire"
)

// line is one line of an answer.
type line struct {
	Message    message         `json:"message"`
	Done       bool            `json:"done"`
	DoneReason string          `json:"done_reason"`
	Input      wire.Count      `json:"prompt_eval_count"`
	Output     wire.Count      `json:"eval_count"`
	Error      json.RawMessage `json:"error"`
}

// decoder reads the lines of one answer.
type decoder struct {
	endpoint *wire.Endpoint
	thinking wire.Thinking
	calls    int
}

// Take satisfies [wire.Decoder].
func (d *decoder) Take(a *wire.Answer, ev sse.Event) (done bool, err error) {
	var l line
	if json.Unmarshal(ev.Data, &l) != nil || len(l.Error) > 0 {
		return false, d.endpoint.Midstream(ev.Data)
	}
	if err := d.emit(a, l.Message); err != nil || !l.Done {
		return false, err
	}
	a.Text = append(a.Text, d.thinking.Rest()...)
	a.Finish = d.finish(l.DoneReason)
	if l.Input > 0 { // otherwise the prompt was not counted
		a.Usage = &llm.Usage{InputTokens: int(l.Input), OutputTokens: int(l.Output)}
	}
	return true, nil
}

// emit adds the text of a line to the answer and sends anything else at once. Calls come whole.
func (d *decoder) emit(a *wire.Answer, m message) error {
	thought, text := d.thinking.Split(m.Content)
	if m.ToolCalls != nil {
		text += d.thinking.Rest()
	}
	if thought = m.Thinking + thought; thought != "" {
		if err := a.Emit(llm.Delta{Reasoning: thought}); err != nil {
			return err
		}
	}
	a.Text = append(a.Text, text...)
	var calls []llm.ToolCall
	for _, c := range m.ToolCalls {
		if c.ID == "" {
			c.ID = "call_" + rand.Text()
		}
		arguments := string(wire.Object(string(c.Function.Arguments)))
		calls = append(calls, llm.ToolCall{Index: d.calls, ID: c.ID, Name: c.Function.Name, Arguments: arguments})
		d.calls++
	}
	if calls == nil {
		return nil
	}
	return a.Emit(llm.Delta{ToolCalls: calls})
}

func (d *decoder) finish(reason string) llm.Finish {
	switch {
	case reason == "length":
		return llm.FinishLength
	case d.calls > 0:
		return llm.FinishTools
	}
	return llm.FinishStop
}
