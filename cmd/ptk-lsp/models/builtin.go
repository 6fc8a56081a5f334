package models

import (
	"cmp"
	"net/url"
	"path/filepath"
	"strings"

	"ptk-lsp/cmd/ptk-lsp/settings"
	"ptk-lsp/llm/browser"
	"ptk-lsp/llm/ollama"
)

// source is a provider as it is known before anything is asked: by its usual variables, the settings, or both.
type source struct {
	name          string
	kind          string // of settings.Provider
	baseURL       string
	official      string   // base URL of the service itself, for which the default model is known
	key           string   // the key; "" where none is set
	keyVars       []string // the variables that may hold it, the first to be named to the user
	urlVar        string
	local         bool // a server on the user's machine, which needs no key
	dormant       bool // does nothing unless the user's own settings give its kind
	defaultModel  string
	models        []string
	headers       map[string]string
	toolCalling   string
	contextWindow int
	images        *bool // whether its models see pictures; nil where the settings don't say
	prices        map[string]settings.Price
	selectors     settings.Selectors // of a page
	profile       string             // folder of the browser's profile; "" where none can be had
	program       string             // the browser; "" looks for it
}

// builtin are the providers that are found by their usual variables, in the order in which a default is looked for.
// The default models are those of November 2026; settings name others.
func builtin(env func(string) string) []source {
	return []source{
		{
			name: "openai", kind: "openai", baseURL: env("OPENAI_BASE_URL"), official: "https://api.openai.com/v1",
			keyVars: []string{"OPENAI_API_KEY"}, urlVar: "OPENAI_BASE_URL", defaultModel: "gpt-5-mini",
		},
		{
			name: "anthropic", kind: "anthropic", baseURL: env("ANTHROPIC_BASE_URL"), official: "https://api.anthropic.com",
			keyVars: []string{"ANTHROPIC_API_KEY"}, urlVar: "ANTHROPIC_BASE_URL", defaultModel: "claude-sonnet-4-5",
		},
		{
			name: "ai-studio", kind: "gemini", baseURL: env("GOOGLE_GEMINI_BASE_URL"), official: "https://generativelanguage.googleapis.com",
			keyVars: []string{"GEMINI_API_KEY", "GOOGLE_API_KEY"}, urlVar: "GOOGLE_GEMINI_BASE_URL", defaultModel: "gemini-2.5-flash",
		},
		{
			name: "groq", kind: "openai", official: "https://api.groq.com/openai/v1",
			keyVars: []string{"GROQ_API_KEY"}, defaultModel: "openai/gpt-oss-120b",
		},
		{
			name: "openrouter", kind: "openai", official: "https://openrouter.ai/api/v1",
			keyVars: []string{"OPENROUTER_API_KEY"}, defaultModel: "openrouter/auto",
		},
		{name: "ollama", kind: "ollama", baseURL: ollamaURL(env("OLLAMA_HOST")), official: ollama.DefaultURL, urlVar: "OLLAMA_HOST", local: true},
		{name: "lm-studio", kind: "openai", official: "http://127.0.0.1:1234/v1", local: true},
		{name: "ai-studio-browser", kind: "browser", dormant: true, defaultModel: pageModel},
		{name: "offline", kind: "offline", local: true, defaultModel: "search", models: []string{"search"}},
	}
}

// ollamaURL gives the address of the server that OLLAMA_HOST names ("host", "host:port" or a URL).
func ollamaURL(host string) string {
	if host == "" {
		return ""
	}
	if !strings.Contains(host, "://") {
		host = "http://" + host
	}
	scheme, rest, _ := strings.Cut(host, "://")
	rest = strings.TrimSuffix(rest, "/")
	rest = strings.Replace(rest, "0.0.0.0", "127.0.0.1", 1)
	if !strings.Contains(rest, ":") && scheme == "http" {
		rest += ":11434"
	}
	return scheme + "://" + rest
}

// sources joins the built-in providers with those of the settings.
func sources(s settings.Settings, env func(string) string) []source {
	list := builtin(env)
	at := map[string]int{}
	for i, b := range list {
		at[b.name] = i
	}
	for _, name := range sortedKeys(s.Providers) {
		p := s.Providers[name]
		i, known := at[name]
		if !known {
			i = len(list)
			list = append(list, source{name: name, kind: cmp.Or(p.Kind, "openai"), local: p.APIKeyEnv == ""})
		}
		list[i].set(p)
	}
	for i := range list {
		list[i].find(env)
	}
	return list
}

// set takes over what the settings say of a provider.
func (s *source) set(p settings.Provider) {
	s.dormant = s.dormant && p.Kind == "" // which a workspace may not set
	s.kind = cmp.Or(p.Kind, s.kind)
	s.baseURL = cmp.Or(p.BaseURL, s.baseURL)
	s.toolCalling = p.ToolCalling
	s.contextWindow, s.images = p.ContextWindow, p.Images
	s.headers = p.Headers
	s.selectors, s.prices = p.Selectors, p.Prices
	if p.APIKeyEnv != "" {
		s.keyVars = []string{p.APIKeyEnv}
	}
	if len(p.Models) > 0 {
		s.models, s.defaultModel = p.Models, p.Models[0]
	}
}

// find looks up the key. A key of the service itself is not sent to another address unless its variable names it too.
func (s *source) find(env func(string) string) {
	for _, v := range s.keyVars {
		if s.key = env(v); s.key != "" {
			break
		}
	}
	if s.kind == "browser" && !s.dormant {
		s.page(env)
	}
	if s.baseURL == "" {
		s.baseURL = s.official
	}
}

// page completes what drives a chat page. It is there only where the user's settings say so.
func (s *source) page(env func(string) string) {
	s.local, s.toolCalling, s.program = true, "ptk", env("PTK_BROWSER")
	s.official = browser.DefaultURL
	if dir := dataHome(env); dir != "" {
		s.profile = filepath.Join(dir, "ptk", "browser", url.PathEscape(s.name))
	}
	if len(s.models) == 0 {
		s.models, s.defaultModel = []string{pageModel}, pageModel
	}
}

// pageModel is asked for on a page for which the settings name no model.
const pageModel = "gemini-2.5-pro"

// dataHome is where programs keep the user's data; "" where that is not known.
func dataHome(env func(string) string) string {
	if dir := env("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return dir
	}
	if dir := env("LOCALAPPDATA"); filepath.IsAbs(dir) {
		return dir
	}
	if home := env("HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, ".local", "share")
	}
	return ""
}

// custom is true where the address is not the service's own, so that its models are not known before it is asked.
func (s *source) custom() bool { return s.baseURL != s.official }

// usable is true where a request can be tried without asking the user for anything.
func (s *source) usable() bool { return (s.key != "" || s.local) && !s.dormant }
