package tools

import (
	"time"

	"ptk-lsp/workspace"
)

// Options are the options of a [Manager]; the zero value is ready to use.
type Options struct {
	// Timeout is how long one call may take after consent; 30 seconds by default.
	Timeout time.Duration
	// QuestionTimeout is how long to wait for the user's answer; five minutes by default. No answer is a rejection.
	QuestionTimeout time.Duration
	// Permissions are the rules of the user; nil starts without rules and stores them only in memory.
	Permissions *Permissions
	// Secrets are the files that are not shown without consent; nil means [workspace.DefaultSecrets].
	Secrets workspace.Secrets
	// Middleware wraps every call, the first outermost.
	Middleware []Middleware
}
