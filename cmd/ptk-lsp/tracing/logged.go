package tracing

import (
	"context"
	"log/slog"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
)

// logged tells the log, with the same ids as the spans have and no word of what was said.
type logged struct{ log *slog.Logger }

func (logged) turnBegan(ctx context.Context, _ *Turn) context.Context       { return ctx }
func (logged) modelBegan(ctx context.Context, _ *ModelCall) context.Context { return ctx }
func (logged) toolBegan(ctx context.Context, _ *ToolRun) context.Context    { return ctx }
func (logged) close(context.Context)                                        {}

func (l logged) event(t *Turn, e chat.Event) {
	switch e := e.(type) {
	case chat.Warning:
		l.log.Info("warning", "request_id", t.ID(), "code", e.Code)
	case chat.Retry:
		l.log.Info("retry", "request_id", t.ID(), "attempt", e.Attempt, "delay_ms", e.Delay.Milliseconds())
	}
}

func (l logged) turnEnded(t *Turn, r *chat.Result, err error) {
	if err != nil {
		l.log.Info("turn refused", "error_type", errorType(err))
		return
	}
	l.log.Info("turn", "request_id", t.ID(), "conversation_id", t.Conversation(), "model", r.Model, "success", r.Success, "error_type", turnFailure(r),
		"ms", t.Took.Milliseconds(), "iterations", r.Iterations, "tool_calls", len(r.ToolCalls), "input_tokens", r.Usage.InputTokens, "output_tokens", r.Usage.OutputTokens)
}

func (l logged) modelEnded(m *ModelCall) {
	u := llm.Usage{}
	if m.Usage != nil {
		u = *m.Usage
	}
	kind := ""
	if m.Err != nil {
		kind = errorType(m.Err)
	}
	l.log.Info("model call", "request_id", m.Turn.ID(), "parent_id", m.Parent, "call", m.N, "model", m.Route, "error_type", kind,
		"ms", m.Took.Milliseconds(), "first_ms", m.First.Milliseconds(), "retries", m.Retries, "input_tokens", u.InputTokens, "output_tokens", u.OutputTokens)
}

func (l logged) toolEnded(c *ToolRun) {
	l.log.Info("tool call", "request_id", c.Turn.ID(), "parent_id", c.Parent, "call_id", c.ID, "tool", c.Spec.Name, "error_type", c.failure(), "ms", c.Took.Milliseconds())
}

// turnFailure is the code of what ended a turn, "" where it ended well.
func turnFailure(r *chat.Result) string {
	switch {
	case r.Cancelled:
		return "cancelled"
	case r.Error != nil:
		return string(r.Error.Code)
	}
	return ""
}
