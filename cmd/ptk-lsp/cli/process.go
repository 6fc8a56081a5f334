// Package cli is what the subcommands share: the streams and environment of the process, flags, exit codes and printing.
package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"ptk-lsp/cmd/ptk-lsp/terminal"
	"ptk-lsp/workspace/visible"
)

// Exit codes.
const (
	ExitOK    = 0
	ExitFail  = 1 // the command failed
	ExitUsage = 2 // the command line was wrong
)

// Process is the process around a subcommand.
type Process struct {
	Stdin   io.ReadCloser
	Stdout  io.WriteCloser
	Stderr  io.Writer
	Env     func(string) string
	Version string // of this program
	// IsTyped reports that stdin is a terminal, IsAttended that a person is at stdin or stderr and can be asked, and HasColor
	// that stdout is a terminal that shows colours.
	IsTyped, IsAttended, HasColor bool
}

// Current returns the process that runs.
func Current(version string) *Process {
	typed, live := terminal.IsTerminal(os.Stdin), terminal.IsTerminal(os.Stdout)
	p := &Process{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: terminal.NewScreen(os.Stderr), Env: os.Getenv, Version: version,
		IsTyped: typed, IsAttended: typed || terminal.IsTerminal(os.Stderr), HasColor: live && os.Getenv("NO_COLOR") == "",
	}
	if live {
		p.Stdout = terminal.NewScreen(os.Stdout)
	}
	return p
}

// Terminal returns the terminal of the process, which must be closed.
func (p *Process) Terminal() *terminal.Terminal {
	return terminal.New(terminal.Config{Stdout: p.Stdout, Stderr: p.Stderr, Color: p.HasColor, Attended: p.IsAttended})
}

// Fail prints the error on one line and returns [ExitFail].
func (p *Process) Fail(err error) int {
	fmt.Fprintf(p.Stderr, "ptk-lsp: %v\n", err)
	return ExitFail
}

// PrintJSON prints v as indented JSON and returns the exit code.
func (p *Process) PrintJSON(v any) int {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return p.Fail(err)
	}
	fmt.Fprintf(p.Stdout, "%s\n", visible.JSON(data))
	return ExitOK
}
