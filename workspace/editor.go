// Package workspace is the user's project as a tool may see and touch it: unsaved buffers before files on the disk,
// and nothing outside the project's folders.
// It knows nothing of tools, models or the wire; what the connected editor can do reaches it through [Editor].
// Start at [New] and [Workspace.Read].
package workspace

import (
	"context"
)

// Editor is the program in which the user has the project open, as far as the workspace needs it.
// The connected one is lsp.Editor; [Disk] is the one for a terminal, where there are only files.
// All methods are safe for concurrent use and end when their context does.
type Editor interface {
	// Buffer gives the text of the file at the absolute path as the editor holds it; ok is false where it holds none,
	// or one that is the same as the disk's.
	Buffer(ctx context.Context, path string) (b Buffer, ok bool, err error)
	// Dirty gives the absolute paths of the files that the editor holds with unsaved changes, and the URIs of the documents
	// that only it has.
	Dirty(ctx context.Context) ([]string, error)
	// Diagnostics gives what the editor shows for the file at the absolute path, or for all files where it is "".
	Diagnostics(ctx context.Context, path string) ([]Diagnostic, error)
	// Apply makes the edit in the editor, so that the user can undo it there, and saves the file unless the user had
	// unsaved changes in it. It answers ErrUnsupported where the editor does not have the file open.
	Apply(ctx context.Context, e Edit) error
	// Confirm asks the user; an error or no answer counts as a rejection.
	Confirm(ctx context.Context, q Question) (Answer, error)
	// Context tells what the user is looking at; nil where there is nothing to tell.
	Context(ctx context.Context) (*Context, error)
}

// Buffer is a file as the editor holds it.
type Buffer struct {
	Text    string // lines may end in \n or \r\n, as the editor gives them
	Version int32  // the editor's version of it
	Dirty   bool   // with changes that are not saved
}

// Edit replaces the whole text of one file.
type Edit struct {
	Path   string // absolute, or the URI of a document that is no file
	Before string // the text that the edit was made against
	After  string
	// Version is the editor's version of the buffer that Before was read from; 0 where it came from the disk.
	Version int32
	// Create is true where the file was not there before.
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
	Listed    []Listed // places of a list on the screen that the user goes through
}

// Listed is one place of such a list.
type Listed struct {
	Path string // absolute
	Line int    // from 1
	Text string
}

// Range is a piece of a file: lines and columns counted from 1, the end exclusive, columns in UTF-16 units.
type Range struct {
	StartLine, StartColumn, EndLine, EndColumn int
}

// Question asks the user whether something may be done.
type Question struct {
	ConversationID, TurnID, ToolCallID string
	Tool                               string // its name
	Kind                               string // its ToolKind on the wire, such as "edit"
	Title                              string // what would be done, on one line
	Command                            string // the command line that would run, exactly and whole; "" where none does
	Args                               []byte // JSON
	Description                        string // the model's own word on what it does
	Reasoning                          string // the model's own word on why
	Risk                               string // what could go wrong, in words
	Diff                               []FileDiff
	Rule                               string // what "always" would allow, in words; "" where it can't be had
	Loose                              bool   // the call was read out of prose rather than from an exact call
}

// FileDiff shows what would change in a file.
type FileDiff struct {
	Path    string // absolute
	Unified string // a unified diff
	NewText string // the whole file afterwards
}

// Decision is the user's answer; the words are the wire's.
type Decision string

// The decisions.
const (
	AllowOnce    Decision = "allow_once"
	AllowSession Decision = "allow_session"
	AllowAlways  Decision = "allow_always"
	Reject       Decision = "reject"
)

// Answer is what the user said to a [Question].
type Answer struct {
	Decision Decision
	Feedback string // the user's words to the model; may be empty
	// Files are what the user put in the place of proposed texts: some of the hunks, or other words. A file of the
	// question that is not among them is written as it was proposed. Only beside a decision that allows.
	Files []NewText
}

// NewText is the whole text that a file is to have.
type NewText struct {
	Path string // absolute
	Text string
}
