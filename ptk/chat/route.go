package chat

import (
	"context"

	"ptk-lsp/llm"
)

// Models finds the model that a turn asks for; the program's catalogue of providers is one.
type Models interface {
	// Resolve finds "provider/model", or the current model where the name is "".
	// It answers an error that wraps [ErrUnknownModel] where there is none.
	Resolve(ctx context.Context, name string) (Route, error)
	// Preprocess finds the small, fast model that the user has set for titles, summaries and the weighing of messages; ok is
	// false where none is set, and then no model is asked for these. An error wraps [ErrUnknownModel] where the one that is
	// set can't be had.
	Preprocess(ctx context.Context) (r Route, ok bool, err error)
	// List tells all models and the current one; the context bounds the asking of providers.
	List(ctx context.Context) (models []ModelInfo, current string)
}

// Route is the way to one model.
type Route struct {
	Provider llm.Provider
	Name     string // "provider/model"
	Model    string // the provider's own name
	Native   bool   // calls functions natively; else it calls in text
	Window   int    // tokens; 0 where unknown
	Images   bool   // can be shown pictures
	Price    Price
	// Fallback are the names of the models that are asked in turn where this one fails for good.
	Fallback []string
}

// ModelInfo is one model that can, or can't, be asked.
type ModelInfo struct {
	ID            string // "provider/model"
	Provider      string
	Available     bool
	Reason        string // why it isn't available and what to do; or why it was chosen
	ContextWindow int
	ToolCalling   string // "ptk" or "native"
	Images        bool   // can be shown pictures
}
