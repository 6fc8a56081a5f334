package search

import (
	"io/fs"
	"slices"
)

// kind is the type of a folder's entry.
type kind uint8

const (
	other kind = iota // a device and the like
	regular
	link
	directory
)

func (k kind) mode() fs.FileMode {
	if k == link {
		return fs.ModeSymlink
	}
	return 0
}

func kindOf(m fs.FileMode) kind {
	switch {
	case m.IsRegular():
		return regular
	case m.IsDir():
		return directory
	case m&fs.ModeSymlink != 0:
		return link
	}
	return other
}

// item is an entry of a folder. The path of a subfolder ends with a slash, so that items sort as the paths below them.
type item struct {
	rel  string // from the root
	kind kind
}

func holds(items []item, rel string, what kind) bool {
	return slices.ContainsFunc(items, func(i item) bool { return i.kind == what && i.rel == rel })
}
