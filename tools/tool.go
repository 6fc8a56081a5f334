// Package tools is what a model may do in a workspace, one tool a file.
// It knows nothing of models, prompts or the wire; calls come in validated against their schema and go out as results.
// Start at [Tool] and [Manager.Run]; a new tool is one file that calls [New] or [Reading], and one line in [Builtin].
package tools

import (
	"context"
	"encoding/json"
	"time"

	"ptk-lsp/workspace"
)

// Kind says what sort of thing a tool does; the words are ACP's ToolKind.
type Kind string

// The kinds.
const (
	KindRead    Kind = "read"
	KindEdit    Kind = "edit"
	KindDelete  Kind = "delete"
	KindMove    Kind = "move"
	KindSearch  Kind = "search"
	KindExecute Kind = "execute"
	KindThink   Kind = "think"
	KindFetch   Kind = "fetch"
	KindOther   Kind = "other"
)

// Source says where a tool comes from.
type Source string

// The sources.
const (
	SourceBuiltin Source = "builtin"
	SourceCustom  Source = "custom"
	SourceMCP     Source = "mcp"
)

// DescribeTool is the name of the tool that tells all of those of which the prompt has only a line.
const DescribeTool = "describe_tool"

// Spec is what is known of a tool before it is called.
type Spec struct {
	Name        string
	Aliases     []string
	Description string
	Kind        Kind
	// Parameters is the JSON Schema of the arguments; [New] and [Reading] make it from the argument struct.
	Parameters json.RawMessage
	// Confirm is true where the user's consent is needed before the tool acts.
	Confirm bool
	// Alone is true where it may not run beside other calls of the same message.
	Alone bool
	// Poll is true where asking again and again is what it is for.
	Poll bool
	// Source is [SourceBuiltin] where it is empty.
	Source Source
}

// Call is one validated call on its way to a tool.
type Call struct {
	// ID is the call's id on the wire and in the prompt.
	ID string
	// ConversationID and TurnID say for whom it runs.
	ConversationID, TurnID string
	// Model is the model that calls, as "provider/model"; "" where none does.
	Model string
	// Message is the last message of the user; "" outside of a conversation.
	Message string
	// Args is the JSON object of the arguments, valid for the tool's schema.
	Args json.RawMessage
	// Reasoning is the model's own word on why; may be empty.
	Reasoning string
	// Loose is true where the call was read from less than exact tags at the start of a line.
	Loose bool
	// Workspace is what the tool may touch.
	Workspace *workspace.Workspace
	// Reads remembers which files this conversation has read, and how they were.
	Reads *Reads
	// Output takes output as it comes, for the user to watch; never nil.
	Output func(chunk string)
	// Plan takes the model's plan; never nil.
	Plan func([]PlanEntry)

	shows bool // the user has agreed that the model sees the secrets that the call finds; else they are masked
}

// Tool is one thing that a model may do. All implementations are made by [New] or [Reading], or wrap a custom or MCP tool.
type Tool interface {
	Spec() Spec
	// Prepare looks at what the call would do and changes nothing. An error is an [*Error] for the model where the call is at fault.
	Prepare(ctx context.Context, c *Call) (*Action, error)
}

// Consent says whether the user is asked before an action.
type Consent int

// The kinds of consent.
const (
	ConsentBySpec Consent = iota // as [Spec.Confirm] says
	ConsentFree                  // there is nothing to agree to, as in a command that only reads
	ConsentEach                  // asked for each time, whatever was agreed to before
)

// Action is a prepared call: what it would do, to be shown and agreed to, and the doing of it.
type Action struct {
	// Title says on one line what it does, such as "Write src/main.go".
	Title string
	// Command is the command line that would run, exactly and whole; "" where none does. Title may tell it in short.
	Command string
	// Description is what the model says that the call does; it may be wrong.
	Description string
	// Locations are the places that it reads or changes.
	Locations []Location
	// Risk says in words what could go wrong; shown when consent is asked for.
	Risk string
	// Rule says in words what "always" would allow; "" where it can't be had.
	Rule string
	// RuleKey is the same for the machine, such as the path pattern or the command with its subcommand; a * stands for
	// anything, and where several things would be allowed each has a line. "" is every call of the tool.
	RuleKey string
	// Keys are what rules are matched with, such as the paths; the lines of RuleKey where it is nil.
	Keys []string
	// Consent says whether the user is asked.
	Consent Consent
	// Diff is what would change in files.
	Diff []workspace.FileDiff
	// Amend gives the action that writes what the user put in the place of the texts of Diff; nil where none are written.
	Amend func(answer workspace.Answer) (*Action, error)
	// reveals is what the call would show that looks like a credential; nil where that is nothing.
	reveals *revealed
	// Timeout is how long Do may take where that is longer than other calls may.
	Timeout time.Duration
	// Do does it. It is called at most once, after consent where consent is needed, and checks that what was agreed to
	// is still what it finds; [ErrChanged] has it prepared and asked again.
	Do func(ctx context.Context) (*Result, error)
}

// Location is a place in a file.
type Location struct {
	Path string // absolute, or the URI of a document that only the editor has
	Line int    // counted from 1; 0 for the whole file
}

// Change is what a call did to one file.
type Change struct {
	Path           string // absolute
	Kind           string // "create", "edit" or "delete"
	Added, Removed int    // lines
}

// ErrorType says whose fault a failure is.
type ErrorType string

// The types of error.
const (
	ValidationError ErrorType = "validation_error"
	UserError       ErrorType = "user_error"
	SystemError     ErrorType = "system_error"
	PermissionError ErrorType = "permission_error"
	SecurityError   ErrorType = "security_error"
)

// Error is a failed call, told to the model.
type Error struct {
	Type ErrorType
	// Code is a protocol error code where one fits, such as "TOOL_NOT_FOUND"; may be empty.
	Code       string
	Message    string
	Suggestion string
	Cause      error
}

// Error gives the message.
func (e *Error) Error() string { return e.Message }

// Unwrap gives the error beneath.
func (e *Error) Unwrap() error { return e.Cause }

// Result is what a call came to.
type Result struct {
	// Fields are the tool's own fields, a struct or map that marshals to a JSON object; on failure nil, or what came
	// of it until then.
	Fields any
	// Err is nil on success.
	Err *Error
	// Preview are a few lines for a person.
	Preview []string
	// Images are pictures that belong to it, for models that see.
	Images []Image
	// Diff is what changed in the file, if one did.
	Diff *workspace.FileDiff
	// Changes lists the files that it changed.
	Changes []Change
	// Cached is true where an earlier result was given again.
	Cached bool

	shows bool // secrets in it are not masked, as the user has agreed
}

// Success is true where the call did what it was asked.
func (r *Result) Success() bool { return r.Err == nil }
