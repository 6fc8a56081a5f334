package models

import (
	"cmp"
	"context"
	"time"

	"ptk-lsp/llm"
)

const (
	// askTime bounds the asking of one provider for its models; a local server answers at once or isn't there.
	askTime = 3 * time.Second
	// vainTime is how long a provider that did not tell of its models is not asked again before a request.
	vainTime = 30 * time.Second
)

// told is what a provider has told of its models; the entry's lock guards it.
type told struct {
	offered   []llm.Model          // as last listed; nil before
	described map[string]llm.Model // asked for one by one
	vain      time.Time            // when it was last asked in vain
}

// ask asks the provider for its models and remembers the answer.
func (e *entry) ask(ctx context.Context) ([]llm.Model, error) {
	p, err := e.build()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	offered, err := p.Models(ctx)
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.told.offered = offered
	return offered, nil
}

// offered gives the models that the provider has listed, and asks for them where it has not yet.
func (e *entry) offered(ctx context.Context) ([]llm.Model, error) {
	e.mu.Lock()
	known := e.told.offered
	e.mu.Unlock()
	if known != nil {
		return known, nil
	}
	return e.ask(ctx)
}

// about gives what the provider has told of a model; ok is false where that is nothing.
func (e *entry) about(model string) (m llm.Model, ok bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if m, ok := e.told.described[model]; ok {
		return m, true
	}
	for _, m := range e.told.offered {
		if m.ID == model {
			return m, true
		}
	}
	return llm.Model{ID: model}, false
}

// details tells of a model what its first use must know, and asks the server for it where it must: a prompt that is larger
// than the window may be cut without a word. No model is asked for this.
func (e *entry) details(ctx context.Context, model string) llm.Model {
	m, known := e.about(model)
	if !known && e.mustAsk(model) {
		e.learn(ctx, model)
		m, _ = e.about(model)
	}
	return e.complete(m)
}

// complete fills in what the provider did not tell, and puts the settings above all. A server that loads models with the
// window of the settings has told what came of that.
func (e *entry) complete(m llm.Model) llm.Model {
	if e.kind != "ollama" || m.ContextWindow == 0 {
		m.ContextWindow = cmp.Or(e.contextWindow, m.ContextWindow, e.tabled(m.ID).window)
	}
	m.Images = m.Images || llm.Sees(m.ID)
	if e.images != nil {
		m.Images = *e.images
	}
	if e.kind == "browser" || e.kind == "offline" { // nothing but text is pasted into a page
		m.Images = false
	}
	return m
}

func (e *entry) mustAsk(model string) bool {
	switch {
	case e.kind == "offline" || e.kind == "browser" || !e.usable():
		return false
	case e.kind == "ollama":
		return true
	}
	return e.contextWindow == 0 && e.tabled(model).window == 0
}

// learn asks for one model where the provider can, else for the list of all. A provider that can't be asked tells so when a
// request is sent; until some time after it is not asked again.
func (e *entry) learn(ctx context.Context, model string) {
	e.mu.Lock()
	lately := time.Since(e.told.vain) < vainTime
	e.mu.Unlock()
	if lately {
		return
	}
	if e.describe(ctx, model) == nil {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.told.vain = time.Now()
}

func (e *entry) describe(ctx context.Context, model string) error {
	p, err := e.build()
	if err != nil {
		return err
	}
	d, ok := p.bare.(llm.Describer)
	if !ok {
		_, err := e.offered(ctx)
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	m, err := d.Describe(ctx, model)
	if err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.told.described == nil {
		e.told.described = map[string]llm.Model{}
	}
	e.told.described[model] = m
	return nil
}
