package workspace

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Bounds of the search for the other names of a file.
const (
	mostNames  = 400_000
	namingTime = 2 * time.Second
)

var errNames = errors.New("there are too many files to look at")

// OtherName gives another name of the file at a path, from its workspace folder, for which want is true: a hard link. It gives ""
// where there is none, and an error where that can't be told. Files with one name cost nothing; want is called from one goroutine.
func (w *Workspace) OtherName(ctx context.Context, path string, want func(rel string) bool) (string, error) {
	if IsVirtual(path) {
		return "", nil
	}
	f, err := w.Resolve(path)
	if err == nil {
		f, err = w.follow(f)
	}
	if err != nil {
		return "", nil // it can't be opened either
	}
	info, err := f.root.Stat(f.name())
	if err != nil || !info.Mode().IsRegular() || !several(filepath.Join(f.root.real, f.name()), info) {
		return "", nil
	}
	ctx, cancel := context.WithTimeout(ctx, namingTime)
	defer cancel()
	seen := 0
	for _, r := range w.snapshot() {
		name, err := r.otherName(ctx, info, want, &seen)
		if name != "" || err != nil {
			return name, err
		}
	}
	return "", nil
}

// otherName looks for a name of the file in one folder. Of the files only those that are wanted are opened.
func (r *root) otherName(ctx context.Context, file fs.FileInfo, want func(rel string) bool, seen *int) (name string, err error) {
	err = filepath.WalkDir(r.real, func(p string, d fs.DirEntry, err error) error {
		if *seen++; *seen > mostNames {
			return errNames
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil || !d.Type().IsRegular() {
			return nil // a folder that can't be read holds nothing that could be read by this name
		}
		rel, err := filepath.Rel(r.real, p)
		if err != nil || !want(filepath.ToSlash(rel)) {
			return nil
		}
		if info, err := d.Info(); err == nil && os.SameFile(info, file) {
			name = filepath.ToSlash(rel)
			return filepath.SkipAll
		}
		return nil
	})
	return name, err
}
