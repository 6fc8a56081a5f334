package ptk

import (
	"context"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/transcript"
)

type startKey struct{}

// StartOf gives the beginning of the turn for which a model is asked or a tool runs with this context: a model is asked while
// the beginning is still being written, and before it is told.
func StartOf(ctx context.Context) (start chat.TurnStart, ok bool) {
	start, ok = ctx.Value(startKey{}).(chat.TurnStart)
	return start, ok
}

// begin stores the turn's beginning, beside what its caller does next.
func (t *turn) begin(start chat.TurnStart) {
	t.recorder.Begin(transcript.Beginning{Start: start, Request: t.req.Request, Notices: func() (events []chat.Event) {
		for _, n := range t.m.cfg.History.Notices() {
			events = append(events, chat.Warning{Code: "history", Message: n})
		}
		return append(events, t.m.extraNotices()...)
	}})
}
