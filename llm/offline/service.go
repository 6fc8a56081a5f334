package offline

import (
	"ptk-lsp/llm"
	"ptk-lsp/llm/driver"
)

// Kind is the built-in search.
func Kind() driver.Kind {
	return driver.Kind{
		Name: "offline", Medium: driver.BuiltIn, DefaultModel: "search",
		New: func(driver.Options) (llm.Provider, error) { return New(), nil },
	}
}

// Service is the provider that is always available.
func Service() driver.Service {
	return driver.Service{Name: "offline", Kind: Kind(), Local: true, DefaultModel: "search", Models: []string{"search"}}
}
