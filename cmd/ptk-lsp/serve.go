package main

import (
	"context"
	"encoding/json"
	"errors"

	"ptk-lsp/cmd/ptk-lsp/settings"
	"ptk-lsp/lsp"
	"ptk-lsp/ptk"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/offer"
	"ptk-lsp/workspace"
)

// serve serves an editor on stdin and stdout.
func (a *app) serve(ctx context.Context, args []string) int {
	fs := a.flags("--stdio", "[--log-level LEVEL] [--trace FILE]")
	fs.Bool("stdio", true, "serve on stdin and stdout, as is done anyway")
	fs.Int("clientProcessId", 0, "given by some editors; the `id` that initialize tells is what counts")
	level := fs.String("log-level", "", "from which `level` on lines go to the log: debug, info, warn or error")
	trace := fs.String("trace", "", "write all of each turn to a `file` on this machine, for ptk-lsp trace")
	if code, ok := parseFlags(fs, args); !ok {
		return code
	}
	log, err := a.logs(*level)
	if err != nil {
		return a.fail(err)
	}
	defer log.close()
	open := func(ctx context.Context, start lsp.Start) (*lsp.Session, error) {
		return a.session(ctx, start, log, *trace)
	}
	return lsp.Serve(ctx, a.stdin, a.stdout, lsp.Options{Open: open, Version: version, Log: a.also(log)})
}

// session builds the stack for a connected editor.
func (a *app) session(ctx context.Context, start lsp.Start, log *logs, trace string) (*lsp.Session, error) {
	o := openOptions{
		log: log, traceFile: trace,
		dirs: start.Folders, editor: start.Editor, raw: start.Settings, restricted: start.Restricted, diagnostics: start.Diagnostics,
		language: start.Language, commands: start.EditorCommands, watch: start.Watch, warn: start.Warn,
	}
	s, err := a.open(ctx, o)
	if err != nil {
		return nil, err
	}
	s.box.index.Start()
	s.box.tidy(func(err error) { a.fail(err) })
	return &lsp.Session{
		Chats:      served{s.manager, s, s.discover(), &rest{}},
		Problems:   told(s.problems),
		Configure:  func(raw json.RawMessage) []lsp.Problem { return told(s.configure(raw)) },
		SetFolders: s.setFolders,
		Changed:    s.box.index.Changed,
	}, nil
}

// setFolders takes the open folders after some were added or removed.
func (s *stack) setFolders(folders []string) error {
	err := s.workspace.SetFolders(asFolders(folders))
	if _, pathErr := ownPath(folderPaths(s.workspace)); pathErr != nil {
		err = errors.Join(err, pathErr)
	}
	s.box.index.SetFolders(folderPaths(s.workspace))
	s.box.memory.Keep(folderPaths(s.workspace))
	s.box.servers.FoldersChanged()
	return err
}

// discover looks for the model in the background; stop ends that.
func (s *stack) discover() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.catalogue.Discover(ctx)
	}()
	return func() { cancel(); <-done }
}

// served are the chats of an editor; closing them closes all that was built for them.
type served struct {
	*ptk.Manager
	stack *stack
	stop  func() // ends the looking for models
	rest  *rest
}

// Chat runs a turn and tells of it.
func (s served) Chat(ctx context.Context, r chat.Request, emit func(chat.Event)) (*chat.Result, error) {
	defer s.rest.work()()
	return s.stack.chat(ctx, r, emit)
}

// Tools lists the tools, those of the MCP servers among them, which are started for it and waited for a little.
func (s served) Tools() []offer.Info {
	s.stack.box.servers.Ready(context.Background(), nil)
	return s.Manager.Tools()
}

// Close closes all of the stack.
func (s served) Close() error {
	s.stop()
	s.rest.close()
	return s.stack.closeAll()
}

// configure takes the editor's changed settings for the turns to come.
func (s *stack) configure(raw json.RawMessage) []settings.Problem {
	s.layers.Editor = raw
	s.settings, s.problems = s.layers.Resolve()
	s.watch()
	s.catalogue.Configure(s.settings)
	changed, err := s.box.embeddings.set(s)
	if err != nil {
		s.problem("embeddings", err)
	}
	if changed {
		s.box.index.Reopen()
	}
	s.manager.SetLimits(limits(s.settings))
	s.box.permissions.SetSettings(rules(s.settings))
	s.box.servers.Set(mcpConfigs(s.settings))
	return s.problems
}

func told(problems []settings.Problem) []lsp.Problem {
	var out []lsp.Problem
	for _, p := range problems {
		out = append(out, lsp.Problem{Place: p.Place(), Message: p.Message})
	}
	return out
}

func asFolders(dirs []string) []workspace.Folder {
	var folders []workspace.Folder
	for _, d := range dirs {
		folders = append(folders, workspace.Folder{Path: d})
	}
	return folders
}
