package ptk

import (
	"context"
	"fmt"
	"strings"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/complete"
	"ptk-lsp/ptk/offer"
	"ptk-lsp/ptk/transcript"
	"ptk-lsp/workspace/journal"
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
func (m *Manager) Turns(
	ctx context.Context, id string, page transcript.TurnPage,
) (info transcript.Info, past []transcript.Turn, earlier bool, err error) {
	return m.transcripts.Turns(ctx, id, page)
}

// Rename changes the title of a conversation.
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

// Notices returns, once, what the user should know of the history, such as that its file was damaged.
func (m *Manager) Notices() []string { return m.transcripts.Notices() }

// Stats returns the figures of a conversation, or of all conversations of the workspace if id is "": of each tool, the most
// called first, and the tokens used.
func (m *Manager) Stats(ctx context.Context, id string) ([]transcript.ToolStats, chat.Usage, error) {
	return m.transcripts.Stats(ctx, id)
}

// Spent returns the tokens used and their cost, by day, model and conversation, the last day first.
func (m *Manager) Spent(ctx context.Context) ([]transcript.Spent, error) {
	return m.transcripts.Spent(ctx)
}

// Undo undoes the changes of a turn. A file that was changed since is merged, or left as it is and reported as a conflict. The
// error wraps [journal.ErrNothing] if there is nothing to undo.
func (m *Manager) Undo(ctx context.Context, conversationID, turnID string) ([]journal.FileStatus, error) {
	return m.cfg.Journal.Undo(ctx, m.cfg.Workspace, journal.Turn{Conversation: conversationID, ID: turnID})
}

// Redo does again what [Manager.Undo] undid, with the same errors.
func (m *Manager) Redo(ctx context.Context, conversationID, turnID string) ([]journal.FileStatus, error) {
	return m.cfg.Journal.Redo(ctx, m.cfg.Workspace, journal.Turn{Conversation: conversationID, ID: turnID})
}

// Steer sends a message to the model in a running turn: the next request includes it. If the model has just answered it is asked
// once more. It returns an id for [Manager.Unsteer]. The error wraps [ErrNotRunning] if no turn reads it.
func (m *Manager) Steer(_ context.Context, id string, message chat.UserMessage) (messageID string, err error) {
	if strings.TrimSpace(message.Text) == "" {
		return "", fmt.Errorf("%w: message: is empty", chat.ErrBadRequest)
	}
	if q := m.running.queue(id); q != nil {
		if messageID, ok := q.Put(message); ok {
			return messageID, nil
		}
	}
	return "", fmt.Errorf("conversation %q: %w", id, ErrNotRunning)
}

// Unsteer takes back a message of [Manager.Steer]. It reports whether the message was taken back: false if the turn has read it
// or has ended.
func (m *Manager) Unsteer(_ context.Context, id, messageID string) bool {
	q := m.running.queue(id)
	return q != nil && q.Remove(messageID)
}

// Complete returns suggestions for a byte offset of a chat's input.
func (m *Manager) Complete(ctx context.Context, text string, offset int) complete.Result {
	return m.references.completer.Complete(ctx, text, offset)
}

// Steering returns the paths of the instructions at the top of the workspace's folders, and which files of instructions and
// commands are left out, with the reasons.
func (m *Manager) Steering(ctx context.Context) (read, leftOut []string) {
	read = m.references.instructions.Check(ctx)
	m.references.commands.All()
	return read, m.references.skipped.Take()
}

// Tools lists the tools, by name, also those that the user has turned off.
func (m *Manager) Tools() []offer.Info {
	infos := offer.Infos(m.cfg.Tools.Specs())
	for i := range infos {
		infos[i].Disabled = m.isDisabled(infos[i].Name)
	}
	return infos
}
