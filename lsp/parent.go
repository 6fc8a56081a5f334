package lsp

import (
	"context"
	"time"
)

// watchParent ends the server when the process that started it has exited. A process that can't be found at the start runs on
// another machine or in another container, and is not watched.
func (s *server) watchParent(pid int) {
	if !processRuns(pid) { // before the response to initialize, so that its end is never missed
		s.peer.log.Info("the editor's process can't be found from here; the server ends when its input ends", "pid", pid)
		return
	}
	s.background.start("watching the editor's process", func(ctx context.Context) { s.awaitEnd(ctx, pid) })
}

// awaitEnd waits until the process has exited, and ends the server.
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
			s.peer.log.Warn("the editor's process has exited", "pid", pid)
			s.end()
			return
		}
	}
}
