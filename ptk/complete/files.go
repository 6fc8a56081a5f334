package complete

import (
	"context"
	"slices"
	"strings"
	"time"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/search"
)

const (
	maxFileAge  = 3 * time.Second // of a cached list of files
	maxFiles    = 400_000
	listTimeout = 2 * time.Second
)

// fileCache caches the files of a workspace while the user types.
type fileCache struct {
	ws      *workspace.Workspace
	options func(root string) search.Options

	gate  gate     // guards the fields below, also while files are listed
	files []string // as they are displayed
	names []string // the files, then their folders; never changed in place
	lower []string // the names in lower case
	at    time.Time
}

func newFileCache(ws *workspace.Workspace, options func(root string) search.Options) *fileCache {
	return &fileCache{ws: ws, options: options, gate: make(gate, 1)}
}

// list returns the names of the files and folders, also in lower case; none if the context ends first.
func (c *fileCache) list(ctx context.Context, now time.Time) (names, lower []string) {
	if !c.gate.enter(ctx) {
		return nil, nil
	}
	defer c.gate.leave()
	if c.at.IsZero() || now.Sub(c.at) >= maxFileAge {
		names := c.read(ctx)
		if ctx.Err() != nil {
			return nil, nil
		}
		c.store(names)
		c.at = now
	}
	return c.names, c.lower
}

// store stores the names unless they are the same as before.
func (c *fileCache) store(names []string) {
	if slices.Equal(names, c.files) {
		return
	}
	c.files, c.names = names, slices.Concat(names, foldersOf(names))
	c.lower = make([]string, len(c.names))
	for i, name := range c.names {
		c.lower[i] = strings.ToLower(name)
	}
}

// foldersOf returns the folders of files, each with a slash at its end, in order.
func foldersOf(names []string) (folders []string) {
	seen := map[string]bool{}
	for _, name := range names {
		for i := strings.LastIndexByte(name, '/'); i >= 0 && !seen[name[:i+1]]; i = strings.LastIndexByte(name[:i], '/') {
			seen[name[:i+1]] = true
			folders = append(folders, name[:i+1])
		}
	}
	slices.Sort(folders)
	return folders
}

// read returns the displayed names of the files of all folders, or those that were found when the time is over.
func (c *fileCache) read(ctx context.Context) (names []string) {
	ctx, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	folders := c.ws.Folders()
	for _, f := range folders {
		o := c.options(f.Path)
		o.Skip = nil // the user may name any file
		found, _ := search.List(ctx, o, nil, nil)
		found = found[:min(len(found), maxFiles-len(names))]
		if len(folders) == 1 {
			return found
		}
		for _, rel := range found {
			names = append(names, f.Name+"/"+rel)
		}
	}
	return names
}

// gate is a lock that is waited for until a context ends.
type gate chan struct{}

func (g gate) enter(ctx context.Context) bool {
	select {
	case g <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (g gate) leave() { <-g }
