package main

import (
	"context"
	"fmt"
	"slices"

	"ptk-lsp/cmd/ptk-lsp/backend"
	"ptk-lsp/cmd/ptk-lsp/cli"
	"ptk-lsp/lsp/wire"
	"ptk-lsp/workspace/visible"
)

// modelsCommand lists the models, with the reason if one can't be used; with --probe it tries one.
func modelsCommand(ctx context.Context, p *cli.Process, args []string) int {
	if i := slices.Index(args, "--probe"); i >= 0 {
		return probe(ctx, p, slices.Delete(slices.Clone(args), i, i+1))
	}
	b, asJSON, code, ok := backend.OpenList(ctx, p, "models", args)
	if !ok {
		return code
	}
	defer b.CloseIn(p)
	list := wire.FromModels(b.Manager.Models(ctx))
	if asJSON {
		return p.PrintJSON(list)
	}
	table := cli.NewTable(p.Stdout)
	for _, m := range list.Models {
		mark := " "
		switch {
		case m.ID == list.Current:
			mark = "*"
		case !m.Available:
			mark = "-"
		}
		table.Row(mark+" "+m.ID, m.Reason)
	}
	table.Flush()
	fmt.Fprintln(p.Stdout, "\n* the current model   - can't be asked")
	return cli.ExitOK
}

// probe tries how a model calls tools, and stores what worked.
func probe(ctx context.Context, p *cli.Process, args []string) int {
	fs := p.Flags("models --probe", "[-C DIR] [MODEL]")
	b, code, ok := backend.OpenFlags(ctx, p, fs, args, backend.Options{ReadOnly: true})
	if !ok {
		return code
	}
	defer b.CloseIn(p)
	r, err := b.Models.Probe(ctx, fs.Arg(0))
	if err != nil {
		return p.Fail(err)
	}
	fmt.Fprintf(p.Stdout, "%s\n  natively: %s\n  in text:  %s\n", visible.Line(r.Name), probeOutcome(r.Native), probeOutcome(r.Text))
	if r.ToolCalling == "" {
		fmt.Fprintln(p.Stdout, "Nothing is remembered: neither way worked.")
		return cli.ExitFail
	}
	fmt.Fprintf(p.Stdout, "It is asked with toolCalling = %q from now on, unless the settings say otherwise.\n", r.ToolCalling)
	return cli.ExitOK
}

func probeOutcome(err error) string {
	if err == nil {
		return "works"
	}
	return visible.Line(err.Error())
}
