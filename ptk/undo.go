package ptk

import (
	"context"

	"ptk-lsp/workspace/journal"
)

// Undo undoes the changes of a turn. A file that was changed since is merged, or left as it is and reported as a conflict. The
// error wraps [journal.ErrNothing] if there is nothing to undo.
func (m *Manager) Undo(ctx context.Context, conversationID, turnID string) ([]journal.FileStatus, error) {
	return m.cfg.Journal.Undo(ctx, m.cfg.Workspace, journal.Turn{Conversation: conversationID, ID: turnID})
}

// Redo does again what [Manager.Undo] undid, with the same errors.
func (m *Manager) Redo(ctx context.Context, conversationID, turnID string) ([]journal.FileStatus, error) {
	return m.cfg.Journal.Redo(ctx, m.cfg.Workspace, journal.Turn{Conversation: conversationID, ID: turnID})
}
