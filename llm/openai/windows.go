package openai

import (
	"cmp"
	"context"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/llm/wire"
)

// Local servers report context windows at addresses of their own, beside the protocol's.
const (
	windowTime    = 2 * time.Second // for all requests together
	maxDescribe   = 30              // models of one server that are described one by one
	ollamaDefault = 4096            // tokens, if neither the model nor the running instance has another
)

// addWindows fills in what the list of models lacks, from the addresses of llama.cpp, LM Studio or Ollama. For any other server
// the windows stay unknown.
func (p *Provider) addWindows(ctx context.Context, models []llm.Model) {
	if p.local == nil || len(models) == 0 || models[0].ContextWindow > 0 && len(models) > 1 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, windowTime)
	defer cancel()
	for _, ask := range []func(context.Context, []llm.Model) bool{p.askLlamaCpp, p.askLMStudio, p.askOllama} {
		if ask(ctx, models) {
			return
		}
	}
}

// askLlamaCpp requests the window with which the one model was loaded, which may be smaller than what it was trained for.
func (p *Provider) askLlamaCpp(ctx context.Context, models []llm.Model) bool {
	var props struct {
		Settings struct {
			Context wire.Count `json:"n_ctx"`
		} `json:"default_generation_settings"`
		Modalities struct {
			Vision bool `json:"vision"`
		} `json:"modalities"`
	}
	if p.local.Get(ctx, "/props", &props) != nil || props.Settings.Context == 0 {
		return false
	}
	for i := range models {
		models[i].ContextWindow, models[i].Images = int(props.Settings.Context), props.Modalities.Vision
	}
	return true
}

func (p *Provider) askLMStudio(ctx context.Context, models []llm.Model) bool {
	var list struct {
		Data []struct {
			ID     string     `json:"id"`
			Type   string     `json:"type"` // "llm", "vlm", …
			Loaded wire.Count `json:"loaded_context_length"`
			Most   wire.Count `json:"max_context_length"`
		} `json:"data"`
	}
	if p.local.Get(ctx, "/api/v0/models", &list) != nil {
		return false
	}
	windows, seeing := map[string]int{}, map[string]bool{}
	for _, m := range list.Data {
		windows[m.ID], seeing[m.ID] = m.Loaded.Or(m.Most), m.Type == "vlm"
	}
	for i, m := range models {
		models[i].ContextWindow, models[i].Images = cmp.Or(windows[m.ID], m.ContextWindow), seeing[m.ID]
	}
	return len(list.Data) > 0
}

var numCtx = regexp.MustCompile(`(?m)^num_ctx\s+(\d+)`)

// askOllama requests the running models and each model's own parameters. The largest window that a model supports is of no
// use: Ollama truncates a prompt to the one that it was loaded with.
func (p *Provider) askOllama(ctx context.Context, models []llm.Model) bool {
	var running struct {
		Models []struct {
			Name    string     `json:"name"`
			Context wire.Count `json:"context_length"`
		} `json:"models"`
	}
	if p.local.Get(ctx, "/api/ps", &running) != nil {
		return false
	}
	loaded := map[string]int{}
	for _, m := range running.Models {
		loaded[m.Name] = int(m.Context)
	}
	var wg sync.WaitGroup
	for i := range models[:min(len(models), maxDescribe)] {
		m := &models[i]
		if m.ContextWindow = loaded[m.ID]; m.ContextWindow == 0 {
			wg.Go(func() { m.ContextWindow = p.ollamaParameter(ctx, m.ID) })
		}
	}
	wg.Wait()
	return true
}

// ollamaParameter returns the window that a model is loaded with.
func (p *Provider) ollamaParameter(ctx context.Context, model string) int {
	var shown struct {
		Parameters string `json:"parameters"`
	}
	body, err := json.Marshal(map[string]string{"model": model})
	if err != nil || p.local.Post(ctx, "/api/show", body, &shown) != nil {
		return 0
	}
	if m := numCtx.FindStringSubmatch(shown.Parameters); m != nil {
		if n, err := strconv.Atoi(strings.TrimSpace(m[1])); err == nil {
			return n
		}
	}
	return ollamaDefault
}
