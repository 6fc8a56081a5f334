// Package settings is what a user can set, in one typed struct, wherever it was written.
// It knows the shape, the order in which sources win, and what a workspace's own file may not set; it starts nothing.
// Start at [Settings] and [Layers.Resolve].
package settings

// Settings is everything that can be set; the zero value of a field means that it was not. The same shape serves the
// editor's settings (JSON) and the files (TOML). The tags: enum lists the words allowed, min the smallest number.
type Settings struct {
	// Model is the default as "provider/model".
	Model string `json:"model,omitempty"`
	// Providers are the ways to models by name; a built-in name changes the built-in one.
	Providers map[string]Provider `json:"providers,omitempty"`
	// Fallback are the models tried in turn when one fails for good.
	Fallback []string `json:"fallback,omitempty"`
	// Preprocess is a small, fast model as "provider/model" for titles and summaries; empty where there is none.
	Preprocess string `json:"preprocess,omitempty"`
	// Embeddings is a model as "provider/model" that makes vectors of the workspace's files, which are sent to it; empty
	// where they are not to leave the machine.
	Embeddings string `json:"embeddings,omitempty"`
	// Chat bounds a turn.
	Chat Chat `json:"chat,omitzero"`
	// Context budgets the prompt.
	Context Context `json:"context,omitzero"`
	// Permissions say what runs without a question.
	Permissions Permissions `json:"permissions,omitzero"`
	// MCPServers are servers of the Model Context Protocol by name.
	MCPServers map[string]MCPServer `json:"mcpServers,omitempty"`
	// CustomTools are the user's own tools.
	CustomTools []CustomTool `json:"customTools,omitempty"`
	// Telemetry sends traces where the user wants them.
	Telemetry Telemetry `json:"telemetry,omitzero"`
}

// Provider is one way to models.
type Provider struct {
	Kind          string            `json:"kind,omitempty" enum:"openai,anthropic,gemini,ollama,browser,offline"`
	BaseURL       string            `json:"baseUrl,omitempty"`
	APIKeyEnv     string            `json:"apiKeyEnv,omitempty"` // the variable that holds the key, never the key
	Headers       map[string]string `json:"headers,omitempty"`
	Models        []string          `json:"models,omitempty"`
	ToolCalling   string            `json:"toolCalling,omitempty" enum:"ptk,native,auto"`
	ContextWindow int               `json:"contextWindow,omitempty" min:"1"` // tokens
	// Images says whether its models can be shown pictures, where that is not known, or known wrongly.
	Images *bool `json:"images,omitempty"`
	// Selectors find the parts of the page, for kind browser alone.
	Selectors Selectors `json:"selectors,omitzero"`
	// Prices are by the provider's own name of the model; "*" is every other one.
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

// Price is what a million tokens cost, in US dollars.
type Price struct {
	Input  float64 `json:"input,omitempty" min:"0"`
	Output float64 `json:"output,omitempty" min:"0"`
	Cached float64 `json:"cached,omitempty" min:"0"` // of the input, what the provider had kept; 0 is the price of the input
}

// Chat bounds a turn; times in milliseconds.
type Chat struct {
	MaxIterations    int  `json:"maxIterations,omitempty" min:"1"`
	MaxToolCalls     int  `json:"maxToolCalls,omitempty" min:"1"`
	TurnTimeoutMs    int  `json:"turnTimeoutMs,omitempty" min:"1"`
	ToolTimeoutMs    int  `json:"toolTimeoutMs,omitempty" min:"1"`
	LLMIdleTimeoutMs int  `json:"llmIdleTimeoutMs,omitempty" min:"1"`
	MaxRetries       *int `json:"maxRetries,omitempty" min:"0"` // nil is the default, 0 never
	MaxRepairs       int  `json:"maxRepairs,omitempty" min:"0"`
}

// Context budgets the prompt, in tokens; CompactAt is a share of the window from 0 to 1.
type Context struct {
	HistoryTokens    int     `json:"historyTokens,omitempty" min:"1"`
	ToolResultTokens int     `json:"toolResultTokens,omitempty" min:"1"`
	RulesTokens      int     `json:"rulesTokens,omitempty" min:"1"`      // of each file of instructions
	AttachmentTokens int     `json:"attachmentTokens,omitempty" min:"1"` // of what goes along with a message
	CompactAt        float64 `json:"compactAt,omitempty" min:"0"`
	MapTokens        *int    `json:"mapTokens,omitempty" min:"0"` // of the map of the workspace; 0 leaves it out
}

// Permissions are rules in the order in which they are tried.
type Permissions struct {
	Rules []Rule `json:"rules,omitempty"`
	// Environment are names of variables that commands get beside those that are known to hold no secrets.
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
	// Cwd is where the program is started: in a neutral folder where it is empty, "workspace", or an absolute path.
	Cwd     string            `json:"cwd,omitempty"`
	URL     string            `json:"url,omitempty"`
	Headers map[string]string `json:"headers,omitempty"`
	// TimeoutMs is how long a call may take without a sign of life.
	TimeoutMs int `json:"timeoutMs,omitempty" min:"1"`
	// Disabled leaves the server out.
	Disabled bool `json:"disabled,omitempty"`
}

// CustomTool is a command that gets its arguments as JSON on stdin.
type CustomTool struct {
	Name                 string         `json:"name,omitempty"`
	Description          string         `json:"description,omitempty"`
	Parameters           map[string]any `json:"parameters,omitempty"` // JSON Schema
	Command              []string       `json:"command,omitempty"`
	Cwd                  string         `json:"cwd,omitempty"` // as that of an MCP server
	TimeoutMs            int            `json:"timeoutMs,omitempty" min:"1"`
	RequiresConfirmation *bool          `json:"requiresConfirmation,omitempty"`
}

// Telemetry says what is told of the program's own work, and where; nothing of it holds what was said, but for TraceFile.
type Telemetry struct {
	// OTLPEndpoint is the URL of a collector that takes OTLP over HTTP; empty sends nothing.
	OTLPEndpoint string `json:"otlpEndpoint,omitempty"`
	// TraceFile is where all of each turn is written, for ptk-lsp trace; empty writes nothing. It stays on this machine.
	TraceFile string `json:"traceFile,omitempty"`
	// LogLevel is from which level on lines go to the log file; empty is info.
	LogLevel string `json:"logLevel,omitempty" enum:"debug,info,warn,error"`
}

// Problem is a setting that was left out, and why.
type Problem struct {
	// Source is a file's path, or words such as "the editor's settings".
	Source string
	// Line and Column are the place in the file, counted from 1; 0 where there is none.
	Line, Column int
	// Key is the setting's name, such as "chat.maxIterations"; "" where the whole source can't be read.
	Key     string
	Message string
}
