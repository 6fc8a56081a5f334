package models

import (
	"cmp"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"time"

	"ptk-lsp/cmd/ptk-lsp/settings"
	"ptk-lsp/llm/driver"
	"ptk-lsp/llm/wire"
)

// source is a provider as known before anything is requested: from the table of services, the settings, or both.
type source struct {
	driver.Service
	settings settings.Provider
	baseURL  string
	key      string // "" if none is set
	page     driver.PageOptions
}

// sources merges the services with the providers of the settings. A provider of an unknown kind is left out.
func sources(s settings.Settings, env func(string) string) []source {
	known := services()
	list := make([]source, 0, len(known)+len(s.Providers))
	for _, service := range known {
		list = append(list, source{Service: service, baseURL: address(service, env)})
	}
	for _, name := range slices.Sorted(maps.Keys(s.Providers)) {
		p := s.Providers[name]
		i := slices.IndexFunc(list, func(s source) bool { return s.Name == name })
		if i < 0 {
			i = len(list)
			p.Kind = cmp.Or(p.Kind, "openai")
			list = append(list, source{Service: driver.Service{Name: name, Local: p.APIKeyEnv == ""}})
		}
		list[i].apply(p)
	}
	list = slices.DeleteFunc(list, func(s source) bool { return s.Kind.New == nil })
	for i := range list {
		list[i].complete(env)
	}
	return list
}

// address returns the address of a service that its variable sets, or "".
func address(s driver.Service, env func(string) string) string {
	if s.URLVariable == "" {
		return ""
	}
	if s.Address == nil {
		return env(s.URLVariable)
	}
	return s.Address(env(s.URLVariable))
}

// apply merges the settings of a provider.
func (s *source) apply(p settings.Provider) {
	s.settings = p
	if p.Kind != "" {
		s.OptIn = false // a workspace may not set the kind
		s.Kind = kindNamed(p.Kind)
	}
	s.baseURL = cmp.Or(p.BaseURL, s.baseURL)
	if p.APIKeyEnv != "" {
		s.KeyVariables = []string{p.APIKeyEnv}
	}
	if len(p.Models) > 0 {
		s.Models, s.DefaultModel = p.Models, p.Models[0]
	}
}

// complete looks up the key and fills in the address.
func (s *source) complete(env func(string) string) {
	for _, v := range s.KeyVariables {
		if s.key = env(v); s.key != "" {
			break
		}
	}
	if s.Kind.Medium == driver.Page && !s.OptIn {
		s.completePage(env)
	}
	s.baseURL = cmp.Or(s.baseURL, s.URL)
}

// completePage fills in how a chat page is driven.
func (s *source) completePage(env func(string) string) {
	s.Local, s.settings.ToolCalling, s.URL = true, "ptk", s.Kind.URL
	if len(s.Models) == 0 {
		s.Models, s.DefaultModel = []string{s.Kind.DefaultModel}, s.Kind.DefaultModel
	}
	s.page = driver.PageOptions{Program: env("PTK_BROWSER"), Models: s.Models, Selectors: driver.Selectors(s.settings.Selectors)}
	if dir := dataHome(env); dir != "" {
		s.page.Profile = filepath.Join(dir, "ptk", "browser", url.PathEscape(s.Name))
	}
}

// dataHome returns the folder for the user's data, or "" if unknown.
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

// custom reports whether the address is not the service's own, so that its models are unknown before it is asked.
func (s *source) custom() bool { return s.baseURL != s.URL }

// usable reports whether a request can be tried without asking the user for anything.
func (s *source) usable() bool { return (s.key != "" || s.Local) && !s.OptIn }

// options returns what its constructors need. The server may be silent for idle.
func (s *source) options(idle time.Duration) driver.Options {
	header := http.Header{}
	for k, v := range s.settings.Headers {
		header.Set(k, v)
	}
	o := driver.Options{
		Options: wire.Options{
			Name: s.Name, BaseURL: s.baseURL, Key: s.key, URLVariable: s.URLVariable, Start: s.Start, Header: header, Idle: idle, Local: s.Local,
		},
		Window: s.settings.ContextWindow, Page: s.page,
	}
	if len(s.KeyVariables) > 0 {
		o.KeyVariable = s.KeyVariables[0]
	}
	return o
}
