package notation

import (
	"slices"
	"sync"
)

// DefaultDialects returns the dialects that are accepted unless [Options] lists others.
func DefaultDialects() []Dialect {
	return []Dialect{
		Hermes{},
		Token{},
		XMLTool{},
		CoderFunction{},
		Mistral{},
		ForeignTag{},
		WholeJSON{},
		FunctionStyle{},
		YAMLStyle{},
	}
}

// defaultTags returns the tags of the default dialects, which are computed when they are first needed.
var defaultTags = sync.OnceValue(func() *tagTable { return newTagTable(DefaultDialects()) })

// namespaces returns the namespaces of the default dialects, sorted.
var namespaces = sync.OnceValue(func() (all []string) {
	for _, d := range DefaultDialects() {
		if t, ok := d.(Tagged); ok {
			all = append(all, t.Tags().Namespaces...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
})

// defaultLoose returns the loose ones of the default dialects.
var defaultLoose = sync.OnceValue(func() *looseTable { return newLooseTable(DefaultDialects()) })
