package readable

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
)

// finder determines from the known folders what may be read.
type finder struct {
	root    string
	secret  func(rel string) bool
	folders map[string]*folder
	hidden  map[inode]bool // the files that are secrets, under any name
	gitFinder
}

func (f *finder) find() error {
	for _, d := range f.folders {
		for _, id := range d.hidden {
			f.hidden[id] = true
		}
	}
	for rel, d := range f.folders {
		for _, name := range d.steered {
			f.out.Steered = append(f.out.Steered, filepath.Join(f.root, rel, name))
		}
	}
	mixed := f.mixed()
	if err := f.allow(".", mixed); err != nil {
		return err
	}
	if git := filepath.Join(f.root, ".git"); isPointer(git) {
		f.pointed(git)
	}
	if len(f.out.Read) > maxAllowed {
		return fmt.Errorf("in %s there are %d files and folders beside secrets: %w", f.root, len(f.out.Read), ErrTooLarge)
	}
	return nil
}

// mixed returns the folders that must not be allowed as a whole, and those above them.
func (f *finder) mixed() map[string]bool {
	mixed := map[string]bool{}
	for rel, d := range f.folders {
		if !d.closed && !d.git && len(d.secrets) == 0 && !f.otherNames(d) {
			continue
		}
		for ; !mixed[rel]; rel = path.Dir(rel) {
			mixed[rel] = true
		}
	}
	return mixed
}

// otherNames reports whether the folder holds a secret under another name.
func (f *finder) otherNames(d *folder) bool {
	for _, l := range d.linked {
		if f.hidden[l.id] {
			return true
		}
	}
	return false
}

// allow adds a folder to what may be read, as a whole or entry by entry.
func (f *finder) allow(rel string, mixed map[string]bool) error {
	dir := filepath.Join(f.root, rel)
	d := f.folders[rel]
	switch {
	case d == nil || d.closed:
		return nil // not known yet, or not readable
	case !mixed[rel]:
		f.out.Read = append(f.out.Read, dir)
		return nil
	case d.git:
		return f.gitDir(dir)
	}
	entries, err := entriesOf(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		at := path.Join(rel, e.Name())
		if e.IsDir() {
			if err := f.allow(at, mixed); err != nil {
				return err
			}
		} else if e.Type().IsRegular() && !f.secret(at) && !f.hides(e) {
			f.out.Read = append(f.out.Read, filepath.Join(dir, e.Name()))
		}
	}
	return nil
}

// hides reports whether a file is a secret under another name.
func (f *finder) hides(e fs.DirEntry) bool {
	if len(f.hidden) == 0 {
		return false
	}
	info, err := e.Info()
	if err != nil {
		return true
	}
	id, _ := inodeOf(info)
	return f.hidden[id]
}
