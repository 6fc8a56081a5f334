package ptk

import (
	"cmp"
	"context"
	"fmt"
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
	completions   = 50              // at most
	symbolsBeside = 15              // of them, beside files
	filesFresh    = 3 * time.Second // how long a list of files serves, while somebody types
	filesMost     = 100_000         // files that are looked at
	listingTime   = 2 * time.Second // how long the listing may take
)

// Completion is one thing that could stand at a place in a chat's input.
type Completion struct {
	Label, Insert, Detail string
	Kind                  string // "file", "symbol", "command" or "tool"
}

// Completions are what could stand in place of the bytes Start to End of an input, best first.
type Completions struct {
	Items      []Completion
	Start, End int
}

// Complete tells what could stand at a byte offset of a chat's input: commands after a / at its beginning; after an @ files,
// symbols, tools, and what the editor shows.
func (m *Manager) Complete(ctx context.Context, text string, offset int) Completions {
	offset = max(0, min(offset, len(text)))
	out := wordAt(text, offset)
	word := text[out.Start:offset]
	switch {
	case strings.HasPrefix(word, "/") && blank(text[:out.Start]):
		out.Items = m.completeCommand(word[1:])
	case strings.HasPrefix(word, "@"):
		out.Items = m.completeMention(ctx, strings.TrimPrefix(word[1:], `"`))
	}
	return out
}

// wordAt gives the word round an offset: between white space, or between quotes behind an @.
func wordAt(text string, offset int) Completions {
	if i := strings.LastIndex(text[:offset], `@"`); i >= 0 && !strings.ContainsAny(text[i+2:offset], "\"\n") {
		end := offset
		if n := strings.IndexAny(text[offset:], "\"\n"); n >= 0 && text[offset+n] == '"' {
			end += n + 1
		}
		return Completions{Start: i, End: end}
	}
	start := strings.LastIndexAny(text[:offset], " \t\n(") + 1
	end := len(text)
	if n := strings.IndexAny(text[offset:], " \t\n"); n >= 0 {
		end = offset + n
	}
	return Completions{Start: start, End: end}
}

func (m *Manager) completeCommand(begun string) (items []Completion) {
	for _, c := range m.commands() {
		if strings.HasPrefix(c.name, strings.ToLower(begun)) {
			items = append(items, Completion{"/" + c.name, "/" + c.name, strings.TrimSpace(c.hint + "  " + c.description), "command"})
		}
	}
	return items
}

// completeMention gives what could stand behind an @, what the user most likely means first.
func (m *Manager) completeMention(ctx context.Context, begun string) []Completion {
	if name, ok := strings.CutPrefix(begun, mentionSymbol); ok {
		return m.completeSymbol(ctx, name, completions)
	}
	if name, ok := strings.CutPrefix(begun, mentionTool); ok {
		return m.completeTool(name)
	}
	items := completeShown(begun)
	if len(begun) < leastSymbol {
		return append(items, m.completeFile(ctx, begun, completions)...)
	}
	items = append(items, m.completeFile(ctx, begun, completions-symbolsBeside)...)
	items = append(items, m.completeSymbol(ctx, begun, symbolsBeside)...)
	return append(items, m.completeTool(begun)...)
}

// shown is what an @ can stand for beside names.
var shown = []Completion{
	{"@" + mentionDiagnostics, "@" + mentionDiagnostics, "the problems that the editor shows", "tool"},
	{"@" + mentionSelection, "@" + mentionSelection, "what is selected in the editor", "tool"},
	{"@" + mentionDiff, "@" + mentionDiff, "what is not committed", "tool"},
}

func completeShown(begun string) (items []Completion) {
	for _, c := range shown {
		if strings.HasPrefix(c.Label[1:], strings.ToLower(begun)) {
			items = append(items, c)
		}
	}
	return items
}

func (m *Manager) completeTool(begun string) (items []Completion) {
	for _, s := range m.cfg.Tools.Specs() {
		if strings.HasPrefix(s.Name, strings.ToLower(begun)) {
			items = append(items, Completion{s.Name, "@" + mentionTool + s.Name, s.Description, "tool"})
		}
	}
	return items
}

// hit is something whose name answers to what was typed.
type hit struct {
	Completion
	name string
	rank int
}

// best gives the hits that answer best, each insert once.
func best(hits []hit, most int) (items []Completion) {
	slices.SortStableFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(len(a.name), len(b.name)), strings.Compare(a.name, b.name))
	})
	hits = slices.CompactFunc(hits, func(a, b hit) bool { return a.Insert == b.Insert })
	for _, h := range hits[:min(len(hits), most)] {
		items = append(items, h.Completion)
	}
	return items
}

func (m *Manager) completeSymbol(ctx context.Context, begun string, most int) []Completion {
	var hits []hit
	for _, s := range m.symbols.list(ctx, m, begun, time.Now()) {
		r, ok := rank(s.Name, begun)
		if _, err := m.cfg.Workspace.Resolve(s.Path); !ok || err != nil || strings.ContainsAny(s.Name, " \t\"@") {
			continue
		}
		where := fmt.Sprintf("%s:%d", m.cfg.Workspace.Display(s.Path), s.StartLine)
		hits = append(hits, hit{Completion{s.Name, "@" + mentionSymbol + s.Name, strings.TrimSpace(s.Kind + " " + where), "symbol"}, s.Name, r})
	}
	return best(hits, most)
}

func (m *Manager) completeFile(ctx context.Context, begun string, most int) []Completion {
	var hits []hit
	for _, name := range m.files.list(ctx, m.cfg.Workspace, time.Now()) {
		if r, ok := rank(name, begun); ok {
			insert := "@" + name
			if strings.ContainsAny(name, " \t\"") {
				insert = `@"` + name + `"`
			}
			hits = append(hits, hit{Completion{Label: name, Insert: insert, Kind: "file"}, name, r})
		}
	}
	return best(hits, most)
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
