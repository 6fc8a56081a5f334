//go:build !linux

package search

import (
	"errors"
	"os"
)

// dirBuffer reads folders.
type dirBuffer struct{}

func newDirBuffer() *dirBuffer { return &dirBuffer{} }

// list reads a folder, in no order; prefix is prepended to the names.
func (*dirBuffer) list(path, prefix string) ([]item, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	entries, err := f.ReadDir(-1)
	items := make([]item, 0, len(entries))
	for _, e := range entries {
		it := item{rel: prefix + e.Name(), kind: kindOf(e.Type())}
		if it.kind == directory {
			it.rel += "/"
		}
		items = append(items, it)
	}
	return items, errors.Join(err, f.Close())
}
