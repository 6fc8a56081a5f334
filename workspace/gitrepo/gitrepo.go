// Package gitrepo looks at a repository of git as data, without running git: where it is, whether its settings could make
// git run a program, and which files it tracks. Start at [Find].
package gitrepo

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Repo is a repository with a working tree, whose .git is a folder in it.
type Repo struct {
	// Root is the folder of the working tree, GitDir its .git, both absolute and without links.
	Root, GitDir string
}

// Limits of the files that are read.
const (
	maxConfig = 64 << 10
	maxIndex  = 64 << 20
)

// Find returns the repository that git would use in the folder, an absolute path without links. The error says in words why
// git must not run in it unasked: there is none, it is not an ordinary one, or its settings are not known to be harmless.
func Find(dir string) (*Repo, error) {
	for at := dir; ; at = filepath.Dir(at) {
		if bare(at) {
			return nil, errors.New("is a bare one, or the folder .git itself")
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
			return nil, errors.New("can't be looked at")
		case filepath.Dir(at) == at:
			return nil, errors.New("isn't there")
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

// check looks at what could make git run programs, or read elsewhere.
func (r *Repo) check() error {
	for _, name := range []string{"commondir", "gitdir", "objects/info/alternates", "objects/info/http-alternates", "shallow.lock"} {
		if _, err := os.Lstat(filepath.Join(r.GitDir, filepath.FromSlash(name))); !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("has the file .git/%s", name)
		}
	}
	for _, name := range []string{"HEAD", "config", "objects", "refs", "index", "info", "packed-refs", "logs"} {
		info, err := os.Lstat(filepath.Join(r.GitDir, name))
		if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
			return fmt.Errorf("has a link or a device for .git/%s", name)
		}
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
		return nil, fmt.Errorf("%s is no file of ordinary size", path)
	}
	return io.ReadAll(io.LimitReader(f, limit))
}
