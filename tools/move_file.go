package tools

import (
	"context"
	"fmt"
	"io/fs"
)

type moveFileArgs struct {
	From string `json:"from" jsonschema:"file to move, relative to the workspace"`
	To   string `json:"to" jsonschema:"its new path; nothing may be there yet"`
}

// Moved is the result of the tool move_file.
type Moved struct {
	From string `json:"from"`
	To   string `json:"to"`
}

func (w fileWriter) moveFile() Tool {
	return New(Spec{
		Name: "move_file", Kind: KindMove, Confirm: true, Description: "Moves or renames one file.",
	}, func(ctx context.Context, c *Call, a moveFileArgs) (*Action, error) {
		t, err := c.Workspace.Read(ctx, a.From)
		if err != nil {
			return nil, err
		}
		if _, err := c.Workspace.Resolve(t.File.Path); err != nil {
			return nil, err // only in the editor
		}
		to, err := c.Workspace.Resolve(a.To)
		if err != nil {
			return nil, err
		}
		if _, err := c.Workspace.Stat(to.Path); err == nil {
			return nil, fmt.Errorf("%s: %w", a.To, fs.ErrExist)
		}
		from := t.File.Path
		return &Action{
			Title: "Move " + a.From + " to " + a.To, Locations: []Location{{Path: from}, {Path: to.Path}},
			Risk: "Programs that use the file under its old path will not find it.",
			Do: func(ctx context.Context) (*Result, error) {
				if err := w.journal.Move(ctx, c.Workspace, c.turn(), from, to.Path, t.Hash); err != nil {
					return nil, stale(err)
				}
				moveRead(c.Reads, from, to.Path)
				shown := Moved{c.Workspace.Display(from), c.Workspace.Display(to.Path)}
				lines := len(splitLines(t.Content))
				return &Result{
					Fields: shown, Preview: []string{shown.From + " → " + shown.To},
					Changes: []Change{{from, "delete", 0, lines}, {to.Path, "create", lines, 0}},
				}, nil
			},
		}, nil
	})
}

// moveRead transfers what was read of a file to its new path.
func moveRead(r *Reads, from, to string) {
	if hash, ok := r.Hash(from); ok {
		r.Forget(from)
		r.Note(to, hash)
	}
}
