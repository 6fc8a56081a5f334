package tools

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"ptk-lsp/tools/rulekey"
	"ptk-lsp/tools/shell"
	"ptk-lsp/workspace"
)

type editorCommandArgs struct {
	Command string   `json:"command" jsonschema:"an Ex command in Neovim, a command id in VS Code"`
	Args    []string `json:"args,omitempty" jsonschema:"its arguments"`
	Path    string   `json:"path,omitempty" jsonschema:"open file to run it in; by default the one that the user used last"`
}

// EditorCommand is the result of the tool run_editor_command.
type EditorCommand struct {
	Output string `json:"output"`
}

// editorCommands runs commands of the editor.
type editorCommands struct{ shell *Shell }

func (e editorCommands) tool() Tool {
	return New(Spec{
		Name: "run_editor_command", Kind: KindExecute, Confirm: true, Alone: true,
		Description: "Runs a command of the editor itself. Prefer bash for shell commands.",
	}, e.prepare)
}

func (e editorCommands) prepare(ctx context.Context, c *Call, a editorCommandArgs) (*Action, error) {
	editor := c.Workspace.Commander()
	if editor == nil || a.Command == "" || strings.ContainsAny(a.Command+strings.Join(a.Args, ""), "\n\r") {
		return nil, &Error{Type: UserError, Message: "There is no such command of the editor."}
	}
	command := workspace.EditorCommand{Name: a.Command, Args: a.Args}
	if a.Path != "" {
		path, err := c.Workspace.Locate(a.Path)
		if err != nil {
			return nil, err
		}
		command.Path = path
	}
	judged, err := editor.JudgeCommand(ctx, command)
	switch {
	case errors.Is(err, workspace.ErrUnsupported):
		judged.Effect = workspace.CommandEdits // the user is asked
	case err != nil:
		return nil, editorError(err)
	default:
		command.Path = judged.Path // where the user agrees that it runs, whatever window is used until then
	}
	line := strings.Join(append([]string{a.Command}, a.Args...), " ")
	act := &Action{
		Title: "Editor: " + cutTitle(line), Command: line, Target: judged.Target, Rules: Rules{
			KeysOf(rulekey.Name(line)), OfferMatching("run the editor command "+line, rulekey.Quote(line)),
		},
		Risk: cmp.Or(judged.Risk, "Commands of the editor may do all that the editor can."),
		Do: func(ctx context.Context) (*Result, error) {
			out, err := editor.RunCommand(ctx, command)
			if err != nil {
				return nil, editorError(err)
			}
			return &Result{Fields: EditorCommand{out}, Preview: firstLines(splitLines(out), 4)}, nil
		},
	}
	return act, e.judge(ctx, c, act, judged)
}

// judge sets what an action needs by what the editor says about it. What it gives to a shell is judged as the tool bash judges it;
// no rule allows it, since it runs outside the sandbox.
func (e editorCommands) judge(ctx context.Context, c *Call, act *Action, judged workspace.JudgedCommand) error {
	switch judged.Effect {
	case workspace.CommandShows:
		act.Consent = ConsentFree
	case workspace.CommandEdits:
		act.Consent = ConsentBySpec
	case workspace.CommandRuns:
		act.Consent = ConsentEach
	default:
		act.Consent = ConsentEach
	}
	if judged.Shell == "" {
		return nil
	}
	act.Consent, act.Shell = ConsentEach, []rulekey.Key{rulekey.Name(judged.Shell)}
	if e.shell == nil {
		return nil
	}
	dir := judged.Dir
	if folders := c.Workspace.Folders(); dir == "" && len(folders) > 0 {
		dir = folders[0].Path
	}
	v := shell.Classify(judged.Shell, newWorld(ctx, e.shell, c.Workspace, dir))
	if v.Decision == shell.Refuse {
		return refused(v)
	}
	for _, g := range v.Grants {
		act.Shell = append(act.Shell, g.Key)
	}
	if v.Reason != "" {
		act.Risk = joinWords("It "+v.Reason+".", act.Risk)
	}
	return nil
}

func editorError(err error) error {
	return &Error{Type: UserError, Code: CodeFailed, Message: fmt.Sprintf("The editor says: %v.", err), Cause: err}
}
