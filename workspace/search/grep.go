package search

import (
	"context"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// Grep searches the files that [Walk] finds, except binary ones, for a text. It does not follow links. It returns an error if the
// query is invalid, if the first folder can't be read, or if the context ends.
func Grep(ctx context.Context, o Options, q Query) (*Result, error) {
	var parts [][]Match
	r, err := Stream(ctx, o, q, func(found []Match) { parts = append(parts, found) })
	if err != nil {
		return nil, err
	}
	r.Matches = slices.Concat(parts...)
	return r, nil
}

// Stream is like Grep but calls found with the matches as they are found, in the same order; the result has no matches.
func Stream(ctx context.Context, o Options, q Query, found func([]Match)) (*Result, error) {
	m, err := newMatcher(q)
	if err != nil {
		return nil, err
	}
	sel, err := newSelection(q.Include, q.Exclude)
	if err != nil {
		return nil, err
	}
	return searchFiles(ctx, m, o, found, func(ctx context.Context, file func(rel string) error) error {
		return candidates(ctx, o, sel, q.Texts, file)
	})
}

// searchFiles searches the files that from names, in their order.
func searchFiles(ctx context.Context, m *matcher, o Options, found func([]Match),
	from func(context.Context, func(rel string) error) error,
) (*Result, error) {
	var narrow func() Lacks
	if o.Index != nil {
		narrow = o.Index.Narrow(m.tree)
	}
	inner, stop := context.WithCancel(ctx)
	workers := runtime.GOMAXPROCS(0)
	todo, order := make(chan *batch, 2*workers), make(chan *batch, 4*workers)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stop()
	var walked error
	wg.Go(func() {
		defer close(order)
		defer close(todo)
		walked = sendBatches(inner, todo, order, from)
	})
	for range workers {
		wg.Go(func() { search(inner, m, o, narrow, todo) })
	}
	res, sum := &Result{}, 0
	for b := range order {
		<-b.done
		matches := res.count(b, sum, m.q.MaxResults)
		if sum += len(matches); len(matches) > 0 && ctx.Err() == nil {
			found(matches)
		}
		if res.Truncated {
			return res, nil
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	return res, walked
}

// batch is a sequence of files.
type batch struct {
	rels  []string
	found []Match
	done  chan struct{} // closed once found is complete
}

const maxBatch = 64

// sendBatches sends the files in batches, which are small at first so that the first matches arrive soon.
func sendBatches(ctx context.Context, todo, order chan<- *batch, from func(context.Context, func(string) error) error) error {
	var b *batch
	size := 4
	send := func() error {
		for _, to := range []chan<- *batch{order, todo} {
			select {
			case to <- b:
			case <-ctx.Done():
				if to == todo {
					close(b.done) // it is in order, and no worker will close it
				}
				return ctx.Err()
			}
		}
		b, size = nil, min(2*size, maxBatch)
		return nil
	}
	err := from(ctx, func(rel string) error {
		if b == nil {
			b = &batch{rels: make([]string, 0, size), done: make(chan struct{})}
		}
		if b.rels = append(b.rels, rel); len(b.rels) < size {
			return nil
		}
		return send()
	})
	if err == nil && b != nil {
		err = send()
	}
	return err
}

// search searches the files of batches until there are no more.
func search(ctx context.Context, m *matcher, o Options, narrow func() Lacks, todo <-chan *batch) {
	s := newSearcher(ctx, m, o)
	if narrow != nil {
		s.lacks = narrow()
	}
	defer s.files.close()
	for b := range todo {
		for _, rel := range b.rels {
			if ctx.Err() != nil || m.q.MaxResults > 0 && len(b.found) > m.q.MaxResults {
				break
			}
			if found := s.file(rel); len(found) > 0 && !o.skip(rel, false) {
				b.found = append(b.found, found...)
			}
		}
		close(b.done)
	}
}

// candidates calls found for the files to search, in order: those that the walk finds and those with unsaved texts.
func candidates(ctx context.Context, o Options, sel selection, texts map[string]string, found func(rel string) error) error {
	unsaved := slices.Sorted(maps.Keys(texts))
	unsaved = slices.DeleteFunc(unsaved, func(rel string) bool { return !below(rel, o.Dir) || !sel.has(rel) })
	before := func(rel string) error {
		for len(unsaved) > 0 && (rel == "" || unsaved[0] < rel) {
			if err := found(unsaved[0]); err != nil {
				return err
			}
			unsaved = unsaved[1:]
		}
		if len(unsaved) > 0 && unsaved[0] == rel {
			unsaved = unsaved[1:]
		}
		return nil
	}
	err := walk(ctx, o, func(i item) error {
		if len(unsaved) > 0 {
			if err := before(i.rel); err != nil {
				return err
			}
		}
		if _, dirty := texts[i.rel]; i.kind != regular && !dirty || !sel.has(i.rel) {
			return nil
		}
		return found(i.rel)
	})
	if err != nil {
		return err
	}
	return before("")
}

func below(rel, dir string) bool {
	dir = strings.Trim(dir, "/")
	return dir == "" || strings.HasPrefix(rel, dir+"/")
}

// count adds a batch after sum other matches, and returns its matches up to the limit.
func (r *Result) count(b *batch, sum, limit int) []Match {
	r.Searched += len(b.rels)
	found := b.found
	if limit > 0 && sum+len(found) > limit {
		found = found[:limit-sum]
		r.Truncated = true
	}
	for i, m := range found {
		if i == 0 || m.Rel != found[i-1].Rel {
			r.Files++
		}
	}
	return found
}
