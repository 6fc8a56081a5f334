// Package journal records what turns did to files, so that it can be undone, and the undo too. It knows nothing of models or
// tools, and stores its own files outside of the user's project. Start at [Open]; changes go through [Journal.Write],
// [Journal.Delete] and [Journal.Move], undo is [Journal.Undo].
package journal

import (
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"sync"

	"ptk-lsp/workspace"
)

// Turn identifies the turn that makes a change.
type Turn struct{ Conversation, ID string }

// Journal stores contents before and after each change, by hash, and records each change before it is made: after a crash at any
// moment, all changes made so far can be undone. A nil Journal makes the changes and records nothing. It is safe for concurrent
// use.
type Journal struct {
	dir string
	mu  sync.Mutex // guards the files of the journal
}

// Open returns the journal in the folder, which is made if it does not exist.
func Open(dir string) (*Journal, error) {
	j := &Journal{dir: dir}
	if err := j.makeFolders(); err != nil {
		return nil, err
	}
	return j, nil
}

// kind is the kind of a change.
type kind string

const (
	edit   kind = "edit"
	create kind = "create"
	remove kind = "delete"
	move   kind = "move"
)

// record is one change, recorded before it is made.
type record struct {
	ID string `json:"id"`
	// Void is set in a later record of the same ID: the change was refused and has not been made.
	Void bool   `json:"void,omitempty"`
	Turn string `json:"turn"`
	// Step counts the changes of direction of a turn: 0 is the original change, odd steps undo, even steps redo.
	Step int    `json:"step,omitempty"`
	Kind kind   `json:"kind"`
	Path string `json:"path"`
	To   string `json:"to,omitempty"` // of a move
	// Before and After are hashes of contents: texts for edits, bytes if a whole file appears or disappears.
	Before string      `json:"before,omitempty"`
	After  string      `json:"after,omitempty"`
	Mode   fs.FileMode `json:"mode,omitempty"` // of a file that disappears
	Link   string      `json:"link,omitempty"` // of a link that disappears or reappears
	// Lost is set if a file that disappears is too large to be stored.
	Lost bool `json:"lost,omitempty"`
}

// Write makes an edit in the workspace; errors are those of [workspace.Workspace.Write] and of the journal's own files.
func (j *Journal) Write(ctx context.Context, ws *workspace.Workspace, t Turn, e workspace.Edit) error {
	return j.write(ctx, ws, t, 0, e)
}

func (j *Journal) write(ctx context.Context, ws *workspace.Workspace, t Turn, step int, e workspace.Edit) error {
	if j == nil {
		return ws.Write(ctx, e)
	}
	r := record{Turn: t.ID, Step: step, Kind: edit, Path: e.Path}
	if e.Create {
		r.Kind = create
	}
	err := j.storeContent(&r.Before, e.Before, !e.Create)
	if err == nil {
		err = j.storeContent(&r.After, e.After, true)
	}
	if err != nil {
		return err
	}
	return j.perform(t, r, func() error { return ws.Write(ctx, e) })
}

// perform records a change and makes it.
func (j *Journal) perform(t Turn, r record, do func() error) error {
	r.ID = rand.Text()
	if err := j.append(t.Conversation, r); err != nil {
		return err
	}
	err := do()
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err // a cancelled change may have been made
	}
	return errors.Join(err, j.append(t.Conversation, record{ID: r.ID, Turn: r.Turn, Step: r.Step, Void: true}))
}

// Delete removes a file; errors are those of [workspace.Workspace.Delete] and of the journal's own files.
func (j *Journal) Delete(ctx context.Context, ws *workspace.Workspace, t Turn, path, hash string) error {
	return j.delete(ctx, ws, t, 0, path, hash)
}

func (j *Journal) delete(ctx context.Context, ws *workspace.Workspace, t Turn, step int, path, hash string) error {
	if j == nil {
		return ws.Delete(ctx, path, hash)
	}
	r := record{Turn: t.ID, Step: step, Kind: remove, Path: path}
	raw, err := ws.Raw(path)
	switch {
	case errors.Is(err, workspace.ErrTooLarge):
		r.Lost = true
	case err != nil:
		return err
	default:
		r.Mode, r.Link = raw.Mode, raw.Link
		if err := j.storeContent(&r.Before, string(raw.Data), true); err != nil {
			return err
		}
	}
	return j.perform(t, r, func() error { return ws.Delete(ctx, path, hash) })
}

// Move renames a file; errors are those of [workspace.Workspace.Move] and of the journal's own files.
func (j *Journal) Move(ctx context.Context, ws *workspace.Workspace, t Turn, from, to, hash string) error {
	return j.move(ctx, ws, t, 0, from, to, hash)
}

func (j *Journal) move(ctx context.Context, ws *workspace.Workspace, t Turn, step int, from, to, hash string) error {
	do := func() error { return ws.Move(ctx, from, to, hash) }
	if j == nil {
		return do()
	}
	return j.perform(t, record{Turn: t.ID, Step: step, Kind: move, Path: from, To: to}, do)
}
