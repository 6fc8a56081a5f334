package journal

import (
	"context"
	"errors"

	"ptk-lsp/workspace"
)

// New is a file that a program has made.
type New struct{ Path, Text string }

// New records that a program has made files, by their absolute paths, so that an undo removes those that are unchanged. It returns
// the plain text files within the limits of a snapshot that the editor has no unsaved text of; others are ignored.
func (j *Journal) New(ctx context.Context, ws *workspace.Workspace, t Turn, paths []string) ([]New, error) {
	var made []New
	var errs []error
	size := 0
	for _, p := range paths {
		text, ok := newText(ctx, ws, p)
		if !ok || size+len(text) > maxSnapshot || len(made) >= maxSnapshotFiles {
			continue
		}
		size += len(text)
		made = append(made, New{p, text})
		if j == nil {
			continue
		}
		r := record{Turn: t.ID, Kind: create, Path: p}
		err := j.storeContent(&r.After, text, true)
		if err == nil {
			err = j.perform(t, r, func() error { return nil })
		}
		errs = append(errs, err)
	}
	return made, errors.Join(errs...)
}

// newText returns the content of a plain text file without unsaved text.
func newText(ctx context.Context, ws *workspace.Workspace, path string) (string, bool) {
	info, err := ws.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxSnapshotFile {
		return "", false
	}
	raw, err := ws.Raw(path)
	if err != nil || raw.Link != "" || !plain(raw.Data) {
		return "", false
	}
	seen, err := ws.Read(ctx, path)
	return string(raw.Data), err == nil && !seen.Buffer && seen.Content == string(raw.Data)
}
