package ollama

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/llm/wire"
)

const (
	askTime     = 3 * time.Second // to describe one model
	maxDescribe = 30              // models of one server that are described in a list
	parallel    = 4               // requests at a time
)

// catalogue describes the models of one server.
type catalogue struct {
	endpoint *wire.Endpoint
	window   int // of the settings

	mu    sync.Mutex
	known map[string]llm.Model // by name; guarded by mu
}

func newCatalogue(e *wire.Endpoint, window int) *catalogue {
	return &catalogue{endpoint: e, window: window, known: map[string]llm.Model{}}
}

// Describe describes a model. Its window is the one that it is loaded with; it is requested once and stays, so that a
// conversation does not make the server load the model again.
func (c *catalogue) Describe(ctx context.Context, model string) (llm.Model, error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	if m, ok := c.cached(model); ok {
		return m, nil
	}
	return c.describe(ctx, model, c.running(ctx))
}

func (c *catalogue) cached(model string) (llm.Model, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m, ok := c.known[model]
	return m, ok
}

// describe requests the description of a model; running are the windows of those that are loaded.
func (c *catalogue) describe(ctx context.Context, model string, running map[string]int) (llm.Model, error) {
	body, err := json.Marshal(map[string]string{"model": model})
	if err != nil {
		return llm.Model{}, err
	}
	var s shown
	if err := c.endpoint.Post(ctx, "/show", body, &s); err != nil {
		return llm.Model{}, err
	}
	m := llm.Model{
		ID: model, ContextWindow: s.chosen(c.window, running[model]), NativeTools: slices.Contains(s.Capabilities, "tools"),
		Images: slices.Contains(s.Capabilities, "vision"),
	}
	if most := s.most(); remote(model) && most > 0 {
		m.ContextWindow = most
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if before, ok := c.known[model]; ok { // another request was faster
		return before, nil
	}
	c.known[model] = m
	return m, nil
}

// running returns the windows of the models that are loaded, none if the server does not report them.
func (c *catalogue) running(ctx context.Context) map[string]int {
	var list struct {
		Models []struct {
			Name   string     `json:"name"`
			Window wire.Count `json:"context_length"`
		} `json:"models"`
	}
	if c.endpoint.Get(ctx, "/ps", &list) != nil {
		return nil
	}
	windows := map[string]int{}
	for _, m := range list.Models {
		windows[m.Name] = int(m.Window)
	}
	return windows
}

// list returns the installed models, by name alone.
func (c *catalogue) list(ctx context.Context) ([]llm.Model, error) {
	var list struct {
		Models []struct {
			Name string `json:"name"`
		} `json:"models"`
	}
	if err := c.endpoint.Get(ctx, "/tags", &list); err != nil {
		return nil, err
	}
	var models []llm.Model
	for _, m := range list.Models {
		models = append(models, llm.Model{ID: m.Name})
	}
	return wire.Listed(models), nil
}

// Models lists the installed models, the last changed first, and describes the first of them.
func (c *catalogue) Models(ctx context.Context) ([]llm.Model, error) {
	models, err := c.list(ctx)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	running := c.running(ctx)
	var wg sync.WaitGroup
	turns := make(chan struct{}, parallel)
	for i := range models[:min(len(models), maxDescribe)] {
		wg.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			if m, ok := c.cached(models[i].ID); ok {
				models[i] = m
			} else if m, err := c.describe(ctx, models[i].ID, running); err == nil { // otherwise only its name is listed
				models[i] = m
			}
		})
	}
	wg.Wait()
	return models, nil
}
