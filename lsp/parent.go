package lsp

import (
	"context"
	"time"
)

// watchParent ends the server when the process that started it is gone. A process that can't be seen from the
// beginning is on another machine, or in another container, and is not watched.
func (s *server) watchParent(pid int) {
	if !processRuns(pid) { // before initialize is answered, so that its end is never missed
		s.peer.log.Info("the editor's process can't be seen from here; its end is known by that of the input", "pid", pid)
		return
	}
	s.background.start("watching the editor's process", func(ctx context.Context) { s.awaitEnd(ctx, pid) })
}

// awaitEnd looks for the process until it is gone, and ends the server then.
func (s *server) awaitEnd(ctx context.Context, pid int) {
	tick := time.NewTicker(s.parentPoll)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if !processRuns(pid) {
			s.peer.log.Warn("the editor's process is gone", "pid", pid)
			s.end()
			return
		}
	}
}
