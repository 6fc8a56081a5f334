package wire

// ProviderState is whether a provider can be used, and if not, what is missing.
type ProviderState string

// The states.
const (
	ProviderReady        ProviderState = "ready"
	ProviderNoKey        ProviderState = "noKey"
	ProviderNotInstalled ProviderState = "notInstalled"
	ProviderNotRunning   ProviderState = "notRunning"
	ProviderNoModels     ProviderState = "noModels"
	ProviderFailed       ProviderState = "failed"
)

// ProviderInfo describes a provider of models to a user who sets it up.
type ProviderInfo struct {
	// Name is the first part of "provider/model".
	Name  string `json:"name"`
	Title string `json:"title"`
	// Kind is the protocol, as in the settings.
	Kind    string `json:"kind"`
	BaseURL string `json:"baseUrl"`
	// Local reports whether it needs no key.
	Local bool `json:"local,omitzero"`
	// Custom reports whether it comes from the settings.
	Custom bool `json:"custom,omitzero"`
	// KeyVariable is the environment variable from which the server reads the key when it starts.
	KeyVariable string `json:"keyVariable,omitzero"`
	// KeyPage is the page on which the user gets a key.
	KeyPage string        `json:"keyPage,omitzero"`
	State   ProviderState `json:"state"`
	// Reason is what went wrong, if it failed.
	Reason string `json:"reason,omitzero"`
	// Command is what to run in a shell so that it can be used.
	Command string `json:"command,omitzero"`
	// Page is where to get its program.
	Page string `json:"page,omitzero"`
	// Models is how many it offers, if it was asked.
	Models int `json:"models,omitzero"`
}

// ProvidersResult lists the providers in the order in which a default is looked for.
type ProvidersResult struct {
	Providers []ProviderInfo `json:"providers"`
}

// TestProviderParams names a known provider, or the address of a server.
type TestProviderParams struct {
	Provider string `json:"provider,omitzero"`
	// BaseURL is the address of a server that is not known.
	BaseURL string `json:"baseUrl,omitzero"`
	// Kind is the protocol of that server; "openai" if omitted.
	Kind string `json:"kind,omitzero"`
	// Key is used for this test only. If it is omitted, a known provider is tested with its own.
	Key string `json:"key,omitzero"`
}

// TestProviderResult is the answer of a server.
type TestProviderResult struct {
	// BaseURL is the complete address.
	BaseURL string `json:"baseUrl,omitzero"`
	// Models are the server's names of its models.
	Models []string `json:"models"`
	// Error is set if the test failed.
	Error *ProviderError `json:"error,omitzero"`
}

// ProviderError is why a server can't be used.
type ProviderError struct {
	Message    string `json:"message"`
	Suggestion string `json:"suggestion,omitzero"`
}
