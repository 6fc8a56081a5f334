package ptk

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/transcript"
	"ptk-lsp/workspace/journal"
)

// TurnChanges are the files that a turn changed.
type TurnChanges struct {
	TurnID string
	Undone bool // they are undone
	Files  []FileChange
}

// FileChange is what one turn, or several, did to a file together.
type FileChange struct {
	Path string // absolute
	From string // where it was before; "" unless it was moved
	// Before and After are the texts; nil if there was no file, or if it is no text.
	Before, After  *string
	Created, Gone  bool
	Added, Removed int // lines
}

// Changes returns the turns of a conversation that changed files, in the order in which they ran, and what those that are not undone
// did together; if turnID is not "", only that turn. It reads the journal, so that turns without a result are included.
func (m *Manager) Changes(_ context.Context, id, turnID string) (turns []TurnChanges, together []FileChange, err error) {
	all, err := m.cfg.Journal.Changes(id)
	if err != nil {
		return nil, nil, err
	}
	if turnID != "" {
		all = slices.DeleteFunc(all, func(t journal.TurnChanges) bool { return t.ID != turnID })
	}
	for _, t := range all {
		files, err := m.fileChanges(t.Files)
		if err != nil {
			return nil, nil, err
		}
		turns = append(turns, TurnChanges{t.ID, t.Undone, files})
	}
	together, err = m.fileChanges(journal.Sum(all))
	return turns, together, err
}

func (m *Manager) fileChanges(all []journal.Changed) ([]FileChange, error) {
	out := make([]FileChange, 0, len(all))
	for _, c := range all {
		before, err := m.text(c.Before)
		if err != nil {
			return nil, err
		}
		after, err := m.text(c.After)
		if err != nil {
			return nil, err
		}
		f := FileChange{Path: c.Path, Before: before, After: after, Created: !c.Before.Exists, Gone: !c.After.Exists}
		if c.From != c.Path {
			f.From = c.From
		}
		f.Added, f.Removed = journal.CountLines(deref(before), deref(after))
		out = append(out, f)
	}
	return out, nil
}

// text returns the text of a side; nil if there is none.
func (m *Manager) text(s journal.Side) (*string, error) {
	text, ok, err := m.cfg.Journal.Text(s)
	if err != nil || !ok {
		return nil, err
	}
	return &text, nil
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// Rewind puts the files back to where they were before a turn: it undoes that turn and those after it, from the last to the first,
// see [journal.Journal.Rewind]. If plan is set, it only returns what it would do. The error wraps [ErrBusy] if a turn of the
// conversation runs, [journal.ErrNothing] if there is nothing to undo.
func (m *Manager) Rewind(ctx context.Context, id, turnID string, plan bool) ([]journal.FileStatus, error) {
	if m.running.queue(id) != nil {
		return nil, fmt.Errorf("conversation %q: %w", id, ErrBusy)
	}
	turns, err := m.turnsFrom(ctx, id, turnID)
	if err != nil {
		return nil, err
	}
	if plan {
		return m.cfg.Journal.PlanRewind(ctx, m.cfg.Workspace, id, turns)
	}
	return m.cfg.Journal.Rewind(ctx, m.cfg.Workspace, id, turns)
}

// turnsFrom returns the ids of a turn and those after it.
func (m *Manager) turnsFrom(ctx context.Context, id, turnID string) ([]string, error) {
	ids, err := m.turnIDs(ctx, id)
	if err != nil {
		return nil, err
	}
	i := slices.Index(ids, turnID)
	if i < 0 {
		return nil, fmt.Errorf("turn %q of conversation %s: %w", turnID, id, history.ErrNoTurn)
	}
	return ids[i:], nil
}

func (m *Manager) turnIDs(ctx context.Context, id string) (ids []string, err error) {
	_, turns, _, err := m.transcripts.Turns(ctx, id, transcript.TurnPage{})
	for _, t := range turns {
		ids = append(ids, t.ID)
	}
	return ids, err
}

// Fork copies a conversation up to and with a turn, with what is needed to undo its turns, and returns the copy's id.
func (m *Manager) Fork(ctx context.Context, id, turnID string) (string, error) {
	to, err := m.transcripts.Fork(ctx, id, turnID)
	if err != nil {
		return "", err
	}
	turns, err := m.turnIDs(ctx, to)
	if err == nil {
		err = m.cfg.Journal.Fork(id, to, turns)
	}
	if err != nil {
		return "", errors.Join(err, m.transcripts.Delete(ctx, to))
	}
	return to, nil
}
