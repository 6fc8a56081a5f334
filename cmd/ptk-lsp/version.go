package main

import (
	"context"
	"fmt"
	"runtime"

	"ptk-lsp/cmd/ptk-lsp/cli"
)

// versionCommand prints the version and what the program was built with.
func versionCommand(_ context.Context, p *cli.Process, args []string) int {
	fs := p.Flags("version", "[--json]")
	asJSON := fs.Bool("json", false, "print JSON")
	if code, ok := cli.ParseFlags(fs, args); !ok {
		return code
	}
	if *asJSON {
		return p.PrintJSON(map[string]any{
			"version": p.Version, "go": runtime.Version(), "os": runtime.GOOS, "arch": runtime.GOARCH, "protocol": 1,
		})
	}
	fmt.Fprintf(p.Stdout, "ptk-lsp %s (%s, %s/%s)\n", p.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return cli.ExitOK
}
