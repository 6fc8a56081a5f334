package wire

// ClientCapabilities are what an editor supports; they are sent in capabilities.experimental.ptk of initialize.
type ClientCapabilities struct {
	// ReadFile reports support for ptk/readFile.
	ReadFile bool `json:"readFile,omitzero"`
	// Diagnostics reports support for ptk/diagnostics.
	Diagnostics bool `json:"diagnostics,omitzero"`
	// Approve reports support for ptk/approve.
	Approve bool `json:"approve,omitzero"`
	// RunCommand reports support for ptk/runCommand.
	RunCommand bool `json:"runCommand,omitzero"`
	// JudgeCommand reports support for ptk/judgeCommand.
	JudgeCommand bool `json:"judgeCommand,omitzero"`
	// Forward are the LSP methods that the editor forwards to its other language servers with ptk/forward.
	Forward []string `json:"forward,omitzero"`
	// Save reports support for ptk/save.
	Save bool `json:"save,omitzero"`
	// Context reports support for ptk/editorContext.
	Context bool `json:"context,omitzero"`
}

// ServerCapabilities are sent in capabilities.experimental.ptk of the response to initialize.
type ServerCapabilities struct {
	Version int `json:"version"`
	// Methods are the ptk/* methods that the server supports.
	Methods []string `json:"methods"`
}

// ReadFileParams requests the content of a file in the editor.
type ReadFileParams struct {
	URI string `json:"uri"`
}

// ReadFileResult is the content of a file in the editor.
type ReadFileResult struct {
	Text string `json:"text"`
	// Version is the version of the open document.
	Version    int32  `json:"version,omitzero"`
	LanguageID string `json:"languageId,omitzero"`
	// Dirty reports whether there are unsaved changes.
	Dirty bool `json:"dirty"`
}

// DiagnosticsParams requests the diagnostics of one document, or of all documents if URI is omitted.
type DiagnosticsParams struct {
	URI string `json:"uri,omitzero"`
}

// Diagnostic is one problem, as in LSP.
type Diagnostic struct {
	Range Range `json:"range"`
	// Severity is 1 for an error, 2 for a warning, 3 for information, 4 for a hint; 1 if omitted.
	Severity int    `json:"severity,omitzero"`
	Code     Any    `json:"code,omitzero" ts:"number | string" lua:"integer|string"`
	Source   string `json:"source,omitzero"`
	Message  string `json:"message"`
}

