// Package tracing tells what a turn does and how long it takes: to the log and to a collector without a word of what was
// said, and whole to a file on this machine where the user wants one. It wraps the conversations, the models and the tools
// from outside; none of them knows of it.
// Start at [New] and [Tracer.Chat]; what is told of is in told.go, who is told in logged.go, spanned.go and filed.go.
package tracing

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"ptk-lsp/ptk/chat"
)

// Config says who is told; the zero value tells the log alone.
type Config struct {
	// Endpoint is the URL of a collector that takes OTLP over HTTP; "" sends nothing.
	Endpoint string
	// Headers go along with what is sent there, as the variable OTEL_EXPORTER_OTLP_HEADERS has them.
	Headers string
	// File is where all of each turn is written, one JSON object a line; "" writes nothing.
	File string
}

// Tracer tells of turns. It is safe for concurrent use.
type Tracer struct {
	log     *slog.Logger
	version string
	told    atomic.Pointer[[]observer]

	mu  sync.Mutex // guards what follows
	cfg Config
}

// New makes a tracer that tells the log. Version is told to collectors.
func New(log *slog.Logger, version string) *Tracer {
	t := &Tracer{log: log, version: version}
	t.told.Store(&[]observer{logged{log}})
	return t
}

// closeTime bounds how long the end waits for a collector.
const closeTime = 2 * time.Second

// Configure tells others from the next turn on. An error tells who can't be told; the others are.
func (t *Tracer) Configure(c Config) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c == t.cfg {
		return nil
	}
	t.cfg = c
	now := []observer{logged{t.log}}
	var errs []error
	if c.Endpoint != "" {
		s, err := newSpanned(c, t.version, t.log)
		if err == nil {
			now = append(now, s)
		}
		errs = append(errs, err)
	}
	if c.File != "" {
		f, err := newFiled(c.File, t.log)
		if err == nil {
			now = append(now, f)
		}
		errs = append(errs, err)
	}
	closeAll(*t.told.Swap(&now))
	return errors.Join(errs...)
}

// Close sends and writes what is left, as far as there is time.
func (t *Tracer) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	closeAll(*t.told.Swap(&[]observer{}))
}

func closeAll(all []observer) {
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	for _, o := range all {
		o.close(ctx)
	}
}

// chatFunc is [ptk.Manager.Chat].
type chatFunc = func(ctx context.Context, r chat.Request, emit func(chat.Event)) (*chat.Result, error)

// Chat runs a turn and tells of it. Emit is not called at the same time from two places, as chat promises.
func (t *Tracer) Chat(ctx context.Context, r chat.Request, emit func(chat.Event), run chatFunc) (*chat.Result, error) {
	turn := &Turn{observers: *t.told.Load(), Request: r, Began: time.Now()}
	turn.whole = slices.ContainsFunc(turn.observers, func(o observer) bool { _, ok := o.(*filed); return ok })
	ctx = context.WithValue(ctx, turnKey{}, turn)
	for _, o := range turn.observers {
		ctx = o.turnBegan(ctx, turn)
	}
	result, err := run(ctx, r, func(e chat.Event) {
		turn.happened(e)
		emit(e)
	})
	turn.Took = time.Since(turn.Began)
	for _, o := range turn.observers {
		o.turnEnded(turn, result, err)
	}
	return result, err
}
