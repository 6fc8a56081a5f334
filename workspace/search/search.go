// Package search finds files and lines in a folder, with git's ignore rules. It knows nothing of tools and editors: the caller
// passes in unsaved texts and what must stay hidden. Start at [Walk] and [Grep].
package search

import (
	"context"
	"strings"
)

// Walk finds the files below the folder that git would not ignore, tracked or not, and calls found for each, in the order of their
// paths, while it searches for more. It ends early if found returns an error, which it returns, or if its context ends. Folders
// that can't be read are skipped, except the first.
func Walk(ctx context.Context, o Options, found func(Entry) error) error {
	return walk(ctx, o, func(i item) error {
		if o.skip(i.rel, false) {
			return nil
		}
		return found(Entry{i.rel, i.kind.mode()})
	})
}

// walk is Walk before the caller hides files; hidden folders are skipped.
func walk(ctx context.Context, o Options, found func(item) error) error {
	m := o.Memory.of(o.Root)
	rules, err := maker{m.intern, o.Global}.above(o.Root, strings.Trim(o.Dir, "/"))
	if err != nil {
		return err
	}
	if r := m.unchanged(ctx, o, rules); r != nil {
		return r.emit(ctx, found)
	}
	first := &folder{rules: rules}
	if dir := strings.Trim(o.Dir, "/"); dir != "" {
		first.rel = dir + "/"
	}
	return newWalker(o, m).run(ctx, first, found)
}
