// Package gitrepo reads a git repository as data, without running git: where it is, whether its settings could make git run a
// program, and which files it tracks. Start at [Find].
package gitrepo

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Repo is a repository with a working tree whose .git is a folder in it.
type Repo struct {
	// Root is the folder of the working tree, GitDir its .git, both absolute and without links.
	Root, GitDir string
}

// Limits of the files that are read.
const (
	maxConfig = 64 << 10
	maxIndex  = 64 << 20
	maxFiles  = 50_000
)

// Find returns the repository that git would use in the folder, an absolute path without links. The error explains why git must
// not run there without asking the user: there is no repository, it is unusual, or its settings are not known to be harmless.
func Find(dir string) (*Repo, error) {
	for at := dir; ; at = filepath.Dir(at) {
		if bare(at) {
			return nil, errors.New("is bare, or is the folder .git itself")
		}
		git := filepath.Join(at, ".git")
		info, err := os.Lstat(git)
		switch {
		case err == nil && !info.IsDir():
			return nil, errors.New("keeps its data in another place")
		case err == nil:
			r := &Repo{Root: at, GitDir: git}
			return r, r.check()
		case !errors.Is(err, os.ErrNotExist):
			return nil, errors.New("can't be read")
		case filepath.Dir(at) == at:
			return nil, errors.New("doesn't exist")
		}
	}
}

// bare reports whether git could take the folder itself for a repository.
func bare(dir string) bool {
	_, head := os.Lstat(filepath.Join(dir, "HEAD"))
	_, objects := os.Lstat(filepath.Join(dir, "objects"))
	_, refs := os.Lstat(filepath.Join(dir, "refs"))
	return head == nil && (objects == nil || refs == nil)
}

// check checks for settings and files that could make git run programs, or read elsewhere.
func (r *Repo) check() error {
	for _, name := range []string{"commondir", "gitdir", "objects/info/alternates", "objects/info/http-alternates", "shallow.lock"} {
		if _, err := os.Lstat(filepath.Join(r.GitDir, filepath.FromSlash(name))); !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("has the file .git/%s", name)
		}
	}
	if err := r.plain(); err != nil {
		return err
	}
	text, err := readFile(filepath.Join(r.GitDir, "config"), maxConfig)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return errors.New("has settings that can't be read")
	}
	return CheckConfig(string(text))
}

// plain checks for files that lead elsewhere: links, hard links, devices and pipes. git follows them, and prints the content of
// many of its files. Of the objects only the folders and packs are checked, because git verifies objects by their checksum.
func (r *Repo) plain() error {
	n := 0
	return filepath.WalkDir(r.GitDir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return errors.New("has files in .git that can't be read")
		}
		if n++; n > maxFiles {
			return errors.New("has too many files in .git to check")
		}
		rel, _ := filepath.Rel(r.GitDir, path)
		rel = filepath.ToSlash(rel)
		objects := strings.HasPrefix(rel, "objects/")
		switch {
		case !d.IsDir() && !d.Type().IsRegular():
			return fmt.Errorf("has a link or a device for .git/%s", rel)
		case d.IsDir() && (rel == "lfs" || rel == "modules" || objects && len(rel) == len("objects/00")):
			return fs.SkipDir
		case d.IsDir() || objects:
			return nil
		}
		if info, err := d.Info(); err != nil || several(info) {
			return fmt.Errorf("has a file with other names for .git/%s", rel)
		}
		return nil
	})
}

// readFile reads a regular file of limited size.
func readFile(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > limit {
		return nil, fmt.Errorf("%s is not a regular file of ordinary size", path)
	}
	return io.ReadAll(io.LimitReader(f, limit))
}
