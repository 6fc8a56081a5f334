package index

import (
	"context"
	"errors"
	"time"
)

// When a member asks for vectors.
const (
	gather   = time.Second // after a change, so that several are asked for together
	pause    = time.Minute // after a failure; every further one is twice as long
	maxPause = 30 * time.Minute
)

// embed asks for the vectors that are missing whenever files were read, until the folder is let go or the user stops it.
// It ends at once where no model is set.
func (m *member) embed(x *Index, o SetOptions) {
	if x.o.Embed.Documents == nil {
		return
	}
	var told string
	wait := pause
	for waitFor(m.ctx, m.fresh) && sleep(m.ctx, gather) {
		err := m.watched(o, true, x.Embed)
		switch {
		case err == nil:
			told, wait = "", pause
			continue
		case errors.Is(err, ErrLocked):
			continue // the process that has it asks
		case errors.Is(err, ErrStopped) || m.ctx.Err() != nil:
			return
		}
		if err.Error() != told {
			told = err.Error()
			o.Failed(m.root, err)
		}
		if errors.Is(err, ErrTooLarge) || !sleep(m.ctx, wait) {
			return
		}
		wait = min(2*wait, maxPause)
		signal(m.fresh)
	}
}

// waitFor waits for a signal; it is false where the context ends before.
func waitFor(ctx context.Context, c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	case <-ctx.Done():
		return false
	}
}

// sleep waits; it is false where the context ends before.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
