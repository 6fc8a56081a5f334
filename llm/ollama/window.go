package ollama

import (
	"context"
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/llm/wire"
)

// DefaultWindow is how many tokens a model is loaded with where nobody says otherwise: enough for the tools and some files,
// and what a usual machine has the memory for. Ollama's own default may be no more than 4,096.
const DefaultWindow = 16_384

const (
	askTime   = 3 * time.Second // for what is known of one model
	mostAsked = 30              // models of one server that are described in a list
	atOnce    = 4               // questions side by side
)

// shown is what /api/show tells of a model.
type shown struct {
	Parameters   string         `json:"parameters"` // lines of the model's own parameters
	Info         map[string]any `json:"model_info"`
	Capabilities []string       `json:"capabilities"`
}

var numCtx = regexp.MustCompile(`(?m)^num_ctx\s+(\d+)`)

// own is the window that the model's own parameters ask for; 0 where they don't.
func (s shown) own() int {
	if m := numCtx.FindStringSubmatch(s.Parameters); m != nil {
		n, _ := strconv.Atoi(m[1]) // too large a number counts as none
		return n
	}
	return 0
}

// most is the window that the model was trained for; 0 where it is not told.
func (s shown) most() int {
	arch, _ := s.Info["general.architecture"].(string)
	n, _ := s.Info[arch+".context_length"].(float64)
	if n < 0 || n > math.MaxInt32 {
		return 0
	}
	return int(n)
}

// chosen is the window that the model is loaded with: as the settings say, else as the model itself does, else the default,
// or what it runs with where that is more. It is never larger than the model can take.
func (s shown) chosen(set, running int) int {
	window := max(DefaultWindow, running)
	if own := s.own(); own > 0 {
		window = own
	}
	if set > 0 {
		window = set
	}
	if most := s.most(); most > 0 {
		window = min(window, most)
	}
	return window
}

// remote is true for a model that the server passes on to Ollama's own, where it has all of its window.
func remote(model string) bool {
	return strings.HasSuffix(model, "-cloud") || strings.HasSuffix(model, ":cloud")
}

// Describe tells what is known of a model. Its window is the one that it is loaded with, asked once and kept from then on,
// so that a conversation does not have it loaded anew.
func (p *Provider) Describe(ctx context.Context, model string) (llm.Model, error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	if m, ok := p.remembered(model); ok {
		return m, nil
	}
	return p.ask(ctx, model, p.running(ctx))
}

func (p *Provider) remembered(model string) (llm.Model, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	m, ok := p.known[model]
	return m, ok
}

// ask asks for a model; running are the windows of those that are loaded.
func (p *Provider) ask(ctx context.Context, model string, running map[string]int) (llm.Model, error) {
	body, err := json.Marshal(map[string]string{"model": model})
	if err != nil {
		return llm.Model{}, err
	}
	var s shown
	if err := p.endpoint.Post(ctx, "/show", body, &s); err != nil {
		return llm.Model{}, err
	}
	m := llm.Model{
		ID: model, ContextWindow: s.chosen(p.window, running[model]), NativeTools: slices.Contains(s.Capabilities, "tools"),
		Images: slices.Contains(s.Capabilities, "vision"),
	}
	if most := s.most(); remote(model) && most > 0 {
		m.ContextWindow = most
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if before, ok := p.known[model]; ok { // another request was quicker
		return before, nil
	}
	p.known[model] = m
	return m, nil
}

// running gives the windows of the models that are loaded; none where the server doesn't say.
func (p *Provider) running(ctx context.Context) map[string]int {
	var list struct {
		Models []struct {
			Name   string     `json:"name"`
			Window wire.Count `json:"context_length"`
		} `json:"models"`
	}
	if p.endpoint.Get(ctx, "/ps", &list) != nil {
		return nil
	}
	windows := map[string]int{}
	for _, m := range list.Models {
		windows[m.Name] = int(m.Window)
	}
	return windows
}

// list gives the models that are installed, by name alone.
func (p *Provider) list(ctx context.Context) ([]llm.Model, error) {
	var list struct {
		Models []struct {
			Name string `json:"name"`
		} `json:"models"`
	}
	if err := p.endpoint.Get(ctx, "/tags", &list); err != nil {
		return nil, err
	}
	var models []llm.Model
	for _, m := range list.Models {
		models = append(models, llm.Model{ID: m.Name})
	}
	return wire.Listed(models), nil
}

// Models lists the models that are installed, the last changed first, and describes the first of them.
func (p *Provider) Models(ctx context.Context) ([]llm.Model, error) {
	models, err := p.list(ctx)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	running := p.running(ctx)
	var wg sync.WaitGroup
	turns := make(chan struct{}, atOnce)
	for i := range models[:min(len(models), mostAsked)] {
		wg.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			if m, ok := p.remembered(models[i].ID); ok {
				models[i] = m
			} else if m, err := p.ask(ctx, models[i].ID, running); err == nil { // else it is listed by its name
				models[i] = m
			}
		})
	}
	wg.Wait()
	return models, nil
}
