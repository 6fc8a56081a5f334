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
	maxNames     = 400_000
	maxNamesTime = 2 * time.Second
)

var errNames = errors.New("there are too many files to check")

// OtherName returns another name, a hard link, of the file at a path, relative to its workspace folder, for which want returns
// true. It returns "" if there is none, and an error if that can't be found out. Files with one name cost nothing; want is called
// from one goroutine.
func (d *folders) OtherName(ctx context.Context, path string, want func(rel string) bool) (string, error) {
	found, err := d.OtherNames(ctx, []string{path}, want)
	return found[path], err
}

// OtherNames returns such names of several files by their paths, with one walk of the folders for all of them. If it fails, the
// files whose names are not known have an empty one.
func (d *folders) OtherNames(ctx context.Context, paths []string, want func(rel string) bool) (map[string]string, error) {
	found := map[string]string{}
	linked := map[string]fs.FileInfo{}
	for _, p := range paths {
		if info := d.linked(p); info != nil {
			linked[p] = info
		}
	}
	if len(linked) == 0 {
		return found, nil
	}
	ctx, cancel := context.WithTimeout(ctx, maxNamesTime)
	defer cancel()
	seen := 0
	for _, r := range d.snapshot() {
		if err := r.otherNames(ctx, linked, found, want, &seen); err != nil {
			for p := range linked {
				found[p] += "" // not known
			}
			return found, err
		}
	}
	return found, nil
}

// linked returns the state of a file that has several names, nil for others.
func (d *folders) linked(path string) fs.FileInfo {
	f, err := d.Resolve(path)
	if err == nil {
		f, err = d.follow(f)
	}
	if err != nil {
		return nil // it can't be opened either
	}
	info, err := f.root.Stat(f.name())
	if err != nil || !info.Mode().IsRegular() || !several(filepath.Join(f.root.real, f.name()), info) {
		return nil
	}
	return info
}

// otherNames searches one folder for names of the files. It only opens files that are wanted.
func (r *root) otherNames(ctx context.Context, files map[string]fs.FileInfo, found map[string]string, want func(rel string) bool,
	seen *int,
) error {
	return filepath.WalkDir(r.real, func(p string, d fs.DirEntry, err error) error {
		if *seen++; *seen > maxNames {
			return errNames
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil || !d.Type().IsRegular() {
			return nil // a folder that can't be read contains no readable file
		}
		rel, err := filepath.Rel(r.real, p)
		if err != nil || !want(filepath.ToSlash(rel)) {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return nil // it is gone
		}
		for path, file := range files {
			if found[path] == "" && os.SameFile(info, file) {
				found[path] = filepath.ToSlash(rel)
			}
		}
		return nil
	})
}
