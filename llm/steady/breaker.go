package steady

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"

	"ptk-lsp/llm"
)

// BreakerOptions configure a breaker; a zero field takes its default.
type BreakerOptions struct {
	// Failures in a row after which the provider is paused; 5 by default.
	Failures int
	// Pause is its length, 30 seconds by default. After it one request is tried, and others follow if that succeeds.
	Pause time.Duration
}

// Breaker refuses requests at once if the provider has failed several times in a row, so that users don't wait for it and it can
// recover. Only temporary failures count ([llm.Error.Temporary]).
func Breaker(name string, p llm.Provider, o BreakerOptions) llm.Provider {
	o.Failures = cmp.Or(o.Failures, 5)
	o.Pause = cmp.Or(o.Pause, 30*time.Second)
	return &breaker{Provider: p, name: name, o: o}
}

type breaker struct {
	llm.Provider
	name string
	o    BreakerOptions

	mu       sync.Mutex // guards what follows
	failures int        // in a row
	until    time.Time  // the end of the pause
	trying   bool       // one request is trying
}

func (b *breaker) Stream(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		if left, open := b.enter(); open {
			yield(llm.Delta{}, &llm.Error{
				Kind: llm.KindServer, Provider: b.name, RetryAfter: left,
				Message:    fmt.Sprintf("paused after %d failures in a row, for another %s", b.o.Failures, left.Round(time.Second)),
				Suggestion: "Try again after that, or choose another model.",
			})
			return
		}
		err := errLeft // also if the caller panics
		defer func() { b.leave(err) }()
		err = forward(b.Provider.Stream(ctx, r), yield)
		if err != nil && err != errLeft {
			yield(llm.Delta{}, err)
		}
	}
}

// enter reports whether the provider is paused, and for how long.
func (b *breaker) enter() (left time.Duration, open bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failures < b.o.Failures {
		return 0, false
	}
	left = time.Until(b.until)
	if left > 0 || b.trying {
		return max(left, time.Second), true
	}
	b.trying = true
	return 0, false
}

// leave records how a request ended. One that the caller left doesn't count.
func (b *breaker) leave(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trying = false
	var failed *llm.Error
	switch {
	case err == nil:
		b.failures = 0
	case errors.As(err, &failed) && failed.Temporary():
		b.failures++
		b.until = time.Now().Add(b.o.Pause)
	}
}
