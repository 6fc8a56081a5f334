// Package tracing records what a turn does and how long it takes: to the log and to a collector without the content of
// messages, and in full to a file on this machine if the user wants one. It wraps chats, models and tools from outside; none of
// them depends on it.
// Start at [New] and [Tracer.Chat]. What is recorded is in turn.go; log_observer.go, otel_observer.go and file_observer.go
// record it.
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

// Config selects where turns are recorded; the zero value records to the log only.
type Config struct {
	// Endpoint is the URL of a collector for OTLP over HTTP; may be "".
	Endpoint string
	// Headers are sent to the collector, in the format of the variable OTEL_EXPORTER_OTLP_HEADERS.
	Headers string
	// File is the file to which each turn is written in full, one JSON object a line; may be "".
	File string
}

// Tracer records turns. It is safe for concurrent use.
type Tracer struct {
	log       *slog.Logger
	version   string
	observers atomic.Pointer[[]observer]

	mu  sync.Mutex // guards what follows
	cfg Config
}

// New returns a tracer that records to the log. The version is sent to collectors.
func New(log *slog.Logger, version string) *Tracer {
	t := &Tracer{log: log, version: version}
	t.observers.Store(&[]observer{logObserver{log}})
	return t
}

// closeTime is how long Close waits for a collector.
const closeTime = 2 * time.Second

// Configure applies a configuration from the next turn on. If a part of it can't be used, it returns an error and applies the
// rest.
func (t *Tracer) Configure(c Config) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c == t.cfg {
		return nil
	}
	t.cfg = c
	next := []observer{logObserver{t.log}}
	var errs []error
	if c.Endpoint != "" {
		s, err := newOTelObserver(c, t.version, t.log)
		if err == nil {
			next = append(next, s)
		}
		errs = append(errs, err)
	}
	if c.File != "" {
		f, err := newFileObserver(c.File, t.log)
		if err == nil {
			next = append(next, f)
		}
		errs = append(errs, err)
	}
	closeAll(*t.observers.Swap(&next))
	return errors.Join(errs...)
}

// Close sends and writes what is left, if it takes no longer than closeTime.
func (t *Tracer) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	closeAll(*t.observers.Swap(&[]observer{}))
}

// closeAll closes observers within closeTime, also after the context of the caller has ended.
//
//nolint:contextcheck // it has a timeout of its own
func closeAll(all []observer) {
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	for _, o := range all {
		o.close(ctx)
	}
}

// chatFunc is [ptk.Manager.Chat].
type chatFunc = func(ctx context.Context, r chat.Request, emit func(chat.Event)) (*chat.Result, error)

// Chat runs a turn and records it. Emit is not called concurrently.
func (t *Tracer) Chat(ctx context.Context, r chat.Request, emit func(chat.Event), run chatFunc) (*chat.Result, error) {
	turn := &Turn{observers: *t.observers.Load(), Request: r, Began: time.Now()}
	turn.content = slices.ContainsFunc(turn.observers, func(o observer) bool { _, ok := o.(*fileObserver); return ok })
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
