// Package symbol finds where names are defined: it asks language servers, and else searches the files.
package symbol

import (
	"cmp"
	"context"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/search"
)

// maxLines is the number of matching lines that a search in files looks at.
const maxLines = 2000

// Timeouts bound how long a search takes: asking language servers, and searching files.
type Timeouts struct{ Servers, Files time.Duration }

// Finder finds definitions in a workspace. It is safe for concurrent use.
type Finder struct {
	ws      *workspace.Workspace
	options func(root string) search.Options
}

// NewFinder returns a Finder that searches each folder of ws with the options for its path.
func NewFinder(ws *workspace.Workspace, options func(root string) search.Options) *Finder {
	return &Finder{ws: ws, options: options}
}

// Find returns definitions whose names contain like: those that the editor's language servers know, or else those that the
// files show. When ctx ends it returns what was found so far. Complete reports whether there are no others.
func (f *Finder) Find(ctx context.Context, like string, t Timeouts) (found []workspace.Symbol, complete bool) {
	if found := f.ask(ctx, like, t.Servers); len(found) > 0 {
		return found, false // servers return the best matches only
	}
	ctx, cancel := context.WithTimeout(ctx, t.Files)
	defer cancel()
	return f.grep(ctx, `[\w$]*`+regexp.QuoteMeta(like)+`[\w$]*`, true)
}

// ask returns what the language servers know.
func (f *Finder) ask(ctx context.Context, like string, timeout time.Duration) []workspace.Symbol {
	l := f.ws.Languages()
	if l == nil || like == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	found, err := l.FindSymbols(ctx, like)
	if err != nil {
		return nil
	}
	found = slices.DeleteFunc(found, func(s workspace.Symbol) bool { return !f.contains(s.Path) })
	for i, s := range found {
		found[i].Name, _, _ = strings.Cut(s.Name, "(") // some servers add the parameters
	}
	return found
}

// contains reports whether a path is in the workspace.
func (f *Finder) contains(path string) bool {
	_, err := f.ws.Resolve(path)
	return err == nil
}

// grep returns the lines that define a name that matches the pattern.
func (f *Finder) grep(ctx context.Context, pattern string, ignoreCase bool) (found []workspace.Symbol, complete bool) {
	text := definitionLine(pattern)
	re, err := regexp.Compile("(?i)" + text)
	if err != nil {
		return nil, true // can't happen: the pattern is quoted
	}
	complete = true
	secrets := workspace.DefaultSecrets()
	for _, folder := range f.ws.Folders() {
		o := f.options(folder.Path)
		o.Skip = func(rel string, dir bool) bool { return !dir && (isProse(rel) || secrets.Match(rel)) }
		q := search.Query{Text: text, Regex: true, IgnoreCase: ignoreCase, MaxResults: maxLines}
		r, err := search.Stream(ctx, o, q, func(lines []search.Match) {
			for _, l := range lines {
				if name, ok := definedName(re, l.Text); ok {
					at := workspace.Range{StartLine: l.Line, EndLine: l.Line}
					file := filepath.Join(folder.Path, filepath.FromSlash(l.Rel))
					found = append(found, workspace.Symbol{Name: name, Place: workspace.Place{Path: file, Range: at}})
				}
			}
		})
		complete = complete && err == nil && !r.Truncated
	}
	return found, complete
}

// Definitions returns the places where a name is defined, each with all lines of the definition. In "Outer.name" the outer
// name is the container.
func (f *Finder) Definitions(ctx context.Context, name string, t Timeouts) (places []workspace.Place) {
	if name == "" {
		return nil
	}
	last := name[strings.LastIndexAny(name, ".:")+1:]
	container := strings.TrimRight(strings.TrimSuffix(name, last), ".:")
	exact := func(s workspace.Symbol) bool {
		return s.Name == name || s.Name == last && (last == name || strings.HasSuffix(s.Container, container))
	}
	found, _ := f.Find(ctx, last, t)
	if !slices.ContainsFunc(found, exact) {
		found, _ = f.grep(ctx, regexp.QuoteMeta(last), false)
		exact = func(s workspace.Symbol) bool { return s.Name == last }
	}
	for _, s := range found {
		if exact(s) && s.StartLine >= 1 {
			places = append(places, f.widen(ctx, s.Place))
		}
	}
	slices.SortStableFunc(places, func(a, b workspace.Place) int { return cmp.Compare(testRank(a.Path), testRank(b.Path)) })
	return slices.Compact(places)
}

// testRank returns 1 for a test file, else 0: definitions elsewhere come first.
func testRank(name string) int {
	base := strings.ToLower(path.Base(filepath.ToSlash(name)))
	for _, mark := range []string{"_test.", ".test.", ".spec."} {
		if strings.Contains(base, mark) {
			return 1
		}
	}
	if strings.HasPrefix(base, "test_") {
		return 1
	}
	return 0
}

// widen extends a place that covers only the first line of a definition to all of it.
func (f *Finder) widen(ctx context.Context, p workspace.Place) workspace.Place {
	t, err := f.ws.Read(ctx, p.Path)
	if err != nil || t.Binary || t.Large {
		return p
	}
	p.Path, p.StartColumn, p.EndColumn = t.File.Path, 0, 0
	lines := strings.Split(strings.TrimSuffix(t.Content, "\n"), "\n")
	if p.StartLine <= len(lines) && p.EndLine-p.StartLine < 1 {
		p.StartLine, p.EndLine = block(lines, p.StartLine)
	}
	return p
}
