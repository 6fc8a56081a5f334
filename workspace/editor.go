// Package workspace is the user's project as tools read and change it: unsaved buffers before files on the disk, and nothing
// outside the project's folders. It knows nothing of tools, models or the wire; it uses the connected editor through [Editor].
// Start at [New] and [Workspace.Read].
package workspace

import (
	"context"
)

// Editor is the program in which the user has the project open, as far as the workspace needs it. A connected one is lsp.Editor;
// [Disk] is the one for a terminal, where there are only files. All methods are safe for concurrent use and end if their context
// does.
type Editor interface {
	// Buffer returns the text of the file at the absolute path as the editor holds it; ok is false if it holds none, or the same
	// text as the disk.
	Buffer(ctx context.Context, path string) (b Buffer, ok bool, err error)
	// Dirty returns the absolute paths of the files with unsaved changes in the editor, and the URIs of the documents that only
	// the editor has.
	Dirty(ctx context.Context) ([]string, error)
	// Diagnostics returns what the editor shows for the file at the absolute path, or for all files if it is "".
	Diagnostics(ctx context.Context, path string) ([]Diagnostic, error)
	// Apply makes the edit in the editor, so that the user can undo it there, and saves the file unless the user had unsaved
	// changes in it. It returns ErrUnsupported if the file is not open in the editor.
	Apply(ctx context.Context, e Edit) error
	// Confirm asks the user; an error or no answer counts as a rejection.
	Confirm(ctx context.Context, q Question) (Answer, error)
	// Context returns what the user is looking at; nil if nothing is known.
	Context(ctx context.Context) (*Context, error)
}

// Buffer is a file as the editor holds it.
type Buffer struct {
	Text    string // lines may end in \n or \r\n, as in the editor
	Version int32  // the editor's version of it
	Dirty   bool   // with unsaved changes
}

// Edit replaces the whole text of one file.
type Edit struct {
	Path   string // absolute, or the URI of a document that is not a file
	Before string // the text that the edit was made against
	After  string
	// Version is the editor's version of the buffer that Before was read from; 0 if it came from the disk.
	Version int32
	// Create is set if the file did not exist before.
	Create bool
	// Label names the edit in the editor's undo list.
	Label string
}

// Severity is LSP's DiagnosticSeverity.
type Severity int

// The severities, from LSP.
const (
	SeverityError       Severity = 1
	SeverityWarning     Severity = 2
	SeverityInformation Severity = 3
	SeverityHint        Severity = 4
)

// Diagnostic is one problem that the editor shows.
type Diagnostic struct {
	Path     string // absolute
	Line     int    // counted from 1
	Column   int    // counted from 1, in UTF-16 units as editors count
	Severity Severity
	Source   string // who found it, such as "gopls"
	Code     string
	Message  string
}

// Context is what the user is looking at.
type Context struct {
	Active    string // absolute path of the file with the cursor, or ""
	Language  string // its LSP language id
	Selection Range
	Visible   []string // absolute paths of the files on the screen
	Open      []string // absolute paths of the open files
	Listed    []Listed // entries of a list on the screen that the user goes through
}

// Listed is one entry of such a list.
type Listed struct {
	Path string // absolute
	Line int    // from 1
	Text string
}

// Range is a range of a file: lines and columns counted from 1, the end exclusive, columns in UTF-16 units.
type Range struct {
	StartLine, StartColumn, EndLine, EndColumn int
}

// Question asks the user whether a tool call may run.
type Question struct {
	ConversationID, TurnID, ToolCallID string
	Tool                               string // its name
	Kind                               string // its ToolKind on the wire, such as "edit"
	Title                              string // what would be done, on one line
	Command                            string // the whole exact command line that would run; "" if there is none
	Target                             string // the document that a command of the editor runs in, as it is shown; "" for others
	Args                               []byte // JSON
	Description                        string // what the call does, in the model's words
	Reasoning                          string // why, in the model's words
	Risk                               string // what could go wrong, in words
	Diff                               []FileDiff
	Rule                               string  // what "always" would allow, in words; "" if it can't be chosen
	Scopes                             []Scope // what else the user can allow together with the call
	Loose                              bool    // the call was read out of prose rather than from an exact call
}

// Scope is something that the user can allow together with a call.
type Scope struct {
	ID   string // names it in the answer
	Text string // what is allowed, and for how long, in words
}

// FileDiff shows what would change in a file.
type FileDiff struct {
	Path    string // absolute
	Unified string // a unified diff
	NewText string // the whole file afterwards
}

// Decision is the user's decision, as on the wire.
type Decision string

// The decisions.
const (
	AllowOnce    Decision = "allow_once"
	AllowScope   Decision = "allow_scope" // and what the scope of the answer says
	AllowSession Decision = "allow_session"
	AllowAlways  Decision = "allow_always"
	Reject       Decision = "reject"
)

// Answer is the user's answer to a [Question].
type Answer struct {
	Decision Decision
	Scope    string // the id of the scope, of AllowScope
	Feedback string // the user's message to the model; may be empty
	// Files are texts that the user replaced: some of the hunks, or other text. Other files of the question are written as
	// proposed. It is only used with a decision that allows the call.
	Files []NewText
}

// NewText is the whole new text of a file.
type NewText struct {
	Path string // absolute
	Text string
}
