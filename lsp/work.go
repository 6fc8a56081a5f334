package lsp

import "sync"

// work counts what is under way, so that the server can wait for it. Unlike a sync.WaitGroup it may be
// added to while somebody waits.
type work struct {
	mu      sync.Mutex // guards all below
	n       int
	waiting chan struct{} // closed when n falls to 0; nil while nobody waits
}

func (w *work) add() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.n++
}

func (w *work) done() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.n--
	w.tell()
}

// idle gives a channel that is closed once nothing is under way.
func (w *work) idle() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.waiting == nil {
		w.waiting = make(chan struct{})
	}
	idle := w.waiting
	w.tell()
	return idle
}

func (w *work) tell() {
	if w.n == 0 && w.waiting != nil {
		close(w.waiting)
		w.waiting = nil
	}
}
