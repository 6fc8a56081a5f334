package models

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/cmd/ptk-lsp/settings"
	"ptk-lsp/llm/llmtest"
	"ptk-lsp/ptk/chat"
)

// env returns an environment with only these variables, and without a local Ollama.
func env(vars map[string]string) func(string) string {
	return func(name string) string {
		if v, ok := vars[name]; ok {
			return v
		}
		if name == "OLLAMA_HOST" {
			return "127.0.0.1:1" // nothing listens there
		}
		return ""
	}
}

func TestResolve(t *testing.T) {
	server := llmtest.New(t)
	server.SetModels("first", "org/second")
	box := settings.Provider{Kind: "openai", BaseURL: server.URL, ContextWindow: 4096, ToolCalling: "native"}
	for _, c := range []struct {
		name, ask, want string
		set             settings.Settings
		vars            map[string]string
		err             error
	}{
		{name: "nothing set up", want: "offline/search"},
		{name: "a key", vars: map[string]string{"OPENAI_API_KEY": "k"}, want: "openai/gpt-5-mini"},
		{
			name: "a key and another address: its first model",
			vars: map[string]string{"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": server.URL}, want: "openai/first",
		},
		{name: "a local server that answers", vars: map[string]string{"OLLAMA_HOST": server.URL}, want: "ollama/first"},
		{
			name: "the setting wins over what is found",
			set:  settings.Settings{Model: "offline/search"}, vars: map[string]string{"OPENAI_API_KEY": "k"}, want: "offline/search",
		},
		{
			name: "the request wins over the setting",
			set:  settings.Settings{Model: "offline/search", Providers: map[string]settings.Provider{"box": box}},
			ask:  "box/org/second", want: "box/org/second",
		},
		{
			name: "a provider alone is its default model",
			set:  settings.Settings{Providers: map[string]settings.Provider{"box": box}}, ask: "box", want: "box/first",
		},
		{
			name: "a provider's models in the settings",
			set: settings.Settings{Providers: map[string]settings.Provider{
				"box": {Kind: "openai", BaseURL: server.URL, Models: []string{"mine"}},
			}},
			ask: "box", want: "box/mine",
		},
		{name: "no such provider", ask: "nosuch/model", err: chat.ErrUnknownModel},
		{name: "a provider that is not there", ask: "ollama", err: chat.ErrUnknownModel},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := New(c.set, env(c.vars)).Resolve(t.Context(), c.ask)
			if r.Name != c.want || !errors.Is(err, c.err) {
				t.Errorf("got %q, %v; want %q, %v", r.Name, err, c.want, c.err)
			}
		})
	}
}

func TestSettingsOfAProviderReachItsRoute(t *testing.T) {
	server := llmtest.New(t)
	s := settings.Settings{
		Providers: map[string]settings.Provider{"box": {Kind: "openai", BaseURL: server.URL, ContextWindow: 4096, ToolCalling: "native"}},
	}
	r, err := New(s, env(nil)).Resolve(t.Context(), "box/m")
	if err != nil || !r.Native || r.Window != 4096 || r.Model != "m" {
		t.Errorf("%+v %v", r, err)
	}
}

func TestConfigureAppliesSettings(t *testing.T) {
	c := New(settings.Settings{}, env(map[string]string{"OPENAI_API_KEY": "k"}))
	c.Configure(settings.Settings{Model: "offline"})
	if r, err := c.Resolve(t.Context(), ""); err != nil || r.Name != "offline/search" {
		t.Errorf("%+v %v", r, err)
	}
}

func TestToolCalling(t *testing.T) {
	box := func(calling string) settings.Settings {
		return settings.Settings{
			Providers: map[string]settings.Provider{"box": {Kind: "openai", BaseURL: "http://127.0.0.1:1", ToolCalling: calling}},
		}
	}
	for _, tt := range []struct {
		calling, model string
		native         bool
	}{{"", "gpt-5", true}, {"auto", "gpt-5", true}, {"ptk", "gpt-5", false}, {"", "qwen3:8b", false}, {"native", "qwen3:8b", true}} {
		r, err := New(box(tt.calling), env(nil)).Resolve(t.Context(), "box/"+tt.model)
		if err != nil || r.Native != tt.native {
			t.Errorf("%+v: %+v %v", tt, r, err)
		}
	}
}

