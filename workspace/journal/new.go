package journal

import (
	"context"
	"errors"

	"ptk-lsp/workspace"
)

// New is a file that a program has made.
type New struct{ Path, Text string }

// New writes down that a program has made files, by their absolute paths, so that an undo takes those away that are still as it
// made them. Told are plain text files within the bounds of a snapshot that the editor has no text of its own of; others
// are left alone.
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
		err := j.keep(&r.After, text, true)
		if err == nil {
			err = j.made(t, r, func() error { return nil })
		}
		errs = append(errs, err)
	}
	return made, errors.Join(errs...)
}

// newText is what stands in a plain text file, where nobody else has a hand in it.
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
