package lsp

import (
	"context"

	"ptk-lsp/lsp/wire"
	"ptk-lsp/workspace"
)

var _ workspace.Commander = (*Editor)(nil)

// JudgeCommand asks the editor what a command would do.
func (e *Editor) JudgeCommand(ctx context.Context, c workspace.EditorCommand) (workspace.JudgedCommand, error) {
	if !e.client.ptk.JudgeCommand {
		return workspace.JudgedCommand{}, workspace.ErrUnsupported
	}
	var r wire.JudgeCommandResult
	if err := e.ask(ctx, commandTime, wire.MethodJudgeCommand, commandParams(c), &r); err != nil {
		return workspace.JudgedCommand{}, err
	}
	j := workspace.JudgedCommand{Effect: workspace.CommandEffect(r.Effect), Risk: r.Risk, Shell: r.Shell, Target: r.Target}
	if r.URI != "" {
		j.Path = toPath(toURI(r.URI))
	}
	if r.DirURI != "" {
		j.Dir = toPath(toURI(r.DirURI))
	}
	return j, nil
}

// RunCommand runs a command of the editor, which may ask the user first.
func (e *Editor) RunCommand(ctx context.Context, c workspace.EditorCommand) (string, error) {
	if !e.client.ptk.RunCommand {
		return "", workspace.ErrUnsupported
	}
	var r wire.RunCommandResult
	if err := e.ask(ctx, approveTime, wire.MethodRunCommand, commandParams(c), &r); err != nil {
		return "", err
	}
	return r.Output, nil
}

func commandParams(c workspace.EditorCommand) wire.RunCommandParams {
	p := wire.RunCommandParams{Command: c.Name, Args: c.Args}
	if p.Args == nil {
		p.Args = []string{} // a list on the wire, never null
	}
	if c.Path != "" {
		p.URI = wire.PathURI(c.Path)
	}
	return p
}
