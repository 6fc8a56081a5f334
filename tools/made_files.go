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

// Bounds of the looking for files that a command makes.
const (
	mostFiles = 20_000                 // of the workspace
	mostMade  = 200                    // by one command; where there are more they are left alone
	listTime  = 500 * time.Millisecond // for one list of them
)

// fileSet are the files of the workspace that git does not ignore, at one moment.
type fileSet struct {
	paths map[string]bool // absolute
	git   []fs.FileInfo   // the state of each folder's git
}

var errTooMany = errors.New("too many files")

// fileSet lists the files anew, for a list that is remembered might lack one that the user has just made. It is nil where there
// are too many of them.
func listFiles(ctx context.Context, ws *workspace.Workspace) *fileSet {
	ctx, cancel := context.WithTimeout(ctx, listTime)
	defer cancel()
	set := &fileSet{paths: map[string]bool{}}
	for _, f := range ws.Folders() {
		err := search.Walk(ctx, search.Options{Root: f.Path, Global: search.GlobalIgnore(f.Path, os.Getenv)}, func(e search.Entry) error {
			if len(set.paths) == mostFiles {
				return errTooMany
			}
			set.paths[filepath.Join(f.Path, filepath.FromSlash(e.Rel))] = true
			return nil
		})
		if err != nil {
			return nil
		}
		for _, name := range []string{"HEAD", "index"} {
			info, _ := os.Stat(filepath.Join(f.Path, ".git", name)) // nil where there is none
			set.git = append(set.git, info)
		}
	}
	return set
}

// made gives the files that are there now and were not before. Where a command has changed the state of git there are none:
// what appears then is git's, and is taken away by git.
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
	if len(paths) > mostMade {
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
