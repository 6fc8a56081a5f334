package tools

import (
	"context"
	"fmt"

	"ptk-lsp/workspace"
)

type deleteFileArgs struct {
	Path string `json:"path" jsonschema:"file to delete, relative to the workspace"`
}

// Deleted is the result of the tool delete_file.
type Deleted struct {
	Path    string `json:"path"`
	Removed int    `json:"removed"` // lines
}

func (w fileWriter) deleteFile() Tool {
	return New(Spec{
		Name: "delete_file", Kind: KindDelete, Confirm: true, Description: "Deletes one file. Folders are not deleted.",
	}, func(ctx context.Context, c *Call, a deleteFileArgs) (*Action, error) {
		t, err := c.Workspace.Read(ctx, a.Path)
		if err != nil {
			return nil, err
		}
		path := t.File.Path
		if _, err := c.Workspace.Resolve(path); err != nil {
			return nil, err // only in the editor
		}
		diff := fileDiff(c, path, t.Content, "")
		_, removed := countLines(diff.Unified)
		act := &Action{
			Title: "Delete " + a.Path, Locations: []Location{{Path: path}},
			Risk: fmt.Sprintf("Deletes a file of %d bytes.", t.Size),
		}
		if !t.Binary && !t.Large {
			act.Diff = []workspace.FileDiff{diff}
		}
		if t.Large {
			act.Risk += " It is too large to be put back by undo."
		}
		act.Do = func(ctx context.Context) (*Result, error) {
			if err := w.journal.Delete(ctx, c.Workspace, c.turn(), path, t.Hash); err != nil {
				return nil, stale(err)
			}
			c.Reads.Forget(path)
			shown := c.Workspace.Display(path)
			return &Result{
				Fields: Deleted{shown, removed}, Preview: []string{"deleted " + shown},
				Changes: []Change{{path, "delete", 0, removed}},
			}, nil
		}
		return act, nil
	})
}
