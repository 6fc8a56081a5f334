// Package steady wraps providers so that what fails for a moment does not fail the turn: a request is tried again, and a
// provider that keeps failing is left alone for a while, so that other models can take over.
// It knows nothing of any provider but what [llm.Error] tells.
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

// RetryOptions say how often and after what time a request is tried again; a zero field takes its default.
type RetryOptions struct {
	// Max is how often it is tried again; 3 by default, negative for never.
	Max int
	// First is the wait before the first retry, half a second by default; every further one is twice as long.
	First time.Duration
	// Longest is the longest wait, a minute by default. A provider that asks for more is not tried again.
	Longest time.Duration
}

// Retry tries a request again that failed for a moment ([llm.Error.Temporary]). It yields a delta with Retry before each
// further try, which voids what the failed one gave; a caller for whom that is no longer possible leaves the loop there.
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
			if !yield(llm.Delta{Retry: &llm.Retry{Attempt: try, DelayMs: wait.Milliseconds(), Reason: reason(err)}}, nil) {
				return
			}
			if err := sleep(ctx, wait); err != nil {
				yield(llm.Delta{}, err)
				return
			}
		}
	}
}

// wait gives the time to wait after a failure; again is false where trying again is of no use.
func (r *retrying) wait(err error, try int) (wait time.Duration, again bool) {
	var failed *llm.Error
	if !errors.As(err, &failed) || !failed.Temporary() || try > r.o.Max || failed.RetryAfter > r.o.Longest {
		return 0, false
	}
	wait = min(r.o.First<<(try-1), r.o.Longest)
	wait = wait/2 + rand.N(wait/2+1) // spread, so that many clients don't come back at once
	return max(wait, failed.RetryAfter), true
}

// errLeft says that the caller left the loop.
var errLeft = errors.New("left")

// forward gives the pieces of an answer on, and its error back; errLeft where the caller wants no more.
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
		return fmt.Errorf("waiting to try again: %w", ctx.Err())
	}
}

// reason says in a line why something is tried again.
func reason(err error) string {
	var failed *llm.Error
	if errors.As(err, &failed) {
		return failed.Message
	}
	return err.Error()
}
