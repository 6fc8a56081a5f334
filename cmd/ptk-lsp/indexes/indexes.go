// Package indexes builds the indexes of a workspace: one for questions and one for searches of each folder.
package indexes

import (
	"context"
	"io"
	"time"

	"ptk-lsp/cmd/ptk-lsp/dirs"
	"ptk-lsp/tools"
	"ptk-lsp/workspace/index"
	"ptk-lsp/workspace/search"
	"ptk-lsp/workspace/trigram"
)

// Options are the inputs of [New].
type Options struct {
	Folders  []string // absolute
	Dirs     dirs.Dirs
	Env      func(string) string
	Embedder func() index.Embedder
	Progress Progress     // shows background jobs; may be nil
	Warn     func(string) // shows a warning to the user; nil to use Stderr
	Stderr   io.Writer
}

// Indexes are the indexes of the workspace's folders.
type Indexes struct {
	Questions *index.Set
	Searches  *trigram.Set
	Memory    *search.Memory
	env       func(string) string
}

// New returns the indexes. They are built in the background after [index.Set.Start].
func New(o Options) *Indexes {
	x := &Indexes{Memory: search.NewMemory(), env: o.Env}
	failed := failures{stderr: o.Stderr, warn: o.Warn}
	x.Questions = index.NewSet(index.SetOptions{
		Cache: o.Dirs.Index(), Watch: o.Progress.watcher(), Failed: failed.questions,
		Options: func(root string) index.Options {
			return index.Options{Search: SearchOptions(root, o.Env, x.Memory.Lent()), Embed: o.Embedder()}
		},
	})
	x.Questions.SetFolders(o.Folders)
	x.Searches = trigram.NewSet(trigram.SetOptions{
		Place: o.Dirs.Trigrams, Failed: failed.any,
		Options: func(root string) search.Options { return SearchOptions(root, o.Env, x.Memory) },
	})
	return x
}

// SetFolders sets the workspace's folders.
func (x *Indexes) SetFolders(folders []string) {
	x.Questions.SetFolders(folders)
	x.Memory.Keep(folders)
}

// Search returns how a folder is searched between turns, with the index and the cache that the tools use.
func (x *Indexes) Search(root string) search.Options {
	o := SearchOptions(root, x.env, x.Memory)
	o.Index = x.Searches.Of(root)
	return o
}

// Map returns the function that draws the map of the workspace. If a map can be made soon, its first call waits for one until
// wait is over, counted from now.
func (x *Indexes) Map(ctx context.Context, wait time.Duration) func(tokens int) string {
	until := time.Now().Add(wait)
	if wait == 0 || !x.Questions.Quick(ctx) {
		return x.Questions.Map
	}
	x.Questions.Start()
	return func(tokens int) string {
		waiting, cancel := context.WithDeadline(ctx, until)
		defer cancel()
		x.Questions.Mapped(waiting)
		return x.Questions.Map(tokens)
	}
}

// Follow is a tool middleware that updates the indexes with what calls changed.
func (x *Indexes) Follow(next tools.Runner) tools.Runner {
	return func(ctx context.Context, r tools.Running) (*tools.Result, error) {
		res, err := next(ctx, r)
		switch {
		case r.Spec.Kind == tools.KindExecute:
			x.Questions.Refresh() // a command may change any file
		case res != nil && len(res.Changes) > 0:
			var paths []string
			for _, c := range res.Changes {
				paths = append(paths, c.Path)
			}
			x.Questions.Changed(paths)
		}
		return res, err
	}
}

// Close ends background jobs and closes the indexes.
func (x *Indexes) Close() {
	x.Questions.Close()
	x.Searches.Close()
	x.Memory.Close()
}
