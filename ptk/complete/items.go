package complete

import (
	"context"
	"fmt"
	"strings"
	"time"

	"ptk-lsp/ptk/command"
	"ptk-lsp/ptk/mention"
	"ptk-lsp/ptk/symbol"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

const (
	maxItems     = 50
	maxSymbols   = 15 // of the items, if files are suggested too
	symbolPrefix = 2  // letters from which on symbols are suggested beside files
)

// Item is one suggestion.
type Item struct {
	Label, Insert, Detail string
	Kind                  string // "file", "symbol", "command" or "tool"
}

// sources are what items are taken from.
type sources struct {
	ws       *workspace.Workspace
	commands *command.Library
	tools    *tools.Manager
	files    *fileCache
	symbols  *symbolCache
}

// mentionItems returns what could follow an @, the most likely first.
func (src *sources) mentionItems(ctx context.Context, typed string) []Item {
	if name, ok := strings.CutPrefix(typed, mention.Symbol); ok {
		return src.symbolItems(ctx, name, maxItems, forSymbol)
	}
	if name, ok := strings.CutPrefix(typed, mention.Tool); ok {
		return src.toolItems(name)
	}
	items, open := keywordItems(typed), src.openItems(ctx, typed)
	if len(typed) < symbolPrefix {
		return append(items, withOpen(open, src.fileItems(ctx, typed, maxItems))...)
	}
	files := withOpen(open, src.fileItems(ctx, typed, maxItems-maxSymbols))
	items = append(items, files...)
	if strings.Contains(typed, "/") {
		return items // only file names have a slash
	}
	timeouts := besideFiles
	if !contains(files, typed) {
		timeouts = forSymbol // a symbol is more likely meant
	}
	items = append(items, src.symbolItems(ctx, typed, maxSymbols, timeouts)...)
	return append(items, src.toolItems(typed)...)
}

// contains reports whether the path of the best file contains what was typed, and not only its letters.
func contains(files []Item, typed string) bool {
	return len(files) > 0 && strings.Contains(strings.ToLower(files[0].Label), strings.ToLower(typed))
}

func (src *sources) commandItems(typed string) (items []Item) {
	typed = strings.ToLower(typed)
	withoutPrefix := strings.TrimPrefix(typed, command.ProjectPrefix)
	for _, cmd := range src.commands.All() {
		name := strings.ToLower(cmd.Name)
		inProject := cmd.Project && strings.HasPrefix(strings.TrimPrefix(name, command.ProjectPrefix), withoutPrefix)
		if !inProject && !strings.HasPrefix(name, typed) {
			continue
		}
		detail := strings.TrimSpace(cmd.Hint + "  " + cmd.Description)
		if cmd.Project {
			detail += " (of this workspace)"
		}
		items = append(items, Item{Label: "/" + cmd.Name, Insert: "/" + cmd.Name, Detail: detail, Kind: "command"})
	}
	return items
}

// keywordItems returns the mentions that are no names, and the beginnings of those that are followed by one.
func keywordItems(typed string) (items []Item) {
	for _, k := range [][3]string{
		{mention.Diagnostics, "the problems that the editor shows", "tool"},
		{mention.Selection, "what is selected in the editor", "tool"},
		{mention.Diff, "what is not committed", "tool"},
		{mention.Symbol, "a definition, by its name", "symbol"},
		{mention.Tool, "a tool that the model is to use", "tool"},
	} {
		if strings.HasPrefix(k[0], strings.ToLower(typed)) {
			items = append(items, Item{Label: "@" + k[0], Insert: "@" + k[0], Detail: k[1], Kind: k[2]})
		}
	}
	return items
}

func (src *sources) toolItems(typed string) (items []Item) {
	for _, s := range src.tools.Specs() {
		if strings.HasPrefix(s.Name, strings.ToLower(typed)) {
			items = append(items, Item{Label: s.Name, Insert: "@" + mention.Tool + s.Name, Detail: s.Description, Kind: "tool"})
		}
	}
	return items
}

func (src *sources) symbolItems(ctx context.Context, typed string, limit int, t symbol.Timeouts) (items []Item) {
	found := src.symbols.list(ctx, typed, t)
	want, seen, b := strings.ToLower(typed), map[string]bool{}, best{limit: limit}
	for i, s := range found {
		if seen[s.Name] || strings.ContainsAny(s.Name, " \t\"@") {
			continue
		}
		seen[s.Name] = true
		b.consider(s.Name, strings.ToLower(s.Name), want, i)
	}
	for _, h := range b.sorted() {
		s := found[h.index]
		place := fmt.Sprintf("%s:%d", src.ws.Display(s.Path), s.StartLine)
		detail := strings.TrimSpace(s.Kind + " " + place)
		items = append(items, Item{Label: s.Name, Insert: "@" + mention.Symbol + s.Name, Detail: detail, Kind: "symbol"})
	}
	return items
}

func (src *sources) fileItems(ctx context.Context, typed string, limit int) (items []Item) {
	names, lower := src.files.list(ctx, time.Now())
	want, b := strings.ToLower(typed), best{limit: limit}
	for i, name := range names {
		b.consider(name, lower[i], want, i)
	}
	for _, h := range b.sorted() {
		items = append(items, Item{Label: h.name, Insert: mentionOf(h.name), Kind: "file"})
	}
	return items
}
