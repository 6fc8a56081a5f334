package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"ptk-lsp/ptk/notation"
	"ptk-lsp/ptk/offer"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/visible"
)

// tool runs one tool directly and prints its result as JSON.
func (a *app) tool(ctx context.Context, args []string) int {
	fs := a.flags("tool", "[-C DIR] [--yes] NAME JSON")
	yes := fs.Bool("yes", false, "allow what would be asked for")
	term := newTerminal(a)
	defer term.close()
	confirm := func(ctx context.Context, q workspace.Question) (workspace.Answer, error) {
		return a.asker(chatFlags{yes: *yes}, term)(ctx, q)
	}
	s, code, ok := a.opened(ctx, fs, args, openOptions{confirm: confirm})
	if !ok {
		return code
	}
	defer s.close(a)
	if fs.NArg() < 1 || fs.NArg() > 2 {
		fs.Usage()
		return exitUsage
	}
	ctx, stop := term.interruptible(ctx)
	defer stop()
	return a.printResult(s.runTool(ctx, fs.Arg(0), fs.Arg(1), a))
}

// runTool fits the arguments as a turn does and runs the tool.
func (s *stack) runTool(ctx context.Context, name, args string, a *app) *tools.Result {
	if args == "" {
		args = "{}"
	}
	if strings.Contains(name, "__") { // of an MCP server
		s.await(ctx)
	}
	t, ok := notation.Lookup(offer.Described(s.tools.Specs()), name)
	if !ok {
		return failed("TOOL_NOT_FOUND", fmt.Sprintf("there is no tool %q", name), "ptk-lsp tools lists them.")
	}
	fit, bad := notation.Fit(t, json.RawMessage(args))
	if bad != nil {
		return failed(string(bad.Code), bad.Message, "")
	}
	inv := tools.Invocation{ID: "1", Tool: t.Name, Args: fit, Reads: tools.NewReads()}
	return s.tools.Run(ctx, inv, tools.Observer{
		Start:  func(tools.Spec, *tools.Action) {},
		Output: func(chunk string) { fmt.Fprint(a.stderr, chunk) },
	})
}

func failed(code, message, suggestion string) *tools.Result {
	return &tools.Result{Err: &tools.Error{
		Type: tools.ValidationError, Code: tools.ErrorCode(code), Message: message, Suggestion: suggestion,
	}}
}

func (a *app) printResult(r *tools.Result) int {
	fmt.Fprintf(a.stdout, "%s\n", visible.JSON(r.JSON()))
	if !r.Success() {
		return exitFail
	}
	return exitOK
}

// confirm asks a person; it is how a workspace without an editor has consent.
type confirm = func(context.Context, workspace.Question) (workspace.Answer, error)
