package turn

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/clip"
	"ptk-lsp/ptk/command"
	"ptk-lsp/ptk/transcript"
	"ptk-lsp/workspace/journal"
)

// The commands that the program executes itself.
const (
	compactCommand = "compact"
	undoCommand    = "undo"
)

// Actions returns the commands that the program executes itself.
func Actions(undo bool) []command.Command {
	all := []command.Command{{Name: compactCommand, Description: "shorten the older part of this conversation for the model"}}
	if undo {
		all = append(all, command.Command{Name: undoCommand, Description: "undo what the last turn changed in files"})
	}
	return all
}

// ActionNames returns the names of all actions, available or not.
func ActionNames() []string { return []string{compactCommand, undoCommand} }

// act executes the command of the message without the model; done is false if there is no such command.
func (t *turn) act(ctx context.Context) (failure *chat.Error, done bool) {
	if !t.req.Command.Acts || t.req.Continue {
		return nil, false
	}
	act := t.attempts.reducer.compactNow
	if t.req.Command.Name == undoCommand {
		act = t.undoLast
	}
	text, err := act(ctx)
	if err != nil {
		return &chat.Error{Code: chat.ToolExecutionFailed, Message: fmt.Sprintf("/%s: %v", t.req.Command.Name, err)}, true
	}
	t.emit(chat.Text{Text: text})
	t.result.Content = text
	return nil, true
}

// compactNow is /compact: it summarizes all turns except the last one for the model.
func (r *reducer) compactNow(ctx context.Context) (string, error) {
	before := r.requestSize()
	if !r.compactTurns(ctx) {
		return "There is nothing old enough to summarize.", nil
	}
	r.recorder.Mark()
	return fmt.Sprintf("Older messages were summarized for the model: %d tokens became %d.", before, r.requestSize()), nil
}

// undoLast is /undo: it undoes the changes of the last turn that has any.
func (b *base) undoLast(ctx context.Context) (string, error) {
	_, turns, _, err := b.Transcripts.Turns(ctx, b.c.ID, transcript.TurnPage{})
	if err != nil {
		return "", err
	}
	for i := len(turns) - 1; i >= 0; i-- {
		text, err := b.undo(ctx, turns[i])
		if err != nil || text != "" {
			return text, err
		}
	}
	return "There is nothing to undo: no turn of this conversation has changed files since the last undo.", nil
}

// undo undoes the changes of a turn. It returns "" if there are none, or they are undone already.
func (b *base) undo(ctx context.Context, past transcript.Turn) (string, error) {
	if past.Result == nil || len(past.Result.Changes) == 0 {
		return "", nil
	}
	files, err := b.Undo(ctx, b.c.ID, past.ID)
	if errors.Is(err, journal.ErrNothing) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	lines := []string{fmt.Sprintf("Undone: the changes of %q.", clip.Runes(clip.OneLine(past.Message), transcript.TitleLength)), ""}
	for _, f := range files {
		lines = append(lines, fmt.Sprintf("- %s: %s", b.Workspace.Display(f.Path), f.Status))
	}
	return strings.Join(lines, "\n"), nil
}
