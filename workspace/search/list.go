package search

import "context"

// List returns the files that [Walk] finds and the patterns select, sorted.
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
