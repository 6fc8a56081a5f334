package ptk

import (
	"context"

	"ptk-lsp/workspace/journal"
)

// Undo puts back the files that a turn changed. One that was changed since is merged, or left alone and reported as a
// conflict. The error wraps [journal.ErrNothing] where there is nothing to put back.
func (m *Manager) Undo(ctx context.Context, conversationID, turnID string) ([]journal.FileStatus, error) {
	return m.cfg.Journal.Undo(ctx, m.cfg.Workspace, journal.Turn{Conversation: conversationID, ID: turnID})
}

// Redo does again what [Manager.Undo] put back; errors are the same.
func (m *Manager) Redo(ctx context.Context, conversationID, turnID string) ([]journal.FileStatus, error) {
	return m.cfg.Journal.Redo(ctx, m.cfg.Workspace, journal.Turn{Conversation: conversationID, ID: turnID})
}
