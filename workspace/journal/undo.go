package journal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/aymanbagabas/go-udiff"

	"ptk-lsp/workspace"
)

// Status is the result of restoring a file.
type Status string

// The statuses, from the best to the worst.
const (
	Restored Status = "restored" // it is as it was
	Merged   Status = "merged"   // later changes are merged
	Conflict Status = "conflict" // it was changed since in the same place, and left alone
)

// Effect is what an undo or redo does to a file that it does not leave alone.
type Effect string

// The effects.
const (
	Created Effect = "create" // it is there again
	Edited  Effect = "edit"
	Deleted Effect = "delete"
)

// FileStatus is the result for one file of an undo or redo.
type FileStatus struct {
	Path   string // absolute
	Status Status
	Reason string // of a conflict
	Effect Effect
}

// ErrNothing is under the error of an undo or redo of a turn that has nothing to be undone or redone.
var ErrNothing = errors.New("there is nothing to undo or redo")

// Undo reverts what the turn changed. A file that has been changed since is merged, or left alone and reported as a conflict; it
// is never overwritten. The undo is itself recorded, so that [Journal.Redo] can revert it.
func (j *Journal) Undo(ctx context.Context, ws *workspace.Workspace, t Turn) ([]FileStatus, error) {
	return j.revert(ctx, ws, t, 0)
}

// Redo reverts an [Journal.Undo].
func (j *Journal) Redo(ctx context.Context, ws *workspace.Workspace, t Turn) ([]FileStatus, error) {
	return j.revert(ctx, ws, t, 1)
}

// revert reverts the last step of the turn, which must be even for an undo and odd for a redo.
func (j *Journal) revert(ctx context.Context, ws *workspace.Workspace, t Turn, parity int) ([]FileStatus, error) {
	if j == nil {
		return nil, ErrNothing
	}
	all, err := j.records(t)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, ErrNothing
	}
	step := all[len(all)-1].Step
	if step%2 != parity {
		return nil, ErrNothing
	}
	u := newUndoing(j, &making{j: j, ws: ws})
	err = u.turn(ctx, t, all)
	return u.statuses(), err
}

// undoing is an undo in progress, of one turn or of several.
type undoing struct {
	j     *Journal
	files files
	done  map[string]*FileStatus
	paths []string // the keys of done, in order
}

func newUndoing(j *Journal, f files) *undoing {
	return &undoing{j: j, files: f, done: map[string]*FileStatus{}}
}

// turn reverts the last step of a turn with these records.
func (u *undoing) turn(ctx context.Context, t Turn, all []record) error {
	step := all[len(all)-1].Step
	u.files.begin(t, step+1)
	for _, r := range slices.Backward(all) {
		if r.Step != step {
			continue
		}
		if err := u.revert(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// revert reverts one change; after a conflict a file is not touched any more.
func (u *undoing) revert(ctx context.Context, r record) error {
	if s := u.done[r.Path]; s != nil && s.Status == Conflict {
		return nil
	}
	status, err := u.back(ctx, r)
	reason := ""
	var c *conflict
	switch {
	case errors.As(err, &c):
		status, reason = Conflict, c.reason
	case errors.Is(err, workspace.ErrStale), errors.Is(err, workspace.ErrUnsaved), errors.Is(err, fs.ErrExist):
		status, reason = Conflict, err.Error()
	case err != nil:
		return fmt.Errorf("restoring %s: %w", r.Path, err)
	}
	u.report(FileStatus{r.Path, status, reason, r.Kind.undone()})
	return nil
}

// undone returns what undoing a change of the kind does to its file.
func (k kind) undone() Effect {
	switch k {
	case create:
		return Deleted
	case remove, move:
		return Created
	case edit:
	}
	return Edited
}

// report stores the worst status of each file, and what happens to it in the end.
func (u *undoing) report(s FileStatus) {
	had := u.done[s.Path]
	if had == nil {
		u.paths = append(u.paths, s.Path)
		u.done[s.Path] = &s
		return
	}
	if s.Status == Conflict || s.Status == Merged {
		had.Status, had.Reason = s.Status, s.Reason
	}
	if s.Effect != Edited {
		had.Effect = s.Effect
	}
}

func (u *undoing) statuses() (all []FileStatus) {
	for _, p := range u.paths {
		all = append(all, *u.done[p])
	}
	return all
}

// conflict returns why a file is left alone.
type conflict struct{ reason string }

func (c *conflict) Error() string { return c.reason }

func (u *undoing) back(ctx context.Context, r record) (Status, error) {
	switch r.Kind {
	case edit:
		return u.unedit(ctx, r)
	case create:
		return u.uncreate(ctx, r)
	case remove:
		return u.unremove(ctx, r)
	case move:
		return u.unmove(ctx, r)
	}
	return "", fmt.Errorf("the journal has a %q, which this version does not know", r.Kind)
}

func (u *undoing) unedit(ctx context.Context, r record) (Status, error) {
	t, err := u.files.read(ctx, r.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", &conflict{"it is gone"}
	}
	if err != nil {
		return "", err
	}
	if t.Hash == r.Before {
		return Restored, nil
	}
	before, err := u.j.content(r.Before)
	if err != nil {
		return "", err
	}
	status, want := Restored, before
	if t.Hash != r.After {
		after, err := u.j.content(r.After)
		if err != nil {
			return "", err
		}
		merged, ok := merge(after, t.Content, before)
		if !ok {
			return "", &conflict{"it was changed since in the same place"}
		}
		if status, want = Merged, merged; merged == t.Content {
			return status, nil
		}
	}
	return status, u.files.write(ctx, workspace.Edit{
		Path: r.Path, Before: t.Content, After: want, Version: t.Version, Label: "ptk: undo",
	})
}

// merge applies the changes from base to b to a, which is also derived from base; ok is false if they conflict.
func merge(base, a, b string) (merged string, ok bool) {
	edits, ok := udiff.Merge(udiff.Lines(base, a), udiff.Lines(base, b))
	if !ok {
		return "", false
	}
	merged, err := udiff.Apply(base, edits)
	return merged, err == nil
}

func (u *undoing) uncreate(ctx context.Context, r record) (Status, error) {
	t, err := u.files.read(ctx, r.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return Restored, nil
	}
	if err != nil {
		return "", err
	}
	if raw, err := u.files.raw(r.Path); err != nil || raw.Link != r.Link || r.Link == "" && t.Hash != r.After {
		return "", &conflict{"it was changed since it was made"}
	}
	return Restored, u.files.remove(ctx, r.Path, t.Hash)
}

func (u *undoing) unremove(ctx context.Context, r record) (Status, error) {
	if r.Lost {
		return "", &conflict{"it was too large to be stored"}
	}
	data, err := u.j.content(r.Before)
	if err != nil {
		return "", err
	}
	raw := &workspace.Raw{Data: []byte(data), Mode: r.Mode, Link: r.Link}
	if had, err := u.files.raw(r.Path); err == nil {
		if had.Link == raw.Link && string(had.Data) == data {
			return Restored, nil
		}
		return "", &conflict{"there is another file there"}
	}
	return Restored, u.files.restore(ctx, r.Path, raw)
}

func (u *undoing) unmove(ctx context.Context, r record) (Status, error) {
	t, err := u.files.read(ctx, r.To)
	if errors.Is(err, fs.ErrNotExist) {
		if u.files.exists(r.Path) {
			return Restored, nil // a crash came before it was moved
		}
		return "", &conflict{"it is gone"}
	}
	if err != nil {
		return "", err
	}
	return Restored, u.files.move(ctx, r.To, r.Path, t.Hash)
}
