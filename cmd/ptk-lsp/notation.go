package main

import (
	"context"

	"ptk-lsp/ptk/offer"
	"ptk-lsp/tools"
)

// parse shows what the parser makes of a model's message, with the built-in tools unless others are named.
func (a *app) parse(_ context.Context, args []string) int {
	var specs []tools.Spec
	for _, t := range tools.Builtin(tools.Can{Diagnostics: true}) {
		specs = append(specs, t.Spec())
	}
	return runParse(args, a.stdin, a.stdout, a.stderr, offer.Described(specs))
}
