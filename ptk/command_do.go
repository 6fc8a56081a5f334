package ptk

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ptk-lsp/ptk/transcript"
	"ptk-lsp/workspace/journal"
)

// compactNow is /compact: it summarizes all turns except the last one for the model.
func (t *turn) compactNow(ctx context.Context, _ string) (string, error) {
	before := t.requestSize()
	if !t.compactTurns(ctx) {
		return "There is nothing old enough to summarize.", nil
	}
	t.recorder.Mark()
	return fmt.Sprintf("Older messages were summarized for the model: %d tokens became %d.", before, t.requestSize()), nil
}

// undoLast is /undo: the files of the last turn that changed some are put back.
func (t *turn) undoLast(ctx context.Context, _ string) (string, error) {
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
