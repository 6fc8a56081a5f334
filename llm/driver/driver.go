// Package driver is what a provider's folder declares about itself: its [Kind], which settings name, and each [Service] that
// is found without settings. The table of services is in cmd/ptk-lsp/models.
package driver

import (
	"ptk-lsp/llm"
	"ptk-lsp/llm/embed"
	"ptk-lsp/llm/wire"
)

// Medium is where a kind's models are.
type Medium int

// The media.
const (
	Server  Medium = iota // a server, reached over HTTP
	Page                  // a chat page in the user's browser, used only if chosen by name
	BuiltIn               // this program, which is always available
)

// Kind is one way to ask models, such as a wire format that many servers speak.
type Kind struct {
	// Name is the value of the setting kind, such as "openai".
	Name   string
	Medium Medium
	// New returns a provider; it checks the options and sends nothing.
	New func(Options) (llm.Provider, error)
	// Embeddings returns how servers of this kind make vectors; nil if they don't.
	Embeddings func() embed.Dialect
	// URL and DefaultModel are used by providers of the settings that name none; "" leaves both to New and the server.
	URL, DefaultModel string
	// LoadsWindow reports whether servers load a model with the context window that the request asks for.
	LoadsWindow bool
	// CacheWrite is the price of writing a token to the cache, as a multiple of the input price; 0 means no extra price.
	CacheWrite float64
}

// Options describe one provider of a kind.
type Options struct {
	wire.Options
	// Window is the context window of the settings in tokens, 0 if they set none.
	Window int
	// Page is for kinds whose medium is Page.
	Page PageOptions
}

// PageOptions describe how a chat page is driven.
type PageOptions struct {
	Profile   string // folder of the browser's profile; "" if there is no place for it
	Program   string // the browser; "" looks for it
	Models    []string
	Selectors Selectors
}

// Selectors are CSS selectors for the parts of a chat page. Elements that are not visible don't count.
type Selectors struct {
	Input   string // the field for the message
	Send    string // the button that sends it
	Answer  string // every answer of the model
	NewChat string // a button that starts a new chat; "" if the address does that
	Busy    string // visible only while the model answers
	Login   string // visible only if the user must log in
	Limit   string // limits and failures that the page reports
}

// Service is a provider that is known without settings.
type Service struct {
	// Name is the provider's name, the first part of "provider/model".
	Name string
	Kind Kind
	// URL is the service's own address.
	URL string
	// URLVariable is the environment variable that replaces URL; "" if there is none. Address completes its value; nil takes
	// it as it is.
	URLVariable string
	Address     func(value string) string
	// KeyVariables are the environment variables that may hold the key; the first is named to the user.
	KeyVariables []string
	// DefaultModel is used if the user names none; "" takes the first that the server lists.
	DefaultModel string
	// Models are offered without asking the server; nil asks it.
	Models []string
	// Start says how the user starts the server, as one or more sentences; "" if the server is not the user's.
	Start string
	// Local reports whether the server runs on the user's machine and needs no key.
	Local bool
	// OptIn reports whether the service is used only if the user's own settings name its kind.
	OptIn bool
	// Setup is what a user who sets it up must know.
	Setup Setup
}

// Setup describes a service to a user who wants to use it.
type Setup struct {
	// Title is the service's own name.
	Title string
	// KeyPage is the page on which the user gets a key; "" if it needs none.
	KeyPage string
	// ListsWithoutKey reports whether the list of models does not need a key, and so does not test it.
	ListsWithoutKey bool
	// Page is where to get the program of a local server. Programs are the names of the program in PATH and the usual places of its
	// files, which may begin with ~/ or a variable such as %LOCALAPPDATA%/. Start and Pull are the commands that start it and get a model.
	Page        string
	Programs    []string
	Start, Pull string
}
