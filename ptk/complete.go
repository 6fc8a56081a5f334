package ptk

import (
	"context"
	"fmt"
	"strings"
	"time"
)

const (
	completions   = 50 // at most
	symbolsBeside = 15 // of them, beside files
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
	begun = strings.ToLower(begun)
	for _, c := range m.commands() {
		name := strings.ToLower(c.name)
		if !strings.HasPrefix(name, begun) && !(c.project() && strings.HasPrefix(strings.TrimPrefix(name, projectPrefix), strings.TrimPrefix(begun, projectPrefix))) {
			continue
		}
		detail := strings.TrimSpace(c.hint + "  " + c.description)
		if c.project() {
			detail += " (of this workspace)"
		}
		items = append(items, Completion{"/" + c.name, "/" + c.name, detail, "command"})
	}
	return items
}

// completeMention gives what could stand behind an @, what the user most likely means first.
func (m *Manager) completeMention(ctx context.Context, begun string) []Completion {
	if name, ok := strings.CutPrefix(begun, mentionSymbol); ok {
		return m.completeSymbol(ctx, name, completions, toSuggest)
	}
	if name, ok := strings.CutPrefix(begun, mentionTool); ok {
		return m.completeTool(name)
	}
	items := completeShown(begun)
	if len(begun) < leastSymbol {
		return append(items, m.completeFile(ctx, begun, completions)...)
	}
	files := m.completeFile(ctx, begun, completions-symbolsBeside)
	items = append(items, files...)
	if strings.Contains(begun, "/") {
		return items // only files are called so
	}
	wait := toStand
	if !named(files, begun) {
		wait = toSuggest // a symbol is rather meant
	}
	items = append(items, m.completeSymbol(ctx, begun, symbolsBeside, wait)...)
	return append(items, m.completeTool(begun)...)
}

// named tells whether what was typed stands in the path of one of the files, the best first, and not only its letters.
func named(files []Completion, begun string) bool {
	return len(files) > 0 && strings.Contains(strings.ToLower(files[0].Label), strings.ToLower(begun))
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

func (m *Manager) completeSymbol(ctx context.Context, begun string, most int, p patience) (items []Completion) {
	found := m.symbols.list(ctx, m, begun, p)
	want, seen, b := strings.ToLower(begun), map[string]bool{}, best{most: most}
	for i, s := range found {
		if seen[s.Name] || strings.ContainsAny(s.Name, " \t\"@") {
			continue
		}
		seen[s.Name] = true
		b.consider(s.Name, strings.ToLower(s.Name), want, i)
	}
	for _, h := range b.sorted() {
		s := found[h.at]
		where := fmt.Sprintf("%s:%d", m.cfg.Workspace.Display(s.Path), s.StartLine)
		items = append(items, Completion{s.Name, "@" + mentionSymbol + s.Name, strings.TrimSpace(s.Kind + " " + where), "symbol"})
	}
	return items
}

func (m *Manager) completeFile(ctx context.Context, begun string, most int) (items []Completion) {
	names, lower := m.files.list(ctx, m, time.Now())
	want, b := strings.ToLower(begun), best{most: most}
	for i, name := range names {
		b.consider(name, lower[i], want, i)
	}
	for _, h := range b.sorted() {
		insert := "@" + h.name
		if strings.ContainsAny(h.name, " \t\"") {
			insert = `@"` + h.name + `"`
		}
		items = append(items, Completion{Label: h.name, Insert: insert, Kind: "file"})
	}
	return items
}
