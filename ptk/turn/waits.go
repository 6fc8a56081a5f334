package turn

import (
	"slices"
	"sync"
	"time"
)

// waits adds up how long questions waited for the user. Time in which several waited counts once. The zero value is ready for use;
// it is safe for concurrent use.
type waits struct {
	mu    sync.Mutex // guards spans
	spans []span
}

type span struct{ from, to time.Time }

// add notes that a question was answered at a time, d after it was asked.
func (w *waits) add(answered time.Time, d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.spans = append(w.spans, span{answered.Add(-d), answered})
}

func (w *waits) total() (total time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	slices.SortFunc(w.spans, func(a, b span) int { return a.from.Compare(b.from) })
	var end time.Time // of what is counted
	for _, s := range w.spans {
		if s.from.Before(end) {
			s.from = end
		}
		if s.to.After(s.from) {
			total += s.to.Sub(s.from)
			end = s.to
		}
	}
	return total
}
