// Command ptk-lsp is a chat for every editor: a language server whose model reads and changes the workspace as the user sees
// it. This package holds the subcommands; package backend builds what they work with. Start at [run].
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"ptk-lsp/cmd/ptk-lsp/cli"
	"ptk-lsp/cmd/ptk-lsp/doctor"
	"ptk-lsp/cmd/ptk-lsp/serve"
	"ptk-lsp/tools/sandbox"
)

// version is set when a release is built, by -ldflags -X.
var version = "dev"

func main() {
	if len(os.Args) > 1 && os.Args[1] == sandbox.Subcommand {
		os.Exit(sandbox.Main(os.Args[2:])) // before anything else: a command waits for it
	}
	os.Exit(run(context.Background(), os.Args[1:], cli.Current(version)))
}

const usage = `ptk-lsp is a chat backend for editors, and a chat in the terminal.

  ptk-lsp                     serve an editor: LSP on stdin and stdout
  ptk-lsp chat [MESSAGE]      ask in the terminal; without a message, a prompt
  ptk-lsp tool NAME JSON      run one tool
  ptk-lsp parse               read tool calls out of a model's message on stdin
  ptk-lsp history             list, show, export and delete past conversations
  ptk-lsp models              list the models; --probe MODEL tries how one calls tools
  ptk-lsp tools               list the tools that a model may call
  ptk-lsp permissions         list what you have always allowed, and revoke it
  ptk-lsp index               build, show or remove the index by which code is found
  ptk-lsp trace               show one turn as a timeline: prompts, answers, calls, results, times
  ptk-lsp doctor              check what works here, and what to do about what doesn't
  ptk-lsp version             print the version

ptk-lsp COMMAND -h lists the flags of a command.
`

// command is a subcommand: it gets the arguments after its name and returns the exit code.
type command func(ctx context.Context, p *cli.Process, args []string) int

// commands returns the subcommands by name.
func commands() map[string]command {
	return map[string]command{
		"chat": chatCommand, "history": historyCommand, "index": indexCommand, "models": modelsCommand, "parse": parseCommand,
		"permissions": permissionsCommand, "tool": toolCommand, "tools": toolsCommand, "trace": traceCommand,
		"doctor": doctor.Run, "version": versionCommand, "-version": versionCommand, "--version": versionCommand,
		"help": help, "-h": help, "-help": help, "--help": help,
	}
}

// run runs the subcommand that args name, or serves an editor, and returns the exit code.
func run(ctx context.Context, args []string, p *cli.Process) int {
	if len(args) == 0 {
		return serve.Run(ctx, p, args)
	}
	if c, ok := commands()[args[0]]; ok {
		return c(ctx, p, args[1:])
	}
	if strings.HasPrefix(args[0], "-") {
		return serve.Run(ctx, p, args)
	}
	fmt.Fprintf(p.Stderr, "ptk-lsp: there is no command %q\n\n%s", args[0], usage)
	return cli.ExitUsage
}

func help(_ context.Context, p *cli.Process, _ []string) int {
	fmt.Fprint(p.Stdout, usage)
	return cli.ExitOK
}
