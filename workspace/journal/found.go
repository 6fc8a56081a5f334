package journal

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"unicode/utf8"

	"ptk-lsp/workspace"
)

// Snapshot holds files as they are, to find out later what a program changed without the journal.
type Snapshot struct {
	ws    *workspace.Workspace
	files map[string]*workspace.Raw
}

// The limits of a snapshot; files beyond them are left out.
const (
	maxSnapshotFiles = 500
	maxSnapshotFile  = 1 << 20  // bytes of one
	maxSnapshot      = 32 << 20 // bytes of all
)

// TakeSnapshot reads plain text files by their absolute paths; unreadable files and files that are not UTF-8 are left out.
func TakeSnapshot(ws *workspace.Workspace, paths []string) *Snapshot {
	s := &Snapshot{ws, map[string]*workspace.Raw{}}
	size := 0
	for _, p := range paths {
		info, err := ws.Stat(p)
		if err != nil || !info.Mode().IsRegular() || info.Size() > maxSnapshotFile || size+int(info.Size()) > maxSnapshot ||
			len(s.files) >= maxSnapshotFiles {
			continue
		}
		if raw, err := ws.Raw(p); err == nil && raw.Link == "" && plain(raw.Data) {
			s.files[p] = raw
			size += len(raw.Data)
		}
	}
	return s
}

// plain reports whether bytes are plain UTF-8 text.
func plain(data []byte) bool {
	return utf8.Valid(data) && !bytes.ContainsRune(data, 0) && !bytes.HasPrefix(data, []byte("\ufeff"))
}

// Found is a file that a program has changed.
type Found struct {
	Path          string // absolute
	Before, After string
	Gone          bool // it was deleted
}

// Found returns the files that have changed, and records the changes, so that they can be undone like changes of the turn.
func (j *Journal) Found(t Turn, s *Snapshot) ([]Found, error) {
	var found []Found
	var errs []error
	for _, path := range slices.Sorted(maps.Keys(s.files)) {
		was := s.files[path]
		f := Found{Path: path, Before: string(was.Data)}
		now, err := s.ws.Raw(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			f.Gone = true
		case err != nil, now.Link != "", !plain(now.Data), bytes.Equal(now.Data, was.Data):
			continue
		default:
			f.After = string(now.Data)
		}
		found = append(found, f)
		if j != nil {
			errs = append(errs, j.found(t, f, was))
		}
	}
	return found, errors.Join(errs...)
}

func (j *Journal) found(t Turn, f Found, was *workspace.Raw) error {
	r := record{Turn: t.ID, Kind: edit, Path: f.Path}
	err := j.storeContent(&r.Before, f.Before, true)
	if f.Gone {
		r.Kind, r.Mode = remove, was.Mode
	} else if err == nil {
		err = j.storeContent(&r.After, f.After, true)
	}
	if err != nil {
		return err
	}
	return j.perform(t, r, func() error { return nil })
}
