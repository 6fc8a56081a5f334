package models

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/cmd/ptk-lsp/settings"
	"ptk-lsp/llm"
	"ptk-lsp/llm/llmtest"
	"ptk-lsp/ptk"
)

// env is an environment in which nothing is set up but what vars say.
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
		{name: "a key and another address: its first model", vars: map[string]string{"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": server.URL}, want: "openai/first"},
		{name: "a local server that answers", vars: map[string]string{"OLLAMA_HOST": server.URL}, want: "ollama/first"},
		{name: "the setting wins over what is found", set: settings.Settings{Model: "offline/search"}, vars: map[string]string{"OPENAI_API_KEY": "k"}, want: "offline/search"},
		{name: "the request wins over the setting", set: settings.Settings{Model: "offline/search", Providers: map[string]settings.Provider{"box": box}}, ask: "box/org/second", want: "box/org/second"},
		{name: "a provider alone is its default model", set: settings.Settings{Providers: map[string]settings.Provider{"box": box}}, ask: "box", want: "box/first"},
		{name: "a provider's models in the settings", set: settings.Settings{Providers: map[string]settings.Provider{"box": {Kind: "openai", BaseURL: server.URL, Models: []string{"mine"}}}}, ask: "box", want: "box/mine"},
		{name: "no such provider", ask: "nosuch/model", err: ptk.ErrUnknownModel},
		{name: "a provider that is not there", ask: "ollama", err: ptk.ErrUnknownModel},
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
	s := settings.Settings{Providers: map[string]settings.Provider{"box": {Kind: "openai", BaseURL: server.URL, ContextWindow: 4096, ToolCalling: "native"}}}
	r, err := New(s, env(nil)).Resolve(t.Context(), "box/m")
	if err != nil || !r.Native || r.Window != 4096 || r.Model != "m" {
		t.Errorf("%+v %v", r, err)
	}
}

func TestConfigureTakesOver(t *testing.T) {
	c := New(settings.Settings{}, env(map[string]string{"OPENAI_API_KEY": "k"}))
	c.Configure(settings.Settings{Model: "offline"})
	if r, err := c.Resolve(t.Context(), ""); err != nil || r.Name != "offline/search" {
		t.Errorf("%+v %v", r, err)
	}
}

func TestHowToolsAreCalled(t *testing.T) {
	box := func(calling string) settings.Settings {
		return settings.Settings{Providers: map[string]settings.Provider{"box": {Kind: "openai", BaseURL: "http://127.0.0.1:1", ToolCalling: calling}}}
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

func TestFallbackTakesOver(t *testing.T) {
	broken := llmtest.New(t, llmtest.Fail(401, `{"error":"no"}`))
	works := llmtest.New(t, llmtest.React(func(r llmtest.Request) llmtest.Reply { return llmtest.Say("I am " + r.Model) }))
	s := settings.Settings{Fallback: []string{"nowhere/x", "first/m", "second/n"}, Providers: map[string]settings.Provider{
		"first": {Kind: "openai", BaseURL: broken.URL}, "second": {Kind: "openai", BaseURL: works.URL},
	}}
	r, err := New(s, env(nil)).Resolve(t.Context(), "first/m")
	if err != nil {
		t.Fatal(err)
	}
	got, err := llmtest.Ask(t.Context(), r.Provider, llm.Request{Model: r.Model})
	if err != nil || got.Text != "I am n" || len(got.Retries) != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestListSaysWhyNot(t *testing.T) {
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
	want := map[string]bool{
		"openai/gpt-5-mini": false, "anthropic/claude-sonnet-4-5": false, "ai-studio/gemini-2.5-flash": false,
		"groq/openai/gpt-oss-120b": false, "ollama/test-model": true, "offline/search": true,
	}
	if d := cmp.Diff(want, got); d != "" || current != "ollama/test-model" {
		t.Errorf("current %q (-want +got):\n%s", current, d)
	}
}

func TestOllamaURL(t *testing.T) {
	for host, want := range map[string]string{
		"":                      "",
		"box":                   "http://box:11434",
		"0.0.0.0:8080":          "http://127.0.0.1:8080",
		"https://ollama.test/":  "https://ollama.test",
		"http://localhost:1234": "http://localhost:1234",
	} {
		if got := ollamaURL(host); got != want {
			t.Errorf("%q: got %q, want %q", host, got, want)
		}
	}
}

func TestAPageIsAskedOnlyByName(t *testing.T) {
	vars := env(map[string]string{"XDG_DATA_HOME": t.TempDir()})
	set := settings.Settings{Providers: map[string]settings.Provider{"a-page": {Kind: "browser", ToolCalling: "native"}}}
	if r, err := New(set, vars).Resolve(t.Context(), ""); err != nil || r.Name != "offline/search" {
		t.Errorf("without a name: %q %v", r.Name, err)
	}
	r, err := New(set, vars).Resolve(t.Context(), "a-page")
	if err != nil || r.Name != "a-page/gemini-2.5-pro" || r.Native {
		t.Errorf("by name: %+v %v", r, err)
	}
	if _, err := New(settings.Settings{}, vars).Resolve(t.Context(), "ai-studio-browser"); !errors.Is(err, ptk.ErrUnknownModel) {
		t.Errorf("without a word in the settings: %v", err)
	}
}

func TestPriceOfAModel(t *testing.T) {
	c := New(settings.Settings{Providers: map[string]settings.Provider{"offline": {Prices: map[string]settings.Price{
		"dear": {Input: 10, Output: 30, Cached: 1}, "*": {Input: 2, Output: 3},
	}}}}, env(nil))
	for model, want := range map[string]ptk.Price{"dear": {Input: 10, Output: 30, Cached: 1}, "other": {Input: 2, Output: 3, Cached: 2}} {
		r, err := c.Resolve(t.Context(), "offline/"+model)
		if diff := cmp.Diff(want, r.Price); diff != "" || err != nil {
			t.Errorf("%s: %v %s", model, err, diff)
		}
	}
}

// What a local server has loaded a model with is known before the first request: it would cut a longer one.
func TestWindowOfALocalServerIsKnownToTheFirstRoute(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/models", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"data":[{"id":"qwen3:8b"}]}`) })
	mux.HandleFunc("GET /api/ps", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"models":[{"name":"qwen3:8b","context_length":8192}]}`)
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	r, err := New(settings.Settings{Model: "ollama/qwen3:8b"}, env(map[string]string{"OLLAMA_HOST": server.URL})).Resolve(t.Context(), "")
	if err != nil || r.Window != 8192 {
		t.Errorf("%d tokens, %v", r.Window, err)
	}
}

func TestPreprocessIsTheModelOfTheSettingsAlone(t *testing.T) {
	if r, ok, err := New(settings.Settings{Model: "offline"}, env(nil)).Preprocess(t.Context()); ok || err != nil {
		t.Errorf("without a setting: %+v %v", r, err)
	}
	if r, ok, err := New(settings.Settings{Preprocess: "offline"}, env(nil)).Preprocess(t.Context()); !ok || err != nil || r.Name != "offline/search" {
		t.Errorf("%+v %v", r, err)
	}
	if _, ok, err := New(settings.Settings{Preprocess: "nosuch"}, env(nil)).Preprocess(t.Context()); ok || !errors.Is(err, ptk.ErrUnknownModel) {
		t.Errorf("no such model: %v", err)
	}
}
