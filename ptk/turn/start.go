package turn

import (
	"context"

	"ptk-lsp/ptk/chat"
)

type startKey struct{}

// StartOf returns the start of the turn that a context belongs to. A model may be asked before the start is stored and reported.
func StartOf(ctx context.Context) (start chat.TurnStart, ok bool) {
	start, ok = ctx.Value(startKey{}).(chat.TurnStart)
	return start, ok
}

func withStart(ctx context.Context, start chat.TurnStart) context.Context {
	return context.WithValue(ctx, startKey{}, start)
}
