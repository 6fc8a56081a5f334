package tracing

import (
	"context"
	"log/slog"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
)

// logObserver writes turns to the log, with the ids of the spans and without content of messages.
type logObserver struct{ log *slog.Logger }

func (logObserver) turnBegan(ctx context.Context, _ *Turn) context.Context       { return ctx }
func (logObserver) modelBegan(ctx context.Context, _ *ModelCall) context.Context { return ctx }
func (logObserver) toolBegan(ctx context.Context, _ *ToolRun) context.Context    { return ctx }
func (logObserver) close(context.Context)                                        {}

func (l logObserver) event(t *Turn, e chat.Event) {
	switch e := e.(type) {
	case chat.Warning:
		l.log.Info("warning", "request_id", t.ID(), "code", e.Code)
	case chat.Retry:
		l.log.Info("retry", "request_id", t.ID(), "attempt", e.Attempt, "delay_ms", e.Delay.Milliseconds())
	case chat.TurnStart, chat.Iteration, chat.Text, chat.Reasoning, chat.ToolCallStart, chat.ToolOutput, chat.ToolResult, chat.Plan,
		chat.UserMessage, chat.UsageUpdate:
		// not logged
	}
}

func (l logObserver) turnEnded(t *Turn, r *chat.Result, err error) {
	if err != nil {
		l.log.Info("turn refused", "error_type", errorType(err))
		return
	}
	l.log.Info("turn", "request_id", t.ID(), "conversation_id", t.Conversation(), "model", r.Model, "success", r.Success,
		"error_type", turnFailure(r), "ms", t.Took.Milliseconds(), "iterations", r.Iterations, "tool_calls", len(r.ToolCalls),
		"input_tokens", r.Usage.InputTokens, "output_tokens", r.Usage.OutputTokens)
}

func (l logObserver) modelEnded(m *ModelCall) {
	u := llm.Usage{}
	if m.Usage != nil {
		u = *m.Usage
	}
	kind := ""
	if m.Err != nil {
		kind = errorType(m.Err)
	}
	l.log.Info("model call", "request_id", m.Turn.ID(), "parent_id", m.Parent, "call", m.N, "model", m.Route,
		"error_type", kind, "ms", m.Took.Milliseconds(), "first_ms", m.First.Milliseconds(), "retries", m.Retries,
		"input_tokens", u.InputTokens, "output_tokens", u.OutputTokens)
}

func (l logObserver) toolEnded(c *ToolRun) {
	l.log.Info("tool call", "request_id", c.Turn.ID(), "parent_id", c.Parent, "call_id", c.ID, "tool", c.Spec.Name,
		"error_type", c.failure(), "ms", c.Took.Milliseconds())
}
