package browser

import (
	"ptk-lsp/llm"
	"ptk-lsp/llm/driver"
)

// Kind is a chat page in a browser.
func Kind() driver.Kind {
	return driver.Kind{
		Name: "browser", Medium: driver.Page, URL: DefaultURL, DefaultModel: "gemini-2.5-pro",
		New: func(o driver.Options) (llm.Provider, error) {
			return New(Options{
				Name: o.Name, URL: o.BaseURL, Profile: o.Page.Profile, Program: o.Page.Program, Models: o.Page.Models,
				Selectors: o.Page.Selectors, Idle: o.Idle,
			})
		},
	}
}

// AIStudio is the page of Google AI Studio.
func AIStudio() driver.Service {
	kind := Kind()
	return driver.Service{Name: "ai-studio-browser", Kind: kind, URL: kind.URL, DefaultModel: kind.DefaultModel, OptIn: true}
}
