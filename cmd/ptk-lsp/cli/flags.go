package cli

import (
	"errors"
	"flag"
	"fmt"
)

// Flags returns the flag set of a subcommand.
func (p *Process) Flags(name, synopsis string) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(p.Stderr)
	fs.Usage = func() {
		fmt.Fprintf(p.Stderr, "usage: ptk-lsp %s %s\n", name, synopsis)
		fs.PrintDefaults()
	}
	return fs
}

// ParseFlags parses the flags. If ok is false the command ends with the exit code.
func ParseFlags(fs *flag.FlagSet, args []string) (code int, ok bool) {
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return ExitOK, false
	case err != nil:
		return ExitUsage, false
	}
	return ExitOK, true
}
