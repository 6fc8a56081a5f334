package chat

import "context"

// Providers describes and tests the providers of models, for an editor in which the user sets one up; the program's catalogue is one.
type Providers interface {
	// Providers describes the servers of models that are known, and looks for those on the user's machine.
	Providers(ctx context.Context) []ProviderInfo
	// TestProvider asks a server for its models; nothing of it is stored or logged. A failure of the server is a [ProviderError]; other
	// errors describe what is wrong with the request.
	TestProvider(ctx context.Context, t ProviderTest) (ProviderTested, error)
}

// ProviderState is whether a provider can be used, and if not, what is missing.
type ProviderState string

// The states.
const (
	ProviderReady        ProviderState = "ready"        // it can be asked
	ProviderNoKey        ProviderState = "noKey"        // it needs a key
	ProviderNotInstalled ProviderState = "notInstalled" // its program was not found on this machine
	ProviderNotRunning   ProviderState = "notRunning"   // its program is installed, but nothing answers
	ProviderNoModels     ProviderState = "noModels"     // it answers, but has no models
	ProviderFailed       ProviderState = "failed"       // it answers with an error, or can't be reached
)

// ProviderInfo describes a provider.
type ProviderInfo struct {
	Name        string // the first part of "provider/model"
	Title       string // for a person
	Kind        string // the protocol, as in the settings
	BaseURL     string
	Local       bool   // needs no key
	Custom      bool   // comes from the settings
	KeyVariable string // the environment variable from which the key is read; "" if there is none
	KeyPage     string // the page on which the user gets a key
	State       ProviderState
	Reason      string // what the server answered, if it failed
	Command     string // what to run in a shell so that it can be used
	Page        string // where to get its program
	Models      int    // how many it offers; 0 if it was not asked
}

// ProviderTest names what to test: a known provider, or the address of a server.
type ProviderTest struct {
	Provider string
	Kind     string // of the server at BaseURL; "" is "openai"
	BaseURL  string
	Key      string // may be empty; for a known provider that is the key it has
}

// ProviderTested is the answer of a server.
type ProviderTested struct {
	BaseURL string // the address that answered, without secrets
	Models  []string
}

// ProviderError is why a server can't be used, in words for the user. It has no key.
type ProviderError struct {
	Message    string
	Suggestion string // what to do; may be empty
}

// Error returns the message.
func (e *ProviderError) Error() string { return e.Message }
