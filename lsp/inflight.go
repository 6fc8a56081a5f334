package lsp

import "sync"

// inflight counts what is running, so that others can wait until nothing is. Unlike a sync.WaitGroup it may be increased while
// others wait.
type inflight struct {
	mu      sync.Mutex // guards what follows
	n       int
	waiting chan struct{} // closed when n is 0; nil if no one waits
}

func (f *inflight) add() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n++
}

func (f *inflight) done() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n--
	f.signal()
}

// idle returns a channel that is closed once nothing is running.
func (f *inflight) idle() <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.waiting == nil {
		f.waiting = make(chan struct{})
	}
	idle := f.waiting
	f.signal()
	return idle
}

// signal wakes those who wait if nothing is running. The caller holds mu.
func (f *inflight) signal() {
	if f.n == 0 && f.waiting != nil {
		close(f.waiting)
		f.waiting = nil
	}
}
