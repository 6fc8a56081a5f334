package ptk

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/command"
	"ptk-lsp/ptk/transcript"
	"ptk-lsp/workspace/journal"
)

// The commands that the program does itself.
const (
	compactCommand = "compact"
	undoCommand    = "undo"
)

// actions returns the commands that the program does itself.
func actions(c Config) []command.Command {
	all := []command.Command{{Name: compactCommand, Description: "shorten the older part of this conversation for the model"}}
	if c.Journal != nil {
		all = append(all, command.Command{Name: undoCommand, Description: "undo what the last turn changed in files"})
	}
	return all
}

// act does what the message's command does without the model; done is false if there is no such command.
func (t *turn) act(ctx context.Context) (failure *chat.Error, done bool) {
	if !t.req.command.Acts {
		return nil, false
	}
	act := t.compactNow
	if t.req.command.Name == undoCommand {
		act = t.undoLast
	}
	text, err := act(ctx)
	if err != nil {
		return &chat.Error{Code: chat.ToolExecutionFailed, Message: fmt.Sprintf("/%s: %v", t.req.command.Name, err)}, true
	}
	t.emit(chat.Text{Text: text})
	t.result.Content = text
	return nil, true
}

// compactNow is /compact: it summarizes all turns except the last one for the model.
func (t *turn) compactNow(ctx context.Context) (string, error) {
	before := t.requestSize()
	if !t.compactTurns(ctx) {
		return "There is nothing old enough to summarize.", nil
	}
	t.recorder.Mark()
	return fmt.Sprintf("Older messages were summarized for the model: %d tokens became %d.", before, t.requestSize()), nil
}

// undoLast is /undo: the files of the last turn that changed some are put back.
func (t *turn) undoLast(ctx context.Context) (string, error) {
	_, turns, _, err := t.m.transcripts.Turns(ctx, t.c.ID, transcript.TurnPage{})
	if err != nil {
		return "", err
	}
	for i := len(turns) - 1; i >= 0; i-- {
		said, err := t.undo(ctx, turns[i])
		if err != nil || said != "" {
			return said, err
		}
	}
	return "", errors.New("no turn of this conversation changed anything that could be taken back")
}

// undo takes one turn back; "" where it changed nothing, or is taken back already.
func (t *turn) undo(ctx context.Context, p transcript.Turn) (string, error) {
	if p.Result == nil || len(p.Result.Changes) == 0 {
		return "", nil
	}
	files, err := t.m.Undo(ctx, t.c.ID, p.ID)
	if errors.Is(err, journal.ErrNothing) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	lines := []string{fmt.Sprintf("Taken back: what %q changed.", short(oneLine(p.Message), transcript.TitleLength)), ""}
	for _, f := range files {
		lines = append(lines, fmt.Sprintf("- %s: %s", t.m.cfg.Workspace.Display(f.Path), f.Status))
	}
	return strings.Join(lines, "\n"), nil
}
