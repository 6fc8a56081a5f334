package tools

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"time"

	"ptk-lsp/workspace"
)

// kinds remembers of each kind of file whether somebody in the editor looks for problems in it: whether problems were ever shown
// in one, or a language server knows it. It is safe for concurrent use.
type kinds struct {
	servers bool // the editor can be asked for language servers; where it can't, nobody knows that there are none

	mu sync.Mutex // guards of
	of map[string]*kind
}

// kind is what is known of files of one ending.
type kind struct {
	watched bool
	silent  int       // how often nobody was found
	next    time.Time // before which that is not counted again: a server may be starting
}

// Nobody looks at a kind of file where that was found so often, with time between.
const (
	mostSilent  = 3
	betweenThem = 10 * time.Second
)

func newKinds(servers bool) *kinds { return &kinds{servers: servers, of: map[string]*kind{}} }

// at gives the kind of a file; the caller holds mu.
func (k *kinds) at(path string) *kind {
	ending := filepath.Ext(path)
	if ending == "" {
		ending = filepath.Base(path)
	}
	if k.of[ending] == nil {
		k.of[ending] = &kind{}
	}
	return k.of[ending]
}

// quiet tells whether nobody looks at such files.
func (k *kinds) quiet(path string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	f := k.at(path)
	return !f.watched && f.silent >= mostSilent
}

// watched notes that somebody looks at such files, and tells whether nobody was thought to.
func (k *kinds) watched(path string) (news bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	f := k.at(path)
	news = !f.watched && f.silent >= mostSilent
	f.watched = true
	return news
}

// due tells whether language servers should be asked for: nobody is known to look at such files, and it is time to look again.
func (k *kinds) due(path string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	f := k.at(path)
	return k.servers && !f.watched && time.Now().After(f.next)
}

// nobody notes that nobody was found.
func (k *kinds) nobody(path string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if f, now := k.at(path), time.Now(); now.After(f.next) {
		f.silent++
		f.next = now.Add(betweenThem)
	}
}

// question is what language servers are asked while problems are waited for: whether they know the file.
type question struct {
	kinds  *kinds
	path   string
	answer chan error
	end    context.CancelFunc
}

// ask asks where that is due; the question must be ended.
func (k *kinds) ask(ctx context.Context, c *Call, path string) *question {
	l := c.Workspace.Languages()
	if l == nil || !k.due(path) {
		return &question{end: func() {}}
	}
	q := &question{kinds: k, path: path, answer: make(chan error, 1)}
	ctx, q.end = context.WithTimeout(ctx, maxSettle*settle)
	go func() {
		_, err := l.Symbols(ctx, path)
		q.answer <- err
	}()
	return q
}

// note takes note of the answer that came in the meantime.
func (q *question) note() {
	select {
	case err := <-q.answer:
		switch {
		case err == nil:
			q.kinds.watched(q.path)
		case errors.Is(err, workspace.ErrUnsupported):
			q.kinds.nobody(q.path)
		}
	default: // there is none; it may be slow
	}
}
