package lsp

import (
	"context"
	"time"
)

// watchParent ends the server when the process that started it is gone. A process that can't be seen from the
// beginning is on another machine, or in another container, and is not watched.
func (s *server) watchParent(ctx context.Context, pid int) {
	if !processRuns(pid) {
		s.log.Info("the editor's process can't be seen from here; its end is known by that of the input", "pid", pid)
		return
	}
	tick := time.NewTicker(s.parentPoll)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if !processRuns(pid) {
			s.log.Warn("the editor's process is gone", "pid", pid)
			s.end()
			return
		}
	}
}
