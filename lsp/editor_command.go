package lsp

import (
	"context"

	"ptk-lsp/lsp/wire"
	"ptk-lsp/workspace"
)

var _ workspace.Commander = (*Editor)(nil)

// RunCommand runs a command of the editor, which may ask the user first.
func (e *Editor) RunCommand(ctx context.Context, command string, args []string) (string, error) {
	if !e.client.ptk.RunCommand {
		return "", workspace.ErrUnsupported
	}
	if args == nil {
		args = []string{} // a list on the wire, never null
	}
	var r wire.RunCommandResult
	if err := e.ask(ctx, approveTime, wire.MethodRunCommand, wire.RunCommandParams{Command: command, Args: args}, &r); err != nil {
		return "", err
	}
	return r.Output, nil
}
