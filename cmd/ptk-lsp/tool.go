package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"ptk-lsp/cmd/ptk-lsp/backend"
	"ptk-lsp/cmd/ptk-lsp/cli"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/ptk/offer"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/visible"
)

// toolCommand runs one tool directly and prints its result as JSON.
func toolCommand(ctx context.Context, p *cli.Process, args []string) int {
	fs := p.Flags("tool", "[-C DIR] [--yes] NAME JSON")
	yes := fs.Bool("yes", false, "allow everything without asking")
	term := p.Terminal()
	defer term.Close()
	confirm := func(ctx context.Context, q workspace.Question) (workspace.Answer, error) { // the flags are not parsed yet
		return term.Consent(*yes)(ctx, q)
	}
	b, code, ok := backend.OpenFlags(ctx, p, fs, args, backend.Options{Client: backend.Client{Confirm: confirm}})
	if !ok {
		return code
	}
	defer b.CloseIn(p)
	if fs.NArg() < 1 || fs.NArg() > 2 {
		fs.Usage()
		return cli.ExitUsage
	}
	ctx, stop := term.Interruptible(ctx)
	defer stop()
	r := runTool(ctx, b, fs.Arg(0), fs.Arg(1), p.Stderr)
	fmt.Fprintf(p.Stdout, "%s\n", visible.JSON(r.JSON()))
	if !r.Success() {
		return cli.ExitFail
	}
	return cli.ExitOK
}

// runTool checks the arguments as a turn does and runs the tool.
func runTool(ctx context.Context, b *backend.Backend, name, args string, output io.Writer) *tools.Result {
	if args == "" {
		args = "{}"
	}
	if strings.Contains(name, "__") { // a tool of an MCP server
		b.AwaitServers(ctx)
	}
	t, ok := notation.Lookup(offer.Described(b.Tools.Specs()), name)
	if !ok {
		return failed("TOOL_NOT_FOUND", fmt.Sprintf("there is no tool %q", name), "ptk-lsp tools lists them.")
	}
	fit, bad := notation.Fit(t, json.RawMessage(args))
	if bad != nil {
		return failed(string(bad.Code), bad.Message, "")
	}
	inv := tools.Invocation{ID: "1", Tool: t.Name, Args: fit, Reads: tools.NewReads()}
	return b.Tools.Run(ctx, inv, tools.Observer{
		Start:  func(tools.Spec, *tools.Action) {},
		Output: func(chunk string) { fmt.Fprint(output, chunk) },
	})
}

func failed(code, message, suggestion string) *tools.Result {
	return &tools.Result{Err: &tools.Error{
		Type: tools.ValidationError, Code: tools.ErrorCode(code), Message: message, Suggestion: suggestion,
	}}
}
