package chat

import (
	"context"

	"ptk-lsp/llm"
)

// Models finds the model that a turn asks for; the program's catalogue of providers is one.
type Models interface {
	// Resolve finds "provider/model", or the current model if the name is "". The error wraps [ErrUnknownModel] if there is
	// no such model.
	Resolve(ctx context.Context, name string) (Route, error)
	// Preprocess finds the small, fast model that the user has set for titles, summaries and the classification of messages.
	// If none is set ok is false, and no model is asked for these. The error wraps [ErrUnknownModel] if the one that is set
	// does not exist.
	Preprocess(ctx context.Context) (r Route, ok bool, err error)
	// List returns all models and the current one; the context bounds the requests to providers.
	List(ctx context.Context) (models []ModelInfo, current string)
}

// Route is how to reach a model, and what it can do.
type Route struct {
	Provider llm.Provider
	Name     string // "provider/model"
	Model    string // the provider's own name
	Native   bool   // uses native function calling; else it calls in text
	Window   int    // tokens; 0 if unknown
	Images   bool   // accepts pictures
	Price    Price
	// Fallback lists the models that take over, in order, if this one fails for good.
	Fallback []string
}

// ModelInfo describes a model, available or not.
type ModelInfo struct {
	ID            string // "provider/model"
	Provider      string
	Available     bool
	Reason        string // why it is not available and what to do, or why it was chosen
	ContextWindow int
	ToolCalling   string // "ptk" or "native"
	Images        bool   // accepts pictures
	Price         Price  // zero if it is not known, or nothing is charged
}
