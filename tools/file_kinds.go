package tools

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"time"

	"ptk-lsp/workspace"
)

// fileKinds stores for each kind of file whether the editor checks it for problems: whether problems were ever shown in such
// a file, or a language server knows it. It is safe for concurrent use.
type fileKinds struct {
	servers bool // the editor can be asked for language servers; if not, their absence can't be known

	mu sync.Mutex // guards of
	of map[string]*fileKind
}

// fileKind is what is known of files with one extension.
type fileKind struct {
	watched bool
	silent  int       // how often no language server knew such a file
	next    time.Time // when a miss counts again: a server may be starting
}

// A kind of file is unchecked after so many misses with that much time between them.
const (
	maxMisses    = 3
	missInterval = 10 * time.Second
)

func newFileKinds(servers bool) *fileKinds {
	return &fileKinds{servers: servers, of: map[string]*fileKind{}}
}

// at returns the kind of a file. The caller holds mu.
func (k *fileKinds) at(path string) *fileKind {
	ending := filepath.Ext(path)
	if ending == "" {
		ending = filepath.Base(path)
	}
	if k.of[ending] == nil {
		k.of[ending] = &fileKind{}
	}
	return k.of[ending]
}

// unchecked reports whether the editor does not check such files.
func (k *fileKinds) unchecked(path string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	f := k.at(path)
	return !f.watched && f.silent >= maxMisses
}

// noteChecked notes that the editor checks such files, and reports whether they were thought to be unchecked.
func (k *fileKinds) noteChecked(path string) (news bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	f := k.at(path)
	news = !f.watched && f.silent >= maxMisses
	f.watched = true
	return news
}

// due reports whether to ask for language servers: none is known to check such files, and it is time to ask again.
func (k *fileKinds) due(path string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	f := k.at(path)
	return k.servers && !f.watched && time.Now().After(f.next)
}

// noteUnchecked counts a miss.
func (k *fileKinds) noteUnchecked(path string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if f, now := k.at(path), time.Now(); now.After(f.next) {
		f.silent++
		f.next = now.Add(missInterval)
	}
}

// probe is a request to the language servers that shows whether they know a file. It runs while the editor checks a write.
type probe struct {
	kinds  *fileKinds
	path   string
	answer chan error
	end    context.CancelFunc
}

// probe starts a probe if it is due. The caller must call end.
func (k *fileKinds) probe(ctx context.Context, c *Call, path string) *probe {
	l := c.Workspace.Languages()
	if l == nil || !k.due(path) {
		return &probe{end: func() {}}
	}
	q := &probe{kinds: k, path: path, answer: make(chan error, 1)}
	ctx, q.end = context.WithTimeout(ctx, maxSettle*settle)
	go func() {
		_, err := l.Symbols(ctx, path)
		q.answer <- err
	}()
	return q
}

// note notes the response if it has arrived.
func (q *probe) note() {
	select {
	case err := <-q.answer:
		switch {
		case err == nil:
			q.kinds.noteChecked(q.path)
		case errors.Is(err, workspace.ErrUnsupported):
			q.kinds.noteUnchecked(q.path)
		}
	default: // no response yet
	}
}
