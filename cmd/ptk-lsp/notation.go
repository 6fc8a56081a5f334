package main

import (
	"context"

	"ptk-lsp/ptk/notation"
	"ptk-lsp/tools"
)

// parse shows what the parser makes of a model's message, with the built-in tools unless others are named.
func (a *app) parse(_ context.Context, args []string) int {
	var specs []tools.Spec
	for _, t := range tools.Builtin(tools.Can{Diagnostics: true}) {
		specs = append(specs, t.Spec())
	}
	return runParse(args, a.stdin, a.stdout, a.stderr, asNotation(specs))
}

// asNotation gives tools as the notation is told of them.
func asNotation(specs []tools.Spec) []notation.Tool {
	var ts []notation.Tool
	for _, s := range specs {
		ts = append(ts, notation.Tool{Name: s.Name, Aliases: s.Aliases, Description: s.Description, Parameters: s.Parameters})
	}
	return ts
}
