package lsp

import (
	"context"
	"fmt"

	"ptk-lsp/lsp/wire"
	"ptk-lsp/workspace/journal"
)

// rewind handles ptk/rewind.
func (h handlers) rewind(ctx context.Context, p *wire.RewindParams) (wire.UndoResult, error) {
	past, err := h.sessions.past(ctx)
	if err != nil {
		return wire.UndoResult{}, err
	}
	revert := func(ctx context.Context, conversationID, turnID string) ([]journal.FileStatus, error) {
		return past.Rewind(ctx, conversationID, turnID, p.Plan)
	}
	return h.revert(ctx, &wire.TurnParams{ConversationID: p.ConversationID, TurnID: p.TurnID}, revert)
}

// changes handles ptk/changes.
func (h handlers) changes(ctx context.Context, p *wire.ChangesParams) (wire.ChangesResult, error) {
	if p.ConversationID == "" {
		return wire.ChangesResult{}, invalid("conversationId", "is missing")
	}
	past, err := h.sessions.past(ctx)
	if err != nil {
		return wire.ChangesResult{}, err
	}
	turns, together, err := past.Changes(ctx, p.ConversationID, p.TurnID)
	if err != nil {
		return wire.ChangesResult{}, fmt.Errorf("conversation %s: %w", p.ConversationID, err)
	}
	return wire.FromChanges(turns, together, p.Texts), nil
}
