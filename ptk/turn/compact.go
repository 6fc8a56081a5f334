package turn

import (
	"context"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/transcript"
)

// Compact summarizes all turns of a conversation except the last one, for a model; the user still sees all of them. It returns the
// size of the prompt before and after, in tokens.
func Compact(ctx context.Context, cfg Config, r Request, c *transcript.Conversation, route chat.Route) (before, after int, err error) {
	t := newTurn(cfg, r, c, route, &Queue{}, func(chat.Event) {})
	t.setSystem(ctx)
	t.prepError = true // no turn is running that could report a warning
	before = t.requestSize()
	if !t.attempts.reducer.compactTurns(ctx) {
		return before, before, nil
	}
	return before, t.requestSize(), c.KeepMark()
}
