package index

import (
	"context"
	"errors"
	"time"

	"ptk-lsp/workspace/segment"
)

// When a folder's missing vectors are asked for.
const (
	gather   = time.Second // after a change, so that several are asked for together
	pause    = time.Minute // after a failure; doubled after each further one
	maxPause = 30 * time.Minute
)

// embedMissing calls embed whenever there may be something to embed, until the context ends, the user stops it, or the folder is
// too large. It calls failed for each new error.
func embedMissing(ctx context.Context, fresh chan struct{}, embed func() error, failed func(error)) {
	var reported string
	wait := pause
	for waitFor(ctx, fresh) && sleep(ctx, gather) {
		err := embed()
		switch {
		case err == nil:
			reported, wait = "", pause
			continue
		case errors.Is(err, segment.ErrLocked):
			continue // the process that has the lock asks
		case errors.Is(err, ErrStopped) || ctx.Err() != nil:
			return
		}
		if err.Error() != reported {
			reported = err.Error()
			failed(err)
		}
		if errors.Is(err, ErrTooLarge) || !sleep(ctx, wait) {
			return
		}
		wait = min(2*wait, maxPause)
		signal(fresh)
	}
}

// waitFor waits for a value; it returns false if the context ends before.
func waitFor(ctx context.Context, c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	case <-ctx.Done():
		return false
	}
}

// sleep waits for d; it returns false if the context ends before.
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
