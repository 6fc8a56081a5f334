package main

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"text/tabwriter"

	"ptk-lsp/lsp/wire"
)

// printJSON prints v, indented.
func (a *app) printJSON(v any) int {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return a.fail(err)
	}
	fmt.Fprintf(a.stdout, "%s\n", data)
	return exitOK
}

// listing opens the stack for a command that only lists; ok is false where the command should end with the code.
func (a *app) listing(ctx context.Context, name string, args []string) (s *stack, asJSON bool, code int, ok bool) {
	fs := a.flags(name, "[-C DIR] [--json]")
	dir := fs.String("C", ".", "the `folder` to work in")
	fs.BoolVar(&asJSON, "json", false, "print JSON")
	if code, ok = parseFlags(fs, args); !ok {
		return nil, false, code, false
	}
	s, err := a.open(ctx, openOptions{dirs: []string{*dir}})
	if err != nil {
		return nil, false, a.fail(err), false
	}
	return s, asJSON, exitOK, true
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
		fmt.Fprintf(w, "%s %s\t%s\n", mark, m.ID, m.Reason)
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
	list := wire.FromTools(s.manager.Tools())
	if asJSON {
		return a.printJSON(list)
	}
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	for _, t := range list.Tools {
		asks := ""
		if t.RequiresConfirmation {
			asks = "asks"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", t.Name, t.Kind, asks, t.Description)
	}
	w.Flush()
	return exitOK
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
