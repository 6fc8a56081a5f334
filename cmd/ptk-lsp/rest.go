package main

import (
	"runtime/debug"
	"sync"
	"time"
)

// restAfter is how long nothing must have been done.
const restAfter = 3 * time.Second

// rest gives memory back to the system once nothing has been done for a while: a search of a large tree leaves much behind,
// and the collector of garbage would wait for two minutes. The zero one can be used.
type rest struct {
	free func() // nil for [debug.FreeOSMemory]

	mu      sync.Mutex // guards what follows
	working int
	timer   *time.Timer
}

// work tells that something is done, until the function that it gives is called.
func (r *rest) work() (done func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stop()
	r.working++
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.working--
		r.stop()
		if r.working == 0 {
			r.timer = time.AfterFunc(restAfter, r.give)
		}
	}
}

func (r *rest) give() {
	if r.free != nil {
		r.free()
		return
	}
	debug.FreeOSMemory()
}

// stop stops the waiting; the caller holds mu.
func (r *rest) stop() {
	if r.timer != nil {
		r.timer.Stop()
	}
}

// close ends the waiting for good where nothing is done any more.
func (r *rest) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stop()
}
