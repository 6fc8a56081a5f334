package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// ErrPattern is under the error of a pattern that can't be read.
var ErrPattern = errors.New("is no valid pattern")

// List gives the files that [Walk] finds and the patterns select, sorted.
func List(ctx context.Context, o Options, include, exclude []string) ([]string, error) {
	s, err := newSelection(include, exclude)
	if err != nil {
		return nil, err
	}
	var files []string
	if len(include) == 0 {
		files = make([]string, 0, o.Memory.of(o.Root).count())
	}
	err = Walk(ctx, o, func(e Entry) error {
		if s.has(e.Rel) {
			files = append(files, e.Rel)
		}
		return nil
	})
	return files, err
}

// selection is which files are wanted: of the included, where any are named, those that are not excluded.
type selection struct{ include, exclude []string }

func newSelection(include, exclude []string) (selection, error) {
	var s selection
	for _, p := range include {
		s.include = append(s.include, anywhere(p))
	}
	for _, p := range exclude {
		s.exclude = append(s.exclude, anywhere(p))
	}
	for _, p := range slices.Concat(include, exclude) {
		if !doublestar.ValidatePattern(p) {
			return s, fmt.Errorf("%q %w", p, ErrPattern)
		}
	}
	return s, nil
}

// anywhere lets a pattern without a slash match in every folder, and one that names a folder all that is in it.
func anywhere(pattern string) string {
	pattern = strings.TrimPrefix(strings.TrimPrefix(pattern, "./"), "/")
	if !strings.Contains(pattern, "/") {
		return "**/" + pattern
	}
	if strings.HasSuffix(pattern, "/") {
		return pattern + "**"
	}
	return pattern
}

func (s *selection) has(rel string) bool {
	hit := func(p string) bool { return doublestar.MatchUnvalidated(p, rel) }
	return (len(s.include) == 0 || slices.ContainsFunc(s.include, hit)) && !slices.ContainsFunc(s.exclude, hit)
}
