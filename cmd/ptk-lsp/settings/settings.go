// Package settings reads and checks the user's settings of all sources into one typed struct.
// It defines the settings, the priority of the sources, and what a workspace's file may set; it starts nothing.
// Start at [Settings] and [Layers.Resolve].
package settings

// Settings are all settings; the zero value of a field means that it is not set. The editor's settings (JSON) and the files (TOML)
// have the same structure. Tags: enum lists the allowed values, min is the smallest number.
type Settings struct {
	// Model is the default as "provider/model".
	Model string `json:"model,omitempty"`
	// Providers are the providers of models by name. The name of a built-in provider changes that one.
	Providers map[string]Provider `json:"providers,omitempty"`
	// Fallback are the models tried in turn when one fails for good.
	Fallback []string `json:"fallback,omitempty"`
	// Preprocess is a small, fast model as "provider/model" for titles and summaries; may be empty.
	Preprocess string `json:"preprocess,omitempty"`
	// Embeddings is a model as "provider/model" that computes vectors of the workspace's files, which are sent to it. If it is empty,
	// no file leaves the machine.
	Embeddings string `json:"embeddings,omitempty"`
	// Chat limits a turn.
	Chat Chat `json:"chat,omitzero"`
	// Context limits the parts of the prompt.
	Context Context `json:"context,omitzero"`
	// Permissions decide what runs without asking.
	Permissions Permissions `json:"permissions,omitzero"`
	// MCPServers are servers of the Model Context Protocol by name.
	MCPServers map[string]MCPServer `json:"mcpServers,omitempty"`
	// CustomTools are the user's own tools.
	CustomTools []CustomTool `json:"customTools,omitempty"`
	// DisabledTools are the names of tools that no model is offered; * stands for any text.
	DisabledTools []string `json:"disabledTools,omitempty"`
	// Telemetry selects where turns are recorded.
	Telemetry Telemetry `json:"telemetry,omitzero"`
}

// Provider is a provider of models.
type Provider struct {
	Kind          string            `json:"kind,omitempty" enum:"openai,anthropic,gemini,ollama,browser,offline"`
	BaseURL       string            `json:"baseUrl,omitempty"`
	APIKeyEnv     string            `json:"apiKeyEnv,omitempty"` // the variable that holds the key, never the key
	Headers       map[string]string `json:"headers,omitempty"`
	Models        []string          `json:"models,omitempty"`
	ToolCalling   string            `json:"toolCalling,omitempty" enum:"ptk,native,auto"`
	ContextWindow int               `json:"contextWindow,omitempty" min:"1"` // tokens
	// Images overrides whether its models accept images.
	Images *bool `json:"images,omitempty"`
	// Selectors find the parts of the page; only for kind browser.
	Selectors Selectors `json:"selectors,omitzero"`
	// Prices are by the provider's name of the model; "*" is any other model.
	Prices map[string]Price `json:"prices,omitempty"`
}

// Selectors are CSS selectors for the parts of a chat page.
type Selectors struct {
	Input   string `json:"input,omitempty"`
	Send    string `json:"send,omitempty"`
	Answer  string `json:"answer,omitempty"`
	NewChat string `json:"newChat,omitempty"`
	Busy    string `json:"busy,omitempty"`
	Login   string `json:"login,omitempty"`
	Limit   string `json:"limit,omitempty"`
}

// Price is the price of a million tokens in US dollars.
type Price struct {
	Input  float64 `json:"input,omitempty" min:"0"`
	Output float64 `json:"output,omitempty" min:"0"`
	Cached float64 `json:"cached,omitempty" min:"0"` // input tokens from the provider's cache; 0 for the price of input
}