// DocumentDiagnostics are the diagnostics of one document.
type DocumentDiagnostics struct {
	URI         string       `json:"uri"`
	Version     int32        `json:"version,omitzero"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// DiagnosticsResult are the diagnostics of all sources in the editor.
type DiagnosticsResult struct {
	Items []DocumentDiagnostics `json:"items"`
}

// ApproveParams asks the user to approve a call.
type ApproveParams struct {
	ConversationID string   `json:"conversationId"`
	TurnID         string   `json:"turnId"`
	ToolCallID     string   `json:"toolCallId"`
	Tool           string   `json:"tool"`
	ToolKind       ToolKind `json:"toolKind"`
	// Title describes the call on one line; a long command is shortened.
	Title string `json:"title"`
	// Command is the complete command line. It must be shown so that the user can read all of it.
	Command string `json:"command,omitzero"`
	// Target is the name of the document that a command of the editor would run in.
	Target string `json:"target,omitzero"`
	Args   Object `json:"args"`
	// Description is the model's description of the call. It may be wrong: show it after the command, marked as the model's words.
	Description string `json:"description,omitzero"`
	// Reasoning is the reason that the model gives; show it like Description.
	Reasoning string `json:"reasoning,omitzero"`
	// Risk explains what could go wrong. Show it first.
	Risk string        `json:"risk"`
	Diff []ApproveDiff `json:"diff,omitzero"`
	// Rule describes what "allow_always" would allow; omitted if that decision is not possible.
	Rule string `json:"rule,omitzero"`
	// Scopes are what else can be allowed together with the call, with "allow_scope".
	Scopes []ApproveScope `json:"scopes,omitzero"`
}

// ApproveScope is something that the user can allow together with a call.
type ApproveScope struct {
	// ID is the scope of [ApproveResult].
	ID string `json:"id"`
	// Text describes what is allowed, and for how long.
	Text string `json:"text"`
}

// ApproveDiff is what would change in a file.
type ApproveDiff struct {
	URI string `json:"uri"`
	// Unified is a unified diff.
	Unified string `json:"unified"`
	// NewText is the whole file afterwards.
	NewText string `json:"newText"`
}

// Decision is the user's answer.
type Decision string

// The decisions.
const (
	AllowOnce    Decision = "allow_once"
	AllowScope   Decision = "allow_scope"
	AllowSession Decision = "allow_session"
	AllowAlways  Decision = "allow_always"
	Reject       Decision = "reject"
)

// ApproveResult is the user's decision. An error response counts as a rejection.
type ApproveResult struct {
	Decision Decision `json:"decision"`
	// Scope is the id of one of the scopes of the question, for "allow_scope".
	Scope string `json:"scope,omitzero"`
	// Feedback is a message of the user to the model.
	Feedback string `json:"feedback,omitzero"`
	// Files are written instead of the proposed texts, if the user accepted only some hunks or changed the text. Each is a file of
	// the request's diff. Files that are omitted are written as proposed.
	Files []ApprovedFile `json:"files,omitzero"`
}

// ApprovedFile is a file with the text that the user approved.
type ApprovedFile struct {
	URI string `json:"uri"`
	// NewText is the whole file afterwards; the current text if the user rejected all changes of the file.
	NewText string `json:"newText"`
}

// RunCommandParams runs a command of the editor: an Ex command in Neovim, a command id in VS Code.
type RunCommandParams struct {
	Command string   `json:"command"`
	Args    []string `json:"args"`
	// URI is the open document that it runs in; if omitted, that of the window that was used last.
	URI string `json:"uri,omitzero"`
}

// CommandEffect is what a command of the editor can do.
type CommandEffect string

// The effects.
const (
	CommandShows CommandEffect = "shows" // shows something and changes nothing
	CommandEdits CommandEffect = "edits" // changes text, files or windows
	CommandRuns  CommandEffect = "runs"  // can run code, or is not known
)

// JudgeCommandResult is what a command would do.
type JudgeCommandResult struct {
	Effect CommandEffect `json:"effect"`
	// Risk describes in sentences what could go wrong.
	Risk string `json:"risk,omitzero"`
	// Shell are the command lines that the command gives to a shell.
	Shell string `json:"shell,omitzero"`
	// DirURI is the folder in which the shell runs.
	DirURI string `json:"dirUri,omitzero"`
	// Target is the name of the document that the command runs in.
	Target string `json:"target"`
	// URI is the file that the command runs in; omitted if it is not a file.
	URI string `json:"uri,omitzero"`
}

// RunCommandResult is the output of the command.
type RunCommandResult struct {
	Output string `json:"output"`
}

// ForwardParams forwards a request to the language servers of a document; the result is the result of the method.
type ForwardParams struct {
	// Method is one of ClientCapabilities.forward.
	Method string `json:"method"`
	Params Any    `json:"params"`
}

// SaveParams saves documents.
type SaveParams struct {
	URIs []string `json:"uris"`
}

// SaveResult lists the documents that were saved.
type SaveResult struct {
	Saved []string `json:"saved"`
}

// EditorContextResult is what the user sees in the editor.
type EditorContextResult struct {
	// Active is the document with the cursor.
	Active *ActiveDocument `json:"active,omitzero"`
	// Visible are the documents on the screen.
	Visible []string `json:"visible"`
	Open    []string `json:"open"`
	// Quickfix is the visible list of locations, such as Neovim's quickfix list; at most 20 entries.
	Quickfix []ListedPlace `json:"quickfix,omitzero"`
}

// ListedPlace is one entry of the list.
type ListedPlace struct {
	URI  string `json:"uri"`
	Line uint32 `json:"line"` // counted from 1
	Text string `json:"text"`
}

// ActiveDocument is the document with the cursor.
type ActiveDocument struct {
	URI        string `json:"uri"`
	Selection  Range  `json:"selection"`
	LanguageID string `json:"languageId"`
}
