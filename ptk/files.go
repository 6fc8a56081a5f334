package ptk

import (
	"context"
	"slices"
	"strings"
	"time"

	"ptk-lsp/workspace/search"
)

const (
	filesFresh  = 3 * time.Second // how long a list of files serves, while somebody types
	filesMost   = 400_000         // files that are looked at
	listingTime = 2 * time.Second // how long the listing may take
)

// fileList is the workspace's files, for as long as they are fresh.
type fileList struct {
	gate  gate     // guards what follows, while files are listed too, so that it is done once
	names []string // as they are shown; the list is never changed
	lower []string // the same in lower case
	at    time.Time
}

// list gives the files, also in lower case; none where the context ends before.
func (l *fileList) list(ctx context.Context, m *Manager, now time.Time) (names, lower []string) {
	if !l.gate.enter(ctx) {
		return nil, nil
	}
	defer l.gate.leave()
	if l.at.IsZero() || now.Sub(l.at) >= filesFresh {
		names := m.listFiles(ctx)
		if ctx.Err() != nil {
			return nil, nil
		}
		l.set(names)
		l.at = now
	}
	return l.names, l.lower
}

// set takes the list; where nothing is new, what follows from it stays.
func (l *fileList) set(names []string) {
	if slices.Equal(names, l.names) {
		return
	}
	l.names, l.lower = names, make([]string, len(names))
	for i, name := range names {
		l.lower[i] = strings.ToLower(name)
	}
}

// listFiles gives the files of all folders as they are shown. What was found when the time is over serves.
func (m *Manager) listFiles(ctx context.Context) (names []string) {
	ctx, cancel := context.WithTimeout(ctx, listingTime)
	defer cancel()
	folders := m.cfg.Workspace.Folders()
	for _, f := range folders {
		o := m.look(f.Path)
		o.Skip = nil // who names a file may mean any
		found, _ := search.List(ctx, o, nil, nil)
		found = found[:min(len(found), filesMost-len(names))]
		if len(folders) == 1 {
			return found
		}
		for _, rel := range found {
			names = append(names, f.Name+"/"+rel)
		}
	}
	return names
}

// look says how a folder is looked through.
func (m *Manager) look(root string) search.Options {
	if m.cfg.Look == nil {
		return search.Options{Root: root}
	}
	return m.cfg.Look(root)
}

// gate lets in one at a time; who waits is let go with its context.
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
