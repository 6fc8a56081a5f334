package wire

// ClientCapabilities say what an editor can do for the server; they stand in capabilities.experimental.ptk of initialize.
type ClientCapabilities struct {
	// ReadFile is true where it answers ptk/readFile.
	ReadFile bool `json:"readFile,omitzero"`
	// Diagnostics is true where it answers ptk/diagnostics.
	Diagnostics bool `json:"diagnostics,omitzero"`
	// Approve is true where it answers ptk/approve.
	Approve bool `json:"approve,omitzero"`
	// RunCommand is true where it answers ptk/runCommand.
	RunCommand bool `json:"runCommand,omitzero"`
	// Forward are the LSP methods that it can forward to its other language servers by ptk/forward.
	Forward []string `json:"forward,omitzero"`
	// Save is true where it answers ptk/save.
	Save bool `json:"save,omitzero"`
	// Context is true where it answers ptk/editorContext.
	Context bool `json:"context,omitzero"`
}

// ServerCapabilities stand in capabilities.experimental.ptk of the answer to initialize.
type ServerCapabilities struct {
	Version int `json:"version"`
	// Methods are the ptk/* methods that this server answers.
	Methods []string `json:"methods"`
}

// ReadFileParams ask for a file as the editor holds it.
type ReadFileParams struct {
	URI string `json:"uri"`
}

// ReadFileResult is a file as the editor holds it.
type ReadFileResult struct {
	Text string `json:"text"`
	// Version is that of the open document.
	Version    int32  `json:"version,omitzero"`
	LanguageID string `json:"languageId,omitzero"`
	// Dirty is true where there are unsaved changes.
	Dirty bool `json:"dirty"`
}

// DiagnosticsParams ask for what the editor shows for one document, or for all where none is named.
type DiagnosticsParams struct {
	URI string `json:"uri,omitzero"`
}

// Diagnostic is one problem, as in LSP.
type Diagnostic struct {
	Range Range `json:"range"`
	// Severity is 1 for an error, 2 for a warning, 3 for information, 4 for a hint; 1 where it is left out.
	Severity int    `json:"severity,omitzero"`
	Code     Any    `json:"code,omitzero" ts:"number | string" lua:"integer|string"`
	Source   string `json:"source,omitzero"`
	Message  string `json:"message"`
}

// DocumentDiagnostics are the problems of one document.
type DocumentDiagnostics struct {
	URI         string       `json:"uri"`
	Version     int32        `json:"version,omitzero"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// DiagnosticsResult are the problems that every source in the editor has found.
type DiagnosticsResult struct {
	Items []DocumentDiagnostics `json:"items"`
}

// ApproveParams ask the user whether a call may be done.
type ApproveParams struct {
	ConversationID string   `json:"conversationId"`
	TurnID         string   `json:"turnId"`
	ToolCallID     string   `json:"toolCallId"`
	Tool           string   `json:"tool"`
	ToolKind       ToolKind `json:"toolKind"`
	// Title says on one line what would be done; a long command stands there in short.
	Title string `json:"title"`
	// Command is the command line that would run, exactly and whole. It must be shown so that the user can read all of it.
	Command string `json:"command,omitzero"`
	Args    Object `json:"args"`
	// Description is what the model says that the call does. It may be wrong: show it behind the command, as the model's words.
	Description string `json:"description,omitzero"`
	// Reasoning is what the model says of why; to be shown like Description.
	Reasoning string `json:"reasoning,omitzero"`
	// Risk says in words what could go wrong. It comes first, before what is asked.
	Risk string        `json:"risk"`
	Diff []ApproveDiff `json:"diff,omitzero"`
	// Rule says in words what "allow_always" would allow; left out where it can't be had.
	Rule string `json:"rule,omitzero"`
}

// ApproveDiff shows what would change in a file.
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
	AllowSession Decision = "allow_session"
	AllowAlways  Decision = "allow_always"
	Reject       Decision = "reject"
)

// ApproveResult is what the user said. An error instead of it counts as a rejection.
type ApproveResult struct {
	Decision Decision `json:"decision"`
	// Feedback are the user's words to the model.
	Feedback string `json:"feedback,omitzero"`
	// Files are written instead of what was proposed: the user took only some hunks, or changed the text. Each is one of
	// the question's diff; one that is left out is written as it was proposed.
	Files []ApprovedFile `json:"files,omitzero"`
}

// ApprovedFile is a file as the user wants it.
type ApprovedFile struct {
	URI string `json:"uri"`
	// NewText is the whole file afterwards; the text that it has now, where the user took none of the change.
	NewText string `json:"newText"`
}

// RunCommandParams ask for a command of the editor: an Ex command in Neovim, a command id in VS Code.
type RunCommandParams struct {
	Command string   `json:"command"`
	Args    []string `json:"args"`
}

// RunCommandResult is what the command said.
type RunCommandResult struct {
	Output string `json:"output"`
}

// ForwardParams ask the language servers of a document; the result is that of the method.
type ForwardParams struct {
	// Method is one of those that the editor announced.
	Method string `json:"method"`
	Params Any    `json:"params"`
}

// SaveParams ask for documents to be saved.
type SaveParams struct {
	URIs []string `json:"uris"`
}

// SaveResult lists the documents that were saved.
type SaveResult struct {
	Saved []string `json:"saved"`
}

// EditorContextResult is what the user is looking at.
type EditorContextResult struct {
	// Active is the document with the cursor.
	Active *ActiveDocument `json:"active,omitzero"`
	// Visible are the documents on the screen.
	Visible []string `json:"visible"`
	Open    []string `json:"open"`
	// Quickfix is the list of places on the screen that the user goes through, such as Neovim's quickfix list; at most 20.
	Quickfix []ListedPlace `json:"quickfix,omitzero"`
}

// ListedPlace is one place of such a list.
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
