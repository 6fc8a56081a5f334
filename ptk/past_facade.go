package ptk

import (
	"context"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/transcript"
)

// Conversations returns one page, newest first, and the cursor of the next, "" after the last.
func (m *Manager) Conversations(ctx context.Context, p transcript.Page) (infos []transcript.Info, next string, err error) {
	return m.transcripts.List(ctx, p)
}

// Conversation returns a conversation with all its turns.
func (m *Manager) Conversation(ctx context.Context, id string) (transcript.Info, []transcript.Turn, error) {
	return m.transcripts.Get(ctx, id)
}

// Turns returns a conversation with some of its turns, and whether there are earlier ones. The error wraps
// [history.ErrNoTurn] if the page names a turn that does not exist.
func (m *Manager) Turns(ctx context.Context, id string, page transcript.TurnPage) (info transcript.Info, past []transcript.Turn, earlier bool, err error) {
	return m.transcripts.Turns(ctx, id, page)
}

// Rename gives a conversation another title.
func (m *Manager) Rename(ctx context.Context, id, title string) error {
	return m.transcripts.Rename(ctx, id, title)
}

// Delete removes a conversation and what the journal holds of it for good; [ErrBusy] if a turn of it runs.
func (m *Manager) Delete(ctx context.Context, id string) error {
	if err := m.transcripts.Delete(ctx, id); err != nil {
		return err
	}
	return m.cfg.Journal.Forget(id)
}

// Fork copies a conversation up to and with a turn and returns the copy's id.
func (m *Manager) Fork(ctx context.Context, id, turnID string) (string, error) {
	return m.transcripts.Fork(ctx, id, turnID)
}

// Notices returns, once, what the user should know of the history, such as that its file was damaged.
func (m *Manager) Notices() []string { return m.transcripts.Notices() }

// Stats returns the figures of a conversation, or of all conversations of the workspace if id is "": of each tool, the most
// called first, and the tokens used.
func (m *Manager) Stats(ctx context.Context, id string) ([]transcript.ToolStats, chat.Usage, error) {
	return m.transcripts.Stats(ctx, id)
}
