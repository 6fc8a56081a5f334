package backend

import (
	"encoding/json"
	"io"
	"time"

	"ptk-lsp/cmd/ptk-lsp/cli"
	"ptk-lsp/cmd/ptk-lsp/indexes"
	"ptk-lsp/cmd/ptk-lsp/logfile"
	"ptk-lsp/cmd/ptk-lsp/terminal"
	"ptk-lsp/workspace"
)

// Options are the inputs of [Open].
type Options struct {
	Host    Host
	Client  Client
	Folders []string      // the workspace's folders
	Model   string        // of the command line; may be ""
	Log     *logfile.Log  // nil to log nothing
	Trace   string        // the trace file of the command line; may be ""
	MapWait time.Duration // how long the first message may wait for a map of the workspace
	// ReadOnly is set by commands that run no tool: files that only tools need are neither opened nor created.
	ReadOnly bool
}

// Host is the process around a backend.
type Host struct {
	Env     func(string) string
	Stderr  io.Writer
	Version string
}

// HostOf returns the host of a subcommand.
func HostOf(p *cli.Process) Host { return Host{Env: p.Env, Stderr: p.Stderr, Version: p.Version} }

// Client is what the editor or the terminal offers. The zero value offers nothing.
type Client struct {
	Editor   workspace.Editor // nil for a terminal
	Confirm  terminal.Confirm // asks for consent if there is no editor; may be nil
	Settings json.RawMessage  // of the editor
	// Restricted reports that the user does not trust the folders: their settings, instructions and commands are ignored.
	Restricted  bool
	Diagnostics bool             // the editor reports problems in files
	Language    []string         // tools for which the editor asks its language servers
	Commands    bool             // the editor runs its own commands
	Warn        func(string)     // shows a warning to the user; nil to use stderr
	Progress    indexes.Progress // shows background jobs; may be nil
}

func (c Client) editor() workspace.Editor {
	if c.Editor == nil {
		return workspace.Disk{Ask: c.Confirm}
	}
	return c.Editor
}
