package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"

	"ptk-lsp/lsp/wire"
	"ptk-lsp/workspace/visible"
)

// printJSON prints v, indented.
func (a *app) printJSON(v any) int {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return a.fail(err)
	}
	fmt.Fprintf(a.stdout, "%s\n", visible.JSON(data))
	return exitOK
}

// listing opens the stack for a command that only lists; ok is false where the command should end with the code.
func (a *app) listing(ctx context.Context, name string, args []string) (s *stack, asJSON bool, code int, ok bool) {
	fs := a.flags(name, "[-C DIR] [--json]")
	fs.BoolVar(&asJSON, "json", false, "print JSON")
	s, code, ok = a.opened(ctx, fs, args, openOptions{looking: true})
	return s, asJSON, code, ok
}

// opened parses the flags of a command that works in a folder, -C among them, and opens the stack for it; ok is false where
// the command should end with the code.
func (a *app) opened(ctx context.Context, fs *flag.FlagSet, args []string, o openOptions) (s *stack, code int, ok bool) {
	dir := fs.String("C", ".", "the `folder` to work in")
	if code, ok = parseFlags(fs, args); !ok {
		return nil, code, false
	}
	o.dirs = []string{*dir}
	s, err := a.open(ctx, o)
	if err != nil {
		return nil, a.fail(err), false
	}
	return s, exitOK, true
}

// models lists the models that can be asked, and says of the others why not.
func (a *app) models(ctx context.Context, args []string) int {
	if i := slices.Index(args, "--probe"); i >= 0 {
		return a.probe(ctx, slices.Delete(slices.Clone(args), i, i+1))
	}
	s, asJSON, code, ok := a.listing(ctx, "models", args)
	if !ok {
		return code
	}
	defer s.close(a)
	list := wire.FromModels(s.manager.Models(ctx))
	if asJSON {
		return a.printJSON(list)
	}
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	for _, m := range list.Models {
		mark := " "
		switch {
		case m.ID == list.Current:
			mark = "*"
		case !m.Available:
			mark = "-"
		}
		row(w, mark+" "+m.ID, m.Reason)
	}
	w.Flush()
	fmt.Fprintln(a.stdout, "\n* the current model   - can't be asked")
	return exitOK
}

// tools lists the tools that a model may call.
func (a *app) tools(ctx context.Context, args []string) int {
	s, asJSON, code, ok := a.listing(ctx, "tools", args)
	if !ok {
		return code
	}
	defer s.close(a)
	s.await(ctx)
	list := wire.FromTools(s.manager.Tools())
	for _, n := range s.box.servers.Notices() {
		fmt.Fprintln(a.stderr, visible.Line(n))
	}
	if asJSON {
		return a.printJSON(list)
	}
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	for _, t := range list.Tools {
		asks := ""
		if t.RequiresConfirmation {
			asks = "asks"
		}
		row(w, t.Name, string(t.Kind), asks, onALine(t.Description))
	}
	w.Flush()
	return exitOK
}

// onALine is a description as it fits into a list; one of a server may be long, and may hold anything.
func onALine(s string) string {
	const most = 120
	s = visible.Line(strings.Join(strings.Fields(s), " "))
	if first, _, found := strings.Cut(s, ". "); found && len(s) > most {
		s = first + "."
	}
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

// version tells the version and what it was built with.
func (a *app) version(_ context.Context, args []string) int {
	fs := a.flags("version", "[--json]")
	asJSON := fs.Bool("json", false, "print JSON")
	if code, ok := parseFlags(fs, args); !ok {
		return code
	}
	if *asJSON {
		return a.printJSON(map[string]any{"version": version, "go": runtime.Version(), "os": runtime.GOOS, "arch": runtime.GOARCH, "protocol": 1})
	}
	fmt.Fprintf(a.stdout, "ptk-lsp %s (%s, %s/%s)\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return exitOK
}
