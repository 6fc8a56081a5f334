package models

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/cmd/ptk-lsp/settings"
	"ptk-lsp/llm/driver"
	"ptk-lsp/llm/llmtest"
	"ptk-lsp/llm/ollama"
	"ptk-lsp/ptk/chat"
)

// locked is a server with one model for those who have the key. It counts the requests, and shows the key that it gets in its errors.
func locked(t *testing.T, key string) (url string, asked *int) {
	t.Helper()
	n := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n++
		if got := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "); got != key {
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = w.Write([]byte(`{"error":{"message":"no entry with ` + got + `"}}`))
			return
		}
		_, _ = w.Write([]byte(`{"data":[{"id":"loaf"}]}`))
	}))
	t.Cleanup(s.Close)
	return s.URL, &n
}

// Each service that a user can set up says how.
func TestServicesCanBeSetUp(t *testing.T) {
	for _, s := range services() {
		switch {
		case s.Kind.Medium != driver.Server:
		case s.Setup.Title == "":
			t.Errorf("%s has no title", s.Name)
		case s.Local && (s.Setup.Page == "" || s.Setup.Start == "" || s.Setup.Pull == "" || len(s.Setup.Programs) == 0):
			t.Errorf("nothing tells how to get %s: %+v", s.Name, s.Setup)
		case !s.Local && !strings.HasPrefix(s.Setup.KeyPage, "https://"):
			t.Errorf("nothing tells where to get a key of %s", s.Name)
		}
	}
}

