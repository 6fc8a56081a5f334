package tools

import (
	"context"
	"fmt"
	"strings"

	"ptk-lsp/tools/rulekey"
)

type editorCommandArgs struct {
	Command string   `json:"command" jsonschema:"an Ex command in Neovim, a command id in VS Code"`
	Args    []string `json:"args,omitempty" jsonschema:"its arguments"`
}

// EditorCommand is the result of the tool run_editor_command.
type EditorCommand struct {
	Output string `json:"output"`
}

func runEditorCommand() Tool {
	return New(Spec{
		Name: "run_editor_command", Kind: KindExecute, Confirm: true, Alone: true,
		Description: "Runs a command of the editor itself.",
	}, func(_ context.Context, c *Call, a editorCommandArgs) (*Action, error) {
		editor := c.Workspace.Commander()
		if editor == nil || a.Command == "" || strings.ContainsAny(a.Command+strings.Join(a.Args, ""), "\n\r") {
			return nil, &Error{Type: UserError, Message: "There is no such command of the editor."}
		}
		line := strings.Join(append([]string{a.Command}, a.Args...), " ")
		return &Action{
			Title: "Editor: " + cutTitle(line), Command: line, Risk: "Commands of the editor may do all that the editor can.", Rules: Rules{
				KeysOf(rulekey.Name(line)), OfferMatching("run the editor command "+line, rulekey.Quote(line)),
			},
			Do: func(ctx context.Context) (*Result, error) {
				out, err := editor.RunCommand(ctx, a.Command, a.Args)
				if err != nil {
					return nil, &Error{Type: UserError, Code: CodeFailed, Message: fmt.Sprintf("The editor says: %v.", err), Cause: err}
				}
				return &Result{Fields: EditorCommand{out}, Preview: firstLines(splitLines(out), 4)}, nil
			},
		}, nil
	})
}
