// Package turn runs turns: it sends a conversation to a model, runs the tools that the answer calls, adds their results to the
// conversation, and repeats this until an answer calls no tools.
//
// Start at [Run]. The parts of a turn refer downwards: turn.go decides when the turn ends, attempt.go which model gets which
// request, answer.go reads a stream, runner.go runs calls, input.go renders what the user sends, reduce.go makes requests
// smaller, and base.go has what all of them share.
package turn

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/command"
	"ptk-lsp/ptk/instructions"
	"ptk-lsp/ptk/mention"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/ptk/preprocess"
	"ptk-lsp/ptk/prompt"
	"ptk-lsp/ptk/transcript"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/journal"
)

// Config is what all turns of a workspace have in common.
type Config struct {
	Models       chat.Models
	Tools        *tools.Manager
	Workspace    *workspace.Workspace
	Transcripts  *transcript.Store
	Preprocess   preprocess.Model
	Mentions     *mention.Resolver
	Instructions *instructions.Reader
	Counter      *prompt.Counter
	Systems      *prompt.SystemCache
	Formatter    notation.Formatter
	// Map returns a short map of the workspace of at most so many tokens, "" if there is none; nil for no map.
	Map func(tokens int) string
	// Undo undoes the changes of a turn. The error wraps [journal.ErrNothing] if there are none.
	Undo func(ctx context.Context, conversationID, turnID string) ([]journal.FileStatus, error)
	// Skipped returns, once, which files of instructions and commands were left out, and why.
	Skipped func() []string
	// Notices returns, once, what the user should know about tools that are available or not.
	Notices func() []string
	// Waited receives how long a question of a call waited for its answer; nil for none.
	Waited func(time.Duration)
	Log    *slog.Logger
}

// Request is a request for a turn, with what its message was resolved to.
type Request struct {
	chat.Request
	Command   command.Command // that the message begins with; without a name if there is none
	Args      string          // of the command
	Continues Unfinished      // the turn that this one continues, if Request.Continue is set
	// AgentOf is the user's turn that this turn of an agent belongs to, whose conversation is shown to nobody; nil for a turn of the
	// user.
	AgentOf *journal.Turn
	Tools   []tools.Spec // those that the turn may use
	Limits  chat.Limits  // each is set
}

// askedFor returns the user's turn that questions belong to; zero if they belong to this turn.
func (r Request) askedFor() journal.Turn {
	if r.AgentOf == nil {
		return journal.Turn{}
	}
	return *r.AgentOf
}

// Unfinished is a turn that did not come to an answer.
type Unfinished struct {
	Turn  string // its id
	Asked string // the message that it answers, or, if it continues another turn, that one
}

// asked returns what the user has asked for.
func (r Request) asked() string { return cmp.Or(r.Continues.Asked, r.Message) }

// text returns the message as the model gets it: a command is replaced by its text.
func (r Request) text() string {
	if r.Command.Name == "" || r.Command.Acts {
		return r.asked()
	}
	return r.Command.Expand(r.Args)
}
