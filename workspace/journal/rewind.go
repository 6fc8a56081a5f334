package journal

import (
	"context"
	"slices"

	"ptk-lsp/workspace"
)

// Rewind puts the files back to where they were before the first of the turns, which are in the order in which they ran: it undoes
// them from the last to the first, each like [Journal.Undo], so that each can be redone. Turns that are undone, or have changed
// nothing, are skipped. A file that is left alone in one turn is left alone in those before. ErrNothing if no turn changes a file.
func (j *Journal) Rewind(ctx context.Context, ws *workspace.Workspace, conversation string, turns []string) ([]FileStatus, error) {
	return j.rewind(ctx, &making{j: j, ws: ws}, conversation, turns)
}

// PlanRewind returns what [Journal.Rewind] would do, and does nothing.
func (j *Journal) PlanRewind(ctx context.Context, ws *workspace.Workspace, conversation string, turns []string) ([]FileStatus, error) {
	return j.rewind(ctx, newPlan(ws), conversation, turns)
}

func (j *Journal) rewind(ctx context.Context, f files, conversation string, turns []string) ([]FileStatus, error) {
	if j == nil {
		return nil, ErrNothing
	}
	byTurn, err := j.byTurn(conversation)
	if err != nil {
		return nil, err
	}
	u := newUndoing(j, f)
	for _, id := range slices.Backward(turns) {
		all := byTurn[id]
		if len(all) == 0 || undone(all) {
			continue
		}
		if err := u.turn(ctx, Turn{conversation, id}, all); err != nil {
			return u.statuses(), err
		}
	}
	if len(u.paths) == 0 {
		return nil, ErrNothing
	}
	return u.statuses(), nil
}

// undone reports whether the turn with these records is undone.
func undone(all []record) bool { return all[len(all)-1].Step%2 == 1 }
