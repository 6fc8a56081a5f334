package models

import (
	"context"
	"sync"
	"time"

	"ptk-lsp/llm"
)

const (
	// askTime bounds a request about models; a local server answers at once or isn't there.
	askTime = 3 * time.Second
	// pauseTime is how long a provider that failed to describe its models is not asked again before a request.
	pauseTime = 30 * time.Second
)

// lookup requests and caches what a provider reports about its models.
type lookup struct {
	build func() (built, error)

	mu        sync.Mutex           // guards what follows
	listed    []llm.Model          // nil before the first list
	described map[string]llm.Model // described one by one
	failed    time.Time            // of the last failed request
}

// ask requests the list of models and caches it.
func (l *lookup) ask(ctx context.Context) ([]llm.Model, error) {
	p, err := l.build()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	listed, err := p.Models(ctx)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.listed = listed
	return listed, nil
}

// list returns the cached list of models, or requests it.
func (l *lookup) list(ctx context.Context) ([]llm.Model, error) {
	l.mu.Lock()
	listed := l.listed
	l.mu.Unlock()
	if listed != nil {
		return listed, nil
	}
	return l.ask(ctx)
}

// cached returns what the provider has reported about a model; ok is false if that is nothing.
func (l *lookup) cached(model string) (m llm.Model, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if m, ok := l.described[model]; ok {
		return m, true
	}
	for _, m := range l.listed {
		if m.ID == model {
			return m, true
		}
	}
	return llm.Model{ID: model}, false
}

// learn requests the description of one model if the provider supports that, else the list of all. An error is left to the
// request that follows; for some time after it nothing is requested.
func (l *lookup) learn(ctx context.Context, model string) {
	l.mu.Lock()
	paused := time.Since(l.failed) < pauseTime
	l.mu.Unlock()
	if paused || l.describe(ctx, model) == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failed = time.Now()
}

func (l *lookup) describe(ctx context.Context, model string) error {
	p, err := l.build()
	if err != nil {
		return err
	}
	d, ok := p.bare.(llm.Describer)
	if !ok {
		_, err := l.list(ctx)
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	m, err := d.Describe(ctx, model)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.described == nil {
		l.described = map[string]llm.Model{}
	}
	l.described[model] = m
	return nil
}
