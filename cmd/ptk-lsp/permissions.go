package main

import (
	"context"
	"fmt"
	"text/tabwriter"

	"ptk-lsp/lsp/wire"
)

// permissions lists what the user has said once for many calls in this workspace, or takes one of it back.
func (a *app) permissions(ctx context.Context, args []string) int {
	fs := a.flags("permissions", "[-C DIR] [--json] [--revoke ID]")
	asJSON := fs.Bool("json", false, "print JSON")
	revoke := fs.String("revoke", "", "the `id` of the rule to take back")
	s, code, ok := a.opened(ctx, fs, args, openOptions{looking: true})
	if !ok {
		return code
	}
	defer s.close(a)
	if *revoke != "" {
		if err := s.manager.RevokePermission(ctx, *revoke); err != nil {
			return a.fail(err)
		}
		return exitOK
	}
	rules, err := s.manager.Permissions()
	if err != nil {
		return a.fail(err)
	}
	list := wire.FromPermissions(rules)
	if *asJSON {
		return a.printJSON(list)
	}
	if len(list.Rules) == 0 {
		fmt.Fprintln(a.stdout, "Nothing is allowed for good in this workspace: what changes something asks each time.")
		return exitOK
	}
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	for _, r := range list.Rules {
		row(w, r.ID, string(r.Scope), string(r.Decision), r.Text)
	}
	w.Flush()
	fmt.Fprintln(a.stdout, "\nptk-lsp permissions --revoke ID takes one back.")
	return exitOK
}