func TestFallbackOfEveryOtherModel(t *testing.T) {
	s := settings.Settings{
		Fallback:  []string{"nowhere/x", "box/m", "offline"},
		Providers: map[string]settings.Provider{"box": {Kind: "openai", BaseURL: "http://127.0.0.1:1"}},
	}
	for name, want := range map[string][]string{
		"box/m": {"nowhere/x", "offline"}, "box/n": {"nowhere/x", "box/m", "offline"}, "offline": nil,
	} {
		r, err := New(s, env(nil)).Resolve(t.Context(), name)
		if diff := cmp.Diff(want, r.Fallback); diff != "" || err != nil {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
}

func TestListGivesReasons(t *testing.T) {
	server := llmtest.New(t)
	c := New(settings.Settings{}, env(map[string]string{"GROQ_API_KEY": "", "OLLAMA_HOST": server.URL}))
	models, current := c.List(t.Context())
	got := map[string]bool{}
	for _, m := range models {
		got[m.ID] = m.Available
		if m.Reason == "" {
			t.Errorf("%s: no reason", m.ID)
		}
	}
	want := map[string]bool{"ollama/test-model": true, "offline/search": true}
	for _, s := range services() {
		if s.Name != "ollama" && s.Name != "offline" {
			model := s.DefaultModel
			if model == "" {
				model = "?"
			}
			want[s.Name+"/"+model] = false
		}
	}
	if d := cmp.Diff(want, got); d != "" || current != "ollama/test-model" {
		t.Errorf("current %q (-want +got):\n%s", current, d)
	}
}

func TestAPageIsUsedOnlyByName(t *testing.T) {
	vars := env(map[string]string{"XDG_DATA_HOME": t.TempDir()})
	set := settings.Settings{Providers: map[string]settings.Provider{"a-page": {Kind: "browser", ToolCalling: "native"}}}
	if r, err := New(set, vars).Resolve(t.Context(), ""); err != nil || r.Name != "offline/search" {
		t.Errorf("without a name: %q %v", r.Name, err)
	}
	r, err := New(set, vars).Resolve(t.Context(), "a-page")
	if err != nil || r.Name != "a-page/gemini-2.5-pro" || r.Native || r.Images {
		t.Errorf("by name: %+v %v", r, err)
	}
	for name, own := range map[string]settings.Settings{
		"without settings": {},
		"by what a workspace may set": {
			Model: "ai-studio-browser/x", Providers: map[string]settings.Provider{"ai-studio-browser": {Models: []string{"x"}}},
		},
	} {
		if _, err := New(own, vars).Resolve(t.Context(), "ai-studio-browser/x"); !errors.Is(err, chat.ErrUnknownModel) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// localServer answers paths with fixed texts and counts the requests.
func localServer(t *testing.T, answers map[string]string) (url string, asked func() int) {
	t.Helper()
	var n atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n.Add(1)
		text, ok := answers[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write([]byte(text))
	}))
	t.Cleanup(server.Close)
	return server.URL, func() int { return int(n.Load()) }
}

// The window is known before the first request, since some servers truncate a longer one. The server is asked once.
func TestFirstUseKnowsTheModel(t *testing.T) {
	box := func(p settings.Provider) settings.Settings {
		return settings.Settings{Model: "box/m", Providers: map[string]settings.Provider{"box": p}}
	}
	yes, no := true, false
	for name, tt := range map[string]struct {
		answers map[string]string
		set     settings.Provider
		window  int
		images  bool
		asked   bool
		price   chat.Price
	}{
		"vLLM": {
			map[string]string{"/v1/models": `{"data":[{"id":"m","max_model_len":8192}]}`}, settings.Provider{}, 8192, false, true, chat.Price{},
		},
		"one with a key": {
			map[string]string{"/v1/models": `{"data":[{"id":"m","context_length":65536,"architecture":{"input_modalities":["image"]},` +
				`"pricing":{"prompt":"0.000001","completion":"0.000002"}}]}`},
			settings.Provider{APIKeyEnv: "BOX_KEY"},
			65536, true, true,
			chat.Price{Input: 1, Output: 2, Cached: 1},
		},
		"llama.cpp": {
			map[string]string{
				"/v1/models": `{"data":[{"id":"m"}]}`, "/props": `{"default_generation_settings":{"n_ctx":4096},"modalities":{"vision":true}}`,
			},
			settings.Provider{Images: &no},
			4096, false, true,
			chat.Price{},
		},
		"Ollama": {
			map[string]string{"/api/show": `{"model_info":{"general.architecture":"a","a.context_length":8192},"capabilities":["vision"]}`},
			settings.Provider{Kind: "ollama", ContextWindow: 32768},
			8192, true, true,
			chat.Price{},
		},
		"by the settings": {nil, settings.Provider{ContextWindow: 1000, Images: &yes}, 1000, true, false, chat.Price{}},
		"no answer":       {nil, settings.Provider{}, 0, false, true, chat.Price{}},
		"by the settings, Anthropic's wire": {
			nil,
			settings.Provider{Kind: "anthropic", ContextWindow: 1000, Images: &yes, Prices: map[string]settings.Price{"*": {Input: 2, Output: 10}}},
			1000, true, false,
			chat.Price{Input: 2, Output: 10, Cached: 2, Written: 2.5},
		},
		"Anthropic's wire": {
			map[string]string{"/v1/models": `{"data":[{"id":"m","max_input_tokens":500000}]}`},
			settings.Provider{Kind: "anthropic"},
			500000, true, true,
			chat.Price{},
		},
	} {
		t.Run(name, func(t *testing.T) {
			url, asked := localServer(t, tt.answers)
			tt.set.BaseURL = url
			c := New(box(tt.set), env(map[string]string{"BOX_KEY": "k"}))
			c.Discover(t.Context())
			before := asked()
			for range 2 {
				r, err := c.Resolve(t.Context(), "")
				if err != nil || r.Window != tt.window || r.Images != tt.images {
					t.Errorf("%d tokens, pictures %v, %v", r.Window, r.Images, err)
				}
				if diff := cmp.Diff(tt.price, r.Price); diff != "" {
					t.Error(diff)
				}
			}
			if (before > 0) != tt.asked || asked() != before {
				t.Errorf("asked %d times at the start and %d times in all", before, asked())
			}
		})
	}
}

func TestPreprocessIsOnlyTheModelOfTheSettings(t *testing.T) {
	if r, ok, err := New(settings.Settings{Model: "offline"}, env(nil)).Preprocess(t.Context()); ok || err != nil {
		t.Errorf("without a setting: %+v %v", r, err)
	}
	if r, ok, err := New(
		settings.Settings{Preprocess: "offline"},
		env(nil),
	).Preprocess(t.Context()); !ok || err != nil ||
		r.Name != "offline/search" {
		t.Errorf("%+v %v", r, err)
	}
	if _, ok, err := New(
		settings.Settings{Preprocess: "nosuch"},
		env(nil),
	).Preprocess(t.Context()); ok ||
		!errors.Is(err, chat.ErrUnknownModel) {
		t.Errorf("no such model: %v", err)
	}
}
