// Package steady wraps providers so that a temporary failure does not fail the turn: requests are retried, and a provider that
// keeps failing is paused, so that other models can replace it.
// All it knows about a provider are its [llm.Error] values.
// Start at [Retry]; the usual order is Breaker over Retry.
package steady

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"time"

	"ptk-lsp/llm"
)

// RetryOptions configure retries; a zero field takes its default.
type RetryOptions struct {
	// Max is the number of retries; 3 by default, negative for none.
	Max int
	// First is the wait before the first retry, half a second by default; each further one doubles it.
	First time.Duration
	// Longest is the longest wait, a minute by default. If a provider asks for more, there is no retry.
	Longest time.Duration
}

// Retry retries requests after temporary failures ([llm.Error.Temporary]). Before each retry it yields a delta with Retry, which
// voids what the failed attempt sent; a caller that can't void it leaves the loop there.
func Retry(p llm.Provider, o RetryOptions) llm.Provider {
	o.Max = cmp.Or(o.Max, 3)
	o.First = cmp.Or(o.First, 500*time.Millisecond)
	o.Longest = cmp.Or(o.Longest, time.Minute)
	return &retrying{p, o}
}

type retrying struct {
	llm.Provider
	o RetryOptions
}

func (r *retrying) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		for try := 1; ; try++ {
			err := forward(r.Provider.Stream(ctx, req), yield)
			if err == nil || err == errLeft {
				return
			}
			wait, again := r.wait(err, try)
			if !again || ctx.Err() != nil {
				yield(llm.Delta{}, err)
				return
			}
			if !yield(llm.Delta{Retry: &llm.Retry{Attempt: try, Of: r.o.Max + 1, DelayMs: wait.Milliseconds(), Reason: reason(err)}}, nil) {
				return
			}
			if err := sleep(ctx, wait); err != nil {
				yield(llm.Delta{}, err)
				return
			}
		}
	}
}

// wait returns the time to wait after a failure; again reports whether a retry makes sense.
func (r *retrying) wait(err error, try int) (wait time.Duration, again bool) {
	var failed *llm.Error
	if !errors.As(err, &failed) || !failed.Temporary() || try > r.o.Max || failed.RetryAfter > r.o.Longest {
		return 0, false
	}
	wait = min(r.o.First<<(try-1), r.o.Longest)
	wait = wait/2 + rand.N(wait/2+1) // spread, so that clients don't retry at the same time
	return max(wait, failed.RetryAfter), true
}

// errLeft reports that the caller left the loop.
var errLeft = errors.New("left")

// forward yields the pieces of an answer and returns its error, or errLeft if the caller left the loop.
func forward(pieces iter.Seq2[llm.Delta, error], yield func(llm.Delta, error) bool) error {
	for d, err := range pieces {
		if err != nil {
			return err
		}
		if !yield(d, nil) {
			return errLeft
		}
	}
	return nil
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("waiting to retry: %w", ctx.Err())
	}
}

// reason returns why a request is retried, on one line.
func reason(err error) string {
	var failed *llm.Error
	if errors.As(err, &failed) {
		return failed.Message
	}
	return err.Error()
}
