package tools

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/search"
)

// Limits of the search for files that a command creates.
const (
	maxListed = 20_000                 // in the workspace
	maxMade   = 200                    // by one command; if there are more, none is noted
	listTime  = 500 * time.Millisecond // for listing them once
)

// fileSet is the set of the workspace's files that git does not ignore, at one moment.
type fileSet struct {
	paths map[string]bool // absolute
	git   []fs.FileInfo   // the state of each folder's .git
}

var errTooMany = errors.New("too many files")

// listFiles lists the files without the cache, which may lack a file that the user has just created. It returns nil if there
// are too many.
func listFiles(ctx context.Context, ws *workspace.Workspace) *fileSet {
	ctx, cancel := context.WithTimeout(ctx, listTime)
	defer cancel()
	set := &fileSet{paths: map[string]bool{}}
	for _, f := range ws.Folders() {
		err := search.Walk(ctx, search.Options{Root: f.Path, Global: search.GlobalIgnore(f.Path, os.Getenv)}, func(e search.Entry) error {
			if len(set.paths) == maxListed {
				return errTooMany
			}
			set.paths[filepath.Join(f.Path, filepath.FromSlash(e.Rel))] = true
			return nil
		})
		if err != nil {
			return nil
		}
		for _, name := range []string{"HEAD", "index"} {
			info, _ := os.Stat(filepath.Join(f.Path, ".git", name)) // nil if it doesn't exist
			set.git = append(set.git, info)
		}
	}
	return set
}

// made returns the files that were created since before. If the command has changed the state of git there are none: git
// created them, and can remove them.
func made(ctx context.Context, secrets workspace.Secrets, ws *workspace.Workspace, before *fileSet) []string {
	if before == nil {
		return nil
	}
	now := listFiles(ctx, ws)
	if now == nil || !slices.EqualFunc(before.git, now.git, sameFile) {
		return nil
	}
	var paths []string
	for p := range now.paths {
		if !before.paths[p] && !secrets.Match(p) {
			paths = append(paths, p)
		}
	}
	if len(paths) > maxMade {
		return nil
	}
	slices.Sort(paths)
	return paths
}

func sameFile(a, b fs.FileInfo) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.ModTime().Equal(b.ModTime()) && a.Size() == b.Size()
}
