// Package serve runs the language server for an editor.
package serve

import (
	"context"
	"encoding/json"

	"ptk-lsp/cmd/ptk-lsp/backend"
	"ptk-lsp/cmd/ptk-lsp/cli"
	"ptk-lsp/cmd/ptk-lsp/dirs"
	"ptk-lsp/cmd/ptk-lsp/logfile"
	"ptk-lsp/cmd/ptk-lsp/settings"
	"ptk-lsp/lsp"
)

// Run serves an editor on stdin and stdout and returns the exit code.
func Run(ctx context.Context, p *cli.Process, args []string) int {
	fs := p.Flags("--stdio", "[--log-level LEVEL] [--trace FILE]")
	fs.Bool("stdio", true, "serve on stdin and stdout; this is the default")
	fs.Int("clientProcessId", 0, "ignored; the process `id` of the initialize request is used")
	level := fs.String("log-level", "", "the lowest `level` that is logged: debug, info, warn or error")
	trace := fs.String("trace", "", "record each turn in full to a `file` on this machine, for ptk-lsp trace")
	if code, ok := cli.ParseFlags(fs, args); !ok {
		return code
	}
	log, err := logfile.Open(dirs.New(p.Env).Log(), *level)
	if err != nil {
		return p.Fail(err)
	}
	defer log.Close()
	open := func(ctx context.Context, start lsp.Start) (*lsp.Session, error) {
		return openSession(ctx, p, start, log, *trace)
	}
	return lsp.Serve(ctx, p.Stdin, p.Stdout, lsp.Options{Open: open, Version: p.Version, Log: log.WithStderr(p.Stderr)})
}

// openSession opens the backend for a connected editor.
func openSession(ctx context.Context, p *cli.Process, start lsp.Start, log *logfile.Log, trace string) (*lsp.Session, error) {
	b, err := backend.Open(ctx, backend.Options{
		Host: backend.HostOf(p), Folders: start.Folders, Log: log, Trace: trace,
		Client: backend.Client{
			Editor: start.Editor, Settings: start.Settings, Restricted: start.Restricted, Diagnostics: start.Diagnostics,
			Language: start.Language, Commands: start.EditorCommands, Progress: start.Watch, Warn: start.Warn,
		},
	})
	if err != nil {
		return nil, err
	}
	b.Indexes.Questions.Start()
	b.TrimJournal(func(err error) { p.Fail(err) })
	return &lsp.Session{
		Chats:      newChats(ctx, b),
		Past:       b.Manager,
		Upkeep:     upkeep{b},
		Providers:  b.Models,
		Problems:   problems(b.Config.Problems),
		Configure:  func(raw json.RawMessage) []lsp.Problem { return problems(b.Configure(raw)) },
		SetFolders: b.SetFolders,
		Changed:    b.Indexes.Questions.Changed,
	}, nil
}

func problems(list []settings.Problem) []lsp.Problem {
	var out []lsp.Problem
	for _, p := range list {
		out = append(out, lsp.Problem{Place: p.Place(), Message: p.Message})
	}
	return out
}
