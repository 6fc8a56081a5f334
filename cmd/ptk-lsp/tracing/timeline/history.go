package timeline

import (
	"fmt"
	"strings"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/transcript"
)

// FromHistory converts a turn of the history: the one with the id or its first characters, or the last one if id is "". The history
// has no prompts, and no times except the durations of calls.
func FromHistory(info transcript.Info, past []transcript.Turn, id string) (*Turn, error) {
	for i := len(past) - 1; i >= 0; i-- {
		if strings.HasPrefix(past[i].ID, id) {
			return fromPast(info, past[i]), nil
		}
	}
	return nil, fmt.Errorf("%w in the conversation %s: %q", ErrNoTurn, info.ID, id)
}

func fromPast(info transcript.Info, p transcript.Turn) *Turn {
	t := &Turn{ID: p.ID, Conversation: info.ID, Mode: string(p.Mode), Began: p.Started, Error: "cut off"}
	first := &Step{Kind: User}
	first.add("message", p.Message)
	t.Steps = append(t.Steps, first)
	h := past{turn: t, tools: map[string]*Step{}}
	for _, e := range p.Events {
		h.add(e)
	}
	if r := p.Result; r != nil {
		t.Model, t.TookMs, t.Success, t.Error = r.Model, milliseconds(r.Duration), r.Success, ""
		t.InputTokens, t.OutputTokens = r.Usage.InputTokens, r.Usage.OutputTokens
		if r.Error != nil {
			t.Error = r.Error.Error()
		} else if r.Cancelled {
			t.Error = "cancelled"
		}
	}
	return t
}

// past collects the steps of a past turn.
type past struct {
	turn  *Turn
	model *Step // whose response is read
	tools map[string]*Step
}

func (h *past) step(kind, name string) *Step {
	s := &Step{Kind: kind, Name: name}
	h.turn.Steps = append(h.turn.Steps, s)
	return s
}

// answering returns the step of the current model call.
func (h *past) answering() *Step {
	if h.model == nil {
		h.model = h.step(Model, h.turn.Model)
	}
	return h.model
}

func (h *past) add(e chat.Event) {
	switch e := e.(type) {
	case chat.TurnStart:
		h.turn.Model = e.Model
	case chat.Text:
		h.answering().add("answer", e.Text)
	case chat.Reasoning:
		h.answering().add("thinks", e.Text)
	case chat.Iteration:
		h.answering()
		if e.Type == "text" {
			h.model = nil
		}
	case chat.ToolCallStart:
		s := h.step(Tool, e.Tool)
		s.add("why", e.Reasoning)
		s.add("arguments", string(e.Args))
		h.tools[e.ID] = s
	case chat.ToolResult:
		h.result(e)
	case chat.UserMessage:
		h.step(User, "").add("message", e.Text)
	case chat.Warning:
		h.step(Warning, e.Code).add("", e.Message)
	case chat.Retry:
		h.step(Warning, "retry").add("", fmt.Sprintf("Attempt %d in %s: %s", e.Attempt, e.Delay, e.Reason))
	case chat.UsageUpdate:
		h.model = nil // sent at the end of the response
	case chat.ToolOutput, chat.Plan:
		// not shown
	}
}

func (h *past) result(e chat.ToolResult) {
	s := h.tools[e.ID]
	if s == nil {
		s = h.step(Tool, e.Tool)
	}
	s.TookMs = milliseconds(e.Duration)
	if e.Result == nil {
		return
	}
	if e.Result.Cached {
		s.Notes = append(s.Notes, "as before")
	}
	if e.Result.Err != nil {
		s.Error = e.Result.Err.Message
	}
	s.add("result", string(e.Result.JSON()))
}
