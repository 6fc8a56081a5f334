package backend

import (
	"context"
	"flag"
	"fmt"

	"ptk-lsp/cmd/ptk-lsp/cli"
)

// OpenIn opens a backend for a subcommand and prints the problems of its settings.
func OpenIn(ctx context.Context, p *cli.Process, o Options) (*Backend, error) {
	o.Host = HostOf(p)
	b, err := Open(ctx, o)
	if err != nil {
		return nil, err
	}
	for _, problem := range b.Config.Problems {
		fmt.Fprintf(p.Stderr, "settings: %s\n", problem)
	}
	return b, nil
}

// OpenFlags parses the flags of a subcommand that works in a folder, adding -C, and opens a backend for the folder. If ok is
// false the command ends with the exit code.
func OpenFlags(ctx context.Context, p *cli.Process, fs *flag.FlagSet, args []string, o Options) (b *Backend, code int, ok bool) {
	dir := fs.String("C", ".", "the `folder` to work in")
	if code, ok = cli.ParseFlags(fs, args); !ok {
		return nil, code, false
	}
	o.Folders = []string{*dir}
	b, err := OpenIn(ctx, p, o)
	if err != nil {
		return nil, p.Fail(err), false
	}
	return b, cli.ExitOK, true
}

// OpenList opens a backend for a subcommand that only prints a list, as JSON if the flag --json is set.
func OpenList(ctx context.Context, p *cli.Process, name string, args []string) (b *Backend, asJSON bool, code int, ok bool) {
	fs := p.Flags(name, "[-C DIR] [--json]")
	fs.BoolVar(&asJSON, "json", false, "print JSON")
	b, code, ok = OpenFlags(ctx, p, fs, args, Options{ReadOnly: true})
	return b, asJSON, code, ok
}

// CloseIn closes the backend of a subcommand and prints what went wrong.
func (b *Backend) CloseIn(p *cli.Process) {
	if err := b.Close(); err != nil {
		p.Fail(err)
	}
}
