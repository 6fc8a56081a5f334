package tools

import (
	"context"
	"time"

	"ptk-lsp/workspace"
)

// RunFree runs a command as if it had been judged to be free.
func RunFree(ctx context.Context, s *Shell, ws *workspace.Workspace, command string) string {
	c := &Call{Workspace: ws, Output: func(string) {}}
	s.Timeout = 20 * time.Second
	r, err := newBash(s, nil).run(ctx, c, bashArgs{Command: command}, ws.Folders()[0].Path, running{command: command, free: true})
	if err != nil {
		return err.Error()
	}
	return r.Fields.(Ran).Output
}

// FreeEnv returns the environment of commands that run without a question.
func FreeEnv(s *Shell) []string { return s.freeEnv() }
