package tools

import (
	"time"

	"ptk-lsp/workspace"
)

// Options set a [Manager] up; every field may be left out.
type Options struct {
	// Timeout is how long one call may take after consent; 30 seconds by default.
	Timeout time.Duration
	// QuestionTimeout is how long the user's answer is waited for; five minutes by default. No answer is a rejection.
	QuestionTimeout time.Duration
	// Permissions are what the user has agreed to before; nil remembers only as long as the manager lives.
	Permissions *Permissions
	// Secrets are the files that are not shown without consent; nil takes [workspace.DefaultSecrets].
	Secrets workspace.Secrets
	// Middleware is put round every call, the first outermost.
	Middleware []Middleware
}
