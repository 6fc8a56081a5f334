package main

import (
	"context"
	"fmt"

	"ptk-lsp/workspace/visible"
)

// probe tries how a model calls tools, and remembers what worked.
func (a *app) probe(ctx context.Context, args []string) int {
	fs := a.flags("models --probe", "[-C DIR] [MODEL]")
	s, code, ok := a.opened(ctx, fs, args, openOptions{looking: true})
	if !ok {
		return code
	}
	defer s.close(a)
	p, err := s.catalogue.Probe(ctx, fs.Arg(0))
	if err != nil {
		return a.fail(err)
	}
	fmt.Fprintf(a.stdout, "%s\n  natively: %s\n  in text:  %s\n", visible.Line(p.Name), probeSays(p.Native), probeSays(p.Text))
	if p.ToolCalling == "" {
		fmt.Fprintln(a.stdout, "Nothing is remembered: neither way worked.")
		return exitFail
	}
	fmt.Fprintf(a.stdout, "It is asked with toolCalling = %q from now on, unless the settings say otherwise.\n", p.ToolCalling)
	return exitOK
}

func probeSays(err error) string {
	if err == nil {
		return "works"
	}
	return visible.Line(err.Error())
}
