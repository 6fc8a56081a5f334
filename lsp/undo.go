package lsp

import (
	"context"
	"fmt"

	"ptk-lsp/lsp/wire"
	"ptk-lsp/workspace/journal"
)

// undo handles ptk/undo.
func (h handlers) undo(ctx context.Context, p *wire.TurnParams) (wire.UndoResult, error) {
	session, err := h.sessions.configured(ctx)
	if err != nil {
		return wire.UndoResult{}, err
	}
	return h.revert(ctx, p, session.Chats.Undo)
}

// redo handles ptk/redo.
func (h handlers) redo(ctx context.Context, p *wire.TurnParams) (wire.UndoResult, error) {
	session, err := h.sessions.configured(ctx)
	if err != nil {
		return wire.UndoResult{}, err
	}
	return h.revert(ctx, p, session.Chats.Redo)
}

type reverter = func(ctx context.Context, conversationID, turnID string) ([]journal.FileStatus, error)

func (h handlers) revert(ctx context.Context, p *wire.TurnParams, revert reverter) (wire.UndoResult, error) {
	out := wire.UndoResult{Files: []wire.UndoneFile{}}
	if p.ConversationID == "" {
		return out, invalid("conversationId", "is missing")
	}
	if p.TurnID == "" {
		return out, invalid("turnId", "is missing")
	}
	files, err := revert(ctx, p.ConversationID, p.TurnID)
	if err != nil {
		return out, fmt.Errorf("turn %s: %w", p.TurnID, err)
	}
	for _, f := range files {
		out.Files = append(out.Files, wire.UndoneFile{
			URI: wire.PathURI(f.Path), Status: wire.UndoStatus(f.Status), Reason: f.Reason, Effect: wire.ChangeKind(f.Effect),
		})
	}
	return out, nil
}