func TestProviders(t *testing.T) {
	server, empty := llmtest.New(t), llmtest.New(t)
	server.SetModels("loaf", "bun")
	empty.SetModels()
	url, asked := locked(t, "right")
	c := New(settings.Settings{Providers: map[string]settings.Provider{
		"box":  {Kind: "openai", BaseURL: server.URL},
		"bare": {Kind: "openai", BaseURL: empty.URL},
		"gone": {Kind: "openai", BaseURL: "http://me:secret@127.0.0.1:1/v1"},
		"shop": {Kind: "openai", BaseURL: url, APIKeyEnv: "SHOP_KEY"},
	}}, env(map[string]string{"ANTHROPIC_API_KEY": "k", "SHOP_KEY": "wrong"}))
	got := map[string]chat.ProviderState{}
	for _, p := range c.Providers(t.Context()) {
		got[p.Name] = p.State
		if strings.Contains(p.BaseURL+p.Reason, "secret") {
			t.Errorf("%s shows a password: %+v", p.Name, p)
		}
		if p.Name == "box" && (p.Models != 2 || !p.Custom || !p.Local) {
			t.Errorf("%+v", p)
		}
		if p.Name == "groq" && (p.Title != "Groq" || p.KeyVariable != "GROQ_API_KEY" || p.KeyPage == "" || p.Custom) {
			t.Errorf("%+v", p)
		}
	}
	delete(got, "lm-studio") // depends on the machine
	want := map[string]chat.ProviderState{
		"openai": "noKey", "anthropic": "ready", "ai-studio": "noKey", "groq": "noKey", "openrouter": "noKey", "ollama": "failed",
		"box": "ready", "bare": "noModels", "gone": "failed", "shop": "ready",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if *asked != 0 {
		t.Errorf("a service with a key was asked %d times", *asked)
	}
}

// A server that is not there is one that does not run, if its program is, and one that is not installed otherwise.
func TestLocalServerThatIsNotThere(t *testing.T) {
	home, bin := t.TempDir(), t.TempDir()
	service := ollama.Service()
	service.URL, service.Setup.Programs = "http://127.0.0.1:1", []string{"bakery-lm", "~/bakery/lm"}
	vars := map[string]string{"HOME": home, "PATH": ".:relative:" + bin}
	state := func() chat.ProviderInfo {
		e := newEntry(source{Service: service, baseURL: service.URL}, settings.Chat{}, &probes{})
		return e.setup(t.Context(), env(vars))
	}
	if got := state(); got.State != chat.ProviderNotInstalled || got.Page != service.Setup.Page || got.Command != "" {
		t.Errorf("not installed: %+v", got)
	}
	for _, place := range []string{filepath.Join(bin, "bakery-lm"), filepath.Join(home, "bakery", "lm")} {
		if err := os.MkdirAll(filepath.Dir(place), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(place, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := state(); got.State != chat.ProviderNotRunning || got.Command != service.Setup.Start || got.Page != "" {
			t.Errorf("%s is there: %+v", place, got)
		}
		if err := os.Remove(place); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTestProvider(t *testing.T) {
	url, _ := locked(t, "sk-right")
	c := New(settings.Settings{Providers: map[string]settings.Provider{"shop": {Kind: "openai", BaseURL: url, APIKeyEnv: "SHOP_KEY"}}},
		env(map[string]string{"SHOP_KEY": "sk-right"}))
	for _, tt := range []struct {
		name, want string // in the error; "" for success
		test       chat.ProviderTest
	}{
		{"a known one with its own key", "", chat.ProviderTest{Provider: "shop"}},
		{"a known one with another key", "no entry", chat.ProviderTest{Provider: "shop", Key: "sk-wrong-key"}},
		{"an address", "", chat.ProviderTest{BaseURL: url, Key: "sk-right"}},
		{"an address without its scheme", "", chat.ProviderTest{BaseURL: strings.TrimPrefix(url, "http://"), Key: "sk-right"}},
		{"an address without a key", "no entry", chat.ProviderTest{BaseURL: url}},
		{"nothing", "known provider", chat.ProviderTest{}},
		{"both", "known provider", chat.ProviderTest{Provider: "shop", BaseURL: url}},
		{"a provider that is not known", "shop", chat.ProviderTest{Provider: "bakery"}},
		{"one that is no server", "known", chat.ProviderTest{Provider: "offline"}},
		{"a kind that is not known", "kind", chat.ProviderTest{BaseURL: url, Kind: "bread"}},
		{"a kind that is no server", "kind", chat.ProviderTest{BaseURL: url, Kind: "browser"}},
		{"what is no address", "", chat.ProviderTest{BaseURL: "ftp://bread", Key: "sk-secret"}},
		{"nothing listens", "no server is running", chat.ProviderTest{BaseURL: "http://127.0.0.1:1", Key: "sk-secret"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := c.TestProvider(t.Context(), tt.test)
			if tt.test.BaseURL == "ftp://bread" {
				if err == nil {
					t.Error("it was asked")
				}
				return
			}
			if tt.want == "" {
				if err != nil || !cmp.Equal(got.Models, []string{"loaf"}) || got.BaseURL == "" {
					t.Errorf("%+v %v", got, err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) || tt.test.Key != "" && strings.Contains(err.Error(), tt.test.Key) {
				t.Errorf("got %v, want %q and no key", err, tt.want)
			}
		})
	}
}

// A service that lists its models to anyone is asked for an answer, since its list says nothing of the key.
func TestAListWithoutAKeyIsNoTest(t *testing.T) {
	server := llmtest.New(t, llmtest.Fail(http.StatusUnauthorized, `{"error":{"message":"no auth credentials found"}}`))
	server.SetModels("loaf")
	c := New(settings.Settings{Providers: map[string]settings.Provider{"openrouter": {BaseURL: server.URL}}}, env(nil))
	if _, err := c.TestProvider(t.Context(), chat.ProviderTest{Provider: "openrouter", Key: "wrong"}); err == nil {
		t.Error("a wrong key was accepted")
	}
}

// Nothing that a workspace says has the user's key sent to another address, nor one tested there.
func TestAWorkspaceSetsNoAddress(t *testing.T) {
	url, asked := locked(t, "k")
	for _, name := range []string{"openai", "anthropic", "ai-studio", "groq", "openrouter", "box"} {
		dir := t.TempDir()
		l := settings.Layers{UserFile: filepath.Join(dir, "user.toml"), Workspace: dir}
		if err := os.MkdirAll(filepath.Dir(l.WorkspaceFile()), 0o700); err != nil {
			t.Fatal(err)
		}
		files := map[string]string{
			l.UserFile: "[providers.box]\nkind = 'openai'\nbaseUrl = 'http://127.0.0.1:1'\napiKeyEnv = 'OPENAI_API_KEY'\n",
			l.WorkspaceFile(): "[providers." + name + "]\nkind = 'openai'\nbaseUrl = '" + url + "'\nheaders = { x = 'y' }\n" +
				"apiKeyEnv = 'OPENAI_API_KEY'\n",
		}
		for file, text := range files {
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		set, problems := l.Resolve()
		c := New(set, env(map[string]string{"OPENAI_API_KEY": "k"}))
		_, known := c.state()
		if e := named(known, name); e == nil || e.baseURL == url || len(problems) == 0 {
			t.Errorf("the workspace sets the address of %s: %+v, problems %v", name, e, problems)
		}
	}
	if *asked != 0 {
		t.Errorf("it was asked %d times", *asked)
	}
}
