// Package search finds files and lines in a folder, with git's ignore rules.
// It knows nothing of tools and asks no editor: unsaved texts and what must stay hidden are handed in.
// Start at [Walk] and [Grep].
package search

import (
	"context"
	"strings"
)

// Walk finds the files below the folder that git would not ignore, tracked or not, and calls found for each, in the
// order of their paths and while it still looks for more. It ends early when found gives an error, which it returns,
// and with its context. A folder that can't be read is passed over where it is not the first.
func Walk(ctx context.Context, o Options, found func(Entry) error) error {
	return walk(ctx, o, func(i item) error {
		if o.skip(i.rel, false) {
			return nil
		}
		return found(Entry{i.rel, i.kind.mode()})
	})
}

// walk is Walk before the caller hides files; folders are hidden.
func walk(ctx context.Context, o Options, found func(item) error) error {
	m := o.Memory.of(o.Root)
	rules, err := maker{m.same, o.Global}.above(o.Root, strings.Trim(o.Dir, "/"))
	if err != nil {
		return err
	}
	if r := m.unchanged(ctx, o, rules); r != nil {
		return r.give(ctx, found)
	}
	first := &folder{rules: rules}
	if dir := strings.Trim(o.Dir, "/"); dir != "" {
		first.rel = dir + "/"
	}
	return newWalker(o, m).run(ctx, first, found)
}
