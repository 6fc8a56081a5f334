// Command ptk-lsp is a chat for every editor: a language server whose model reads and changes the workspace as the user
// sees it. It wires the rooms below it together and knows no more than flags, settings and construction.
// Start at [run]; each subcommand is a file.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"ptk-lsp/tools/sandbox"
)

// version is set when a release is built, by -ldflags -X.
var version = "dev"

func main() {
	if len(os.Args) > 1 && os.Args[1] == sandbox.Subcommand {
		os.Exit(sandbox.Main(os.Args[2:])) // before all else: a command waits for it
	}
	os.Exit(run(context.Background(), os.Args[1:], process()))
}

// exit codes: a command that did what it was asked, one that failed, and one that was called wrongly.
const (
	exitOK    = 0
	exitFail  = 1
	exitUsage = 2
	exitInt   = 130 // ended by Ctrl-C, as shells have it
)

// app is what a subcommand has of the process around it.
type app struct {
	stdin  io.ReadCloser
	stdout io.WriteCloser
	stderr io.Writer
	env    func(string) string
	typed  bool // stdin is a terminal: messages are typed
	seen   bool // a person is at stdin or stderr and can be asked
	color  bool // stdout is a terminal that shows colours
}

func process() *app {
	typed, live := isTerminal(os.Stdin), isTerminal(os.Stdout)
	a := &app{
		stdin: os.Stdin, stdout: os.Stdout, stderr: &screen{file: os.Stderr}, env: os.Getenv,
		typed: typed, seen: typed || isTerminal(os.Stderr), color: live && os.Getenv("NO_COLOR") == "",
	}
	if live {
		a.stdout = &screen{file: os.Stdout}
	}
	return a
}

const usage = `ptk-lsp is a chat backend for editors, and a chat in the terminal.

  ptk-lsp                     serve an editor: LSP on stdin and stdout
  ptk-lsp chat [MESSAGE]      ask in the terminal; without a message, a prompt
  ptk-lsp tool NAME JSON      run one tool
  ptk-lsp parse               read tool calls out of a model's message on stdin
  ptk-lsp history             list, show, export and delete past conversations
  ptk-lsp models              the models that can be asked; --probe MODEL tries how one calls tools
  ptk-lsp tools               the tools that a model may call
  ptk-lsp permissions         what you have allowed for good, and taking it back
  ptk-lsp index               build, show or remove the index by which code is found
  ptk-lsp trace               one turn as a timeline: prompts, answers, calls, results, times
  ptk-lsp doctor              what works here, and what to do about what doesn't
  ptk-lsp version             the version

ptk-lsp COMMAND -h tells a command's flags.
`

// run runs the subcommand that args name and gives the exit code.
func run(ctx context.Context, args []string, a *app) int {
	if len(args) == 0 {
		return a.serve(ctx, args)
	}
	commands := map[string]func(context.Context, []string) int{
		"chat": a.chat, "history": a.history, "tool": a.tool, "parse": a.parse, "models": a.models, "tools": a.tools,
		"permissions": a.permissions, "doctor": a.doctor, "index": a.index, "trace": a.traceTurn, "version": a.version, "help": a.help, "-h": a.help, "-help": a.help, "--help": a.help, "-version": a.version, "--version": a.version,
	}
	command, ok := commands[args[0]]
	if !ok && strings.HasPrefix(args[0], "-") {
		return a.serve(ctx, args)
	}
	if !ok {
		fmt.Fprintf(a.stderr, "ptk-lsp: there is no command %q\n\n%s", args[0], usage)
		return exitUsage
	}
	return command(ctx, args[1:])
}

func (a *app) help(context.Context, []string) int {
	fmt.Fprint(a.stdout, usage)
	return exitOK
}

// flags makes the flag set of a subcommand.
func (a *app) flags(name, synopsis string) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(a.stderr)
	fs.Usage = func() {
		fmt.Fprintf(a.stderr, "usage: ptk-lsp %s %s\n", name, synopsis)
		fs.PrintDefaults()
	}
	return fs
}

// parseFlags reads the flags; ok is false where the command should end with the code.
func parseFlags(fs *flag.FlagSet, args []string) (code int, ok bool) {
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return exitOK, false
	case err != nil:
		return exitUsage, false
	}
	return exitOK, true
}

// fail tells what went wrong on one line.
func (a *app) fail(err error) int {
	fmt.Fprintf(a.stderr, "ptk-lsp: %v\n", err)
	return exitFail
}
