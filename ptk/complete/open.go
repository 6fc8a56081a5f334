package complete

import (
	"context"
	"slices"
	"strings"
	"time"
)

const (
	maxOpen     = 10 // open files before the others
	openTimeout = 300 * time.Millisecond
)

// openItems returns the files that are open in the editor and match what was typed: those on the screen first.
func (src *sources) openItems(ctx context.Context, typed string) (items []Item) {
	ctx, cancel := context.WithTimeout(ctx, openTimeout)
	defer cancel()
	c, err := src.ws.Context(ctx)
	if err != nil || c == nil {
		return nil // an editor that does not tell has no open files here
	}
	want := strings.ToLower(typed)
	for _, path := range slices.Concat(c.Visible, c.Open) {
		f, err := src.ws.Resolve(path)
		if err != nil {
			continue // outside of the workspace
		}
		name := src.ws.Display(f.Path)
		_, matches := rank(strings.ToLower(name), want)
		known := slices.ContainsFunc(items, func(i Item) bool { return i.Label == name })
		if matches && !known && len(items) < maxOpen {
			items = append(items, Item{Label: name, Insert: mentionOf(name), Detail: "open", Kind: "file"})
		}
	}
	return items
}

// withOpen returns the open files before the others, each file once.
func withOpen(open, others []Item) []Item {
	isOpen := func(i Item) bool { return slices.ContainsFunc(open, func(o Item) bool { return o.Label == i.Label }) }
	return append(open, slices.DeleteFunc(others, isOpen)...)
}

// mentionOf returns the mention of a path.
func mentionOf(name string) string {
	if strings.ContainsAny(name, " \t\"") {
		return `@"` + name + `"`
	}
	return "@" + name
}