// Chat limits a turn; times are in milliseconds.
type Chat struct {
	MaxIterations    int     `json:"maxIterations,omitempty" min:"1"`
	MaxToolCalls     int     `json:"maxToolCalls,omitempty" min:"1"`
	MaxCostUSD       float64 `json:"maxCostUsd,omitempty" min:"0"`    // 0 for no limit
	TurnTimeoutMs    *int    `json:"turnTimeoutMs,omitempty" min:"0"` // nil is the default, 0 for no limit
	ToolTimeoutMs    int     `json:"toolTimeoutMs,omitempty" min:"1"`
	LLMIdleTimeoutMs int     `json:"llmIdleTimeoutMs,omitempty" min:"1"`
	MaxRetries       *int    `json:"maxRetries,omitempty" min:"0"` // nil is the default, 0 disables retries
	MaxRepairs       int     `json:"maxRepairs,omitempty" min:"0"`
}

// Context limits the parts of the prompt in tokens. CompactAt is a share of the context window from 0 to 1.
type Context struct {
	HistoryTokens    int     `json:"historyTokens,omitempty" min:"1"`
	ToolResultTokens int     `json:"toolResultTokens,omitempty" min:"1"`
	RulesTokens      int     `json:"rulesTokens,omitempty" min:"1"`      // of each instructions file
	AttachmentTokens int     `json:"attachmentTokens,omitempty" min:"1"` // of the attachments of a message
	CompactAt        float64 `json:"compactAt,omitempty" min:"0"`
	MapTokens        *int    `json:"mapTokens,omitempty" min:"0"` // of the map of the workspace; 0 disables the map
}

// Permissions are rules in the order in which they are tried.
type Permissions struct {
	Rules []Rule `json:"rules,omitempty"`
	// Environment are names of variables that commands get in addition to those that are known to hold no secrets.
	Environment []string `json:"environment,omitempty"`
}

// Rule decides for the calls of a tool whose arguments match.
type Rule struct {
	Tool     string `json:"tool,omitempty"`
	Match    string `json:"match,omitempty"`
	Decision string `json:"decision,omitempty" enum:"allow,ask,reject"`
}

// MCPServer is a server started by a command or reached by a URL.
type MCPServer struct {
	Command string            `json:"command,omitempty"`
	Args    []string          `json:"args,omitempty"`
	Env     map[string]string `json:"env,omitempty"`
	// Cwd is the folder in which the program is started: "workspace" or an absolute path. If it is empty, a neutral folder is used.
	Cwd     string            `json:"cwd,omitempty"`
	URL     string            `json:"url,omitempty"`
	Headers map[string]string `json:"headers,omitempty"`
	// TimeoutMs is how long a call may take without any response.
	TimeoutMs int `json:"timeoutMs,omitempty" min:"1"`
	// Disabled disables the server.
	Disabled bool `json:"disabled,omitempty"`
}

// CustomTool is a command that gets its arguments as JSON on stdin.
type CustomTool struct {
	Name                 string         `json:"name,omitempty"`
	Description          string         `json:"description,omitempty"`
	Parameters           map[string]any `json:"parameters,omitempty"` // JSON Schema
	Command              []string       `json:"command,omitempty"`
	Cwd                  string         `json:"cwd,omitempty"` // like Cwd of an MCP server
	TimeoutMs            int            `json:"timeoutMs,omitempty" min:"1"`
	RequiresConfirmation *bool          `json:"requiresConfirmation,omitempty"`
}

// Telemetry selects where turns are recorded. Only TraceFile gets the content of messages.
type Telemetry struct {
	// OTLPEndpoint is the URL of a collector for OTLP over HTTP; may be empty.
	OTLPEndpoint string `json:"otlpEndpoint,omitempty"`
	// TraceFile is a file on this machine to which each turn is written in full, for ptk-lsp trace; may be empty.
	TraceFile string `json:"traceFile,omitempty"`
	// LogLevel is the lowest level that is written to the log file; empty for info.
	LogLevel string `json:"logLevel,omitempty" enum:"debug,info,warn,error"`
}

// Problem is a setting that was ignored, and why.
type Problem struct {
	// Source is the path of a file, or a description such as "the editor's settings".
	Source string
	// Line and Column are the position in the file, counted from 1; 0 if unknown.
	Line, Column int
	// Key is the setting's name, such as "chat.maxIterations"; "" if the whole source can't be read.
	Key     string
	Message string
}
