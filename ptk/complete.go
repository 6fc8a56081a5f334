package ptk

import (
	"cmp"
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/search"
)

const (
	completions = 50              // at most
	filesFresh  = 3 * time.Second // how long a list of files serves, while somebody types
	filesMost   = 100_000         // files that are looked at
	listingTime = 2 * time.Second // how long the listing may take
)

// Completion is one thing that could stand at a place in a chat's input.
type Completion struct {
	Label, Insert, Detail string
	Kind                  string // "file" or "command"
}

// Completions are what could stand in place of the bytes Start to End of an input, best first.
type Completions struct {
	Items      []Completion
	Start, End int
}

// Complete tells what could stand at a byte offset of a chat's input: commands after a / at its beginning, files after an @.
func (m *Manager) Complete(ctx context.Context, text string, offset int) Completions {
	offset = max(0, min(offset, len(text)))
	start := strings.LastIndexAny(text[:offset], " \t\n") + 1
	end := offset
	if n := strings.IndexAny(text[offset:], " \t\n"); n >= 0 {
		end += n
	} else {
		end = len(text)
	}
	out := Completions{Start: start, End: end}
	word := text[start:offset]
	switch {
	case strings.HasPrefix(word, "/") && blank(text[:start]):
		out.Items = m.completeCommand(word[1:])
	case strings.HasPrefix(word, "@"):
		out.Items = m.completeFile(ctx, word[1:])
	}
	return out
}

func (m *Manager) completeCommand(begun string) (items []Completion) {
	for _, c := range m.commands() {
		if strings.HasPrefix(c.name, strings.ToLower(begun)) {
			items = append(items, Completion{"/" + c.name, "/" + c.name + " ", c.description, "command"})
		}
	}
	return items
}

func (m *Manager) completeFile(ctx context.Context, begun string) []Completion {
	type hit struct {
		name string
		rank int
	}
	var hits []hit
	for _, name := range m.files.list(ctx, m.cfg.Workspace, time.Now()) {
		if r, ok := rank(name, begun); ok {
			hits = append(hits, hit{name, r})
		}
	}
	slices.SortFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(len(a.name), len(b.name)), strings.Compare(a.name, b.name))
	})
	var items []Completion
	for _, h := range hits[:min(len(hits), completions)] {
		items = append(items, Completion{Label: h.name, Insert: "@" + h.name + " ", Kind: "file"})
	}
	return items
}

// rank says how well a path answers to what was typed: by its name's beginning, its name, its path, or letters in order.
func rank(name, begun string) (int, bool) {
	lower, want := strings.ToLower(name), strings.ToLower(begun)
	base := path.Base(lower)
	switch {
	case strings.HasPrefix(base, want), strings.HasPrefix(lower, want):
		return 0, true
	case strings.Contains(base, want):
		return 1, true
	case strings.Contains(lower, want):
		return 2, true
	}
	for _, r := range want {
		i := strings.IndexRune(lower, r)
		if i < 0 {
			return 0, false
		}
		lower = lower[i+1:]
	}
	return 3, true
}

// fileList is the workspace's files, for as long as they are fresh.
type fileList struct {
	mu    sync.Mutex // guards what follows; held while the files are listed, so that it is done once
	names []string
	at    time.Time
}

func (l *fileList) list(ctx context.Context, ws *workspace.Workspace, now time.Time) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.at.IsZero() && now.Sub(l.at) < filesFresh {
		return l.names
	}
	ctx, cancel := context.WithTimeout(ctx, listingTime)
	defer cancel()
	l.names = l.names[:0:0]
	for _, f := range ws.Folders() {
		_ = search.Walk(ctx, search.Options{Root: f.Path}, func(e search.Entry) error { // what was found until then serves
			if len(l.names) >= filesMost {
				return context.Canceled
			}
			l.names = append(l.names, ws.Display(filepath.Join(f.Path, filepath.FromSlash(e.Rel))))
			return nil
		})
	}
	l.at = now
	return l.names
}
