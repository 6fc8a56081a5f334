package main

import (
	"context"
	"fmt"

	"ptk-lsp/cmd/ptk-lsp/backend"
	"ptk-lsp/cmd/ptk-lsp/cli"
	"ptk-lsp/lsp/wire"
)

// permissionsCommand lists the stored permissions of the workspace, or revokes one.
func permissionsCommand(ctx context.Context, p *cli.Process, args []string) int {
	fs := p.Flags("permissions", "[-C DIR] [--json] [--revoke ID]")
	asJSON := fs.Bool("json", false, "print JSON")
	revoke := fs.String("revoke", "", "the `id` of the rule to revoke")
	b, code, ok := backend.OpenFlags(ctx, p, fs, args, backend.Options{ReadOnly: true})
	if !ok {
		return code
	}
	defer b.CloseIn(p)
	if *revoke != "" {
		if err := b.Manager.RevokePermission(ctx, *revoke); err != nil {
			return p.Fail(err)
		}
		return cli.ExitOK
	}
	rules, err := b.Manager.Permissions()
	if err != nil {
		return p.Fail(err)
	}
	list := wire.FromPermissions(rules)
	if *asJSON {
		return p.PrintJSON(list)
	}
	if len(list.Rules) == 0 {
		fmt.Fprintln(p.Stdout, "Nothing is allowed for good in this workspace: what changes something asks each time.")
		return cli.ExitOK
	}
	table := cli.NewTable(p.Stdout)
	for _, r := range list.Rules {
		table.Row(r.ID, string(r.Scope), string(r.Decision), r.Text)
	}
	table.Flush()
	fmt.Fprintln(p.Stdout, "\nptk-lsp permissions --revoke ID takes one back.")
	return cli.ExitOK
}
