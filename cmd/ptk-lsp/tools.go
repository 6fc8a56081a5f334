package main

import (
	"context"
	"fmt"
	"strings"

	"ptk-lsp/cmd/ptk-lsp/backend"
	"ptk-lsp/cmd/ptk-lsp/cli"
	"ptk-lsp/lsp/wire"
	"ptk-lsp/workspace/visible"
)

// toolsCommand lists the tools that a model may call.
func toolsCommand(ctx context.Context, p *cli.Process, args []string) int {
	b, asJSON, code, ok := backend.OpenList(ctx, p, "tools", args)
	if !ok {
		return code
	}
	defer b.CloseIn(p)
	b.AwaitServers(ctx)
	list := wire.FromTools(b.Manager.Tools())
	for _, n := range b.Servers.Notices() {
		fmt.Fprintln(p.Stderr, visible.Line(n))
	}
	if asJSON {
		return p.PrintJSON(list)
	}
	table := cli.NewTable(p.Stdout)
	for _, t := range list.Tools {
		asks := ""
		if t.RequiresConfirmation {
			asks = "asks"
		}
		table.Row(t.Name, string(t.Kind), asks, summary(t.Description))
	}
	table.Flush()
	return cli.ExitOK
}

// summary shortens a description to one line. The description of an MCP server may be long and hold any character.
func summary(s string) string {
	const maxBytes = 120
	s = visible.Line(strings.Join(strings.Fields(s), " "))
	if first, _, found := strings.Cut(s, ". "); found && len(s) > maxBytes {
		s = first + "."
	}
	if len(s) > maxBytes {
		s = strings.ToValidUTF8(s[:maxBytes], "") + "…"
	}
	return s
}
