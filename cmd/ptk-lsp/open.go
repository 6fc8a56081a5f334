package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"ptk-lsp/cmd/ptk-lsp/models"
	"ptk-lsp/cmd/ptk-lsp/settings"
	"ptk-lsp/cmd/ptk-lsp/tracing"
	"ptk-lsp/ptk"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// openOptions say what to build a stack from.
type openOptions struct {
	dirs    []string         // the workspace's folders
	model   string           // of the command line; "" where it says nothing
	confirm confirm          // asks a person; nil where nothing is ever asked
	editor  workspace.Editor // the connected editor; nil for a terminal
	raw     json.RawMessage  // the editor's settings
	// restricted is true where the user does not trust the folders: their settings, instructions and commands do not count.
	restricted bool
	// diagnostics is true where the editor tells of problems in files.
	diagnostics bool
	language    []string     // tools for which the editor asks its language servers
	commands    bool         // true where the editor runs its own commands
	log         *logs        // nil where nothing is logged
	traceFile   string       // of the command line; "" where it says nothing
	warn        func(string) // tells the user of what went wrong in the background; nil where stderr must do
	watch       watch        // shows work in the background; nil where nothing is shown
	// mapWait is how long the first message may wait for a map of the workspace that can be had so soon; 0 where it has
	// the one that is there, if there is one.
	mapWait time.Duration
	// looking is true where nothing is done: then nothing is opened or made that only doing needs.
	looking bool
}

// stack is everything that a chat needs, built from the bottom up.
type stack struct {
	layers    settings.Layers
	settings  settings.Settings
	problems  []settings.Problem
	catalogue *models.Catalogue
	workspace *workspace.Workspace
	box       *toolbox
	fixed     []tools.Tool // those that are always there
	tools     *tools.Manager
	manager   *ptk.Manager
	log       *slog.Logger
	logs      *logs
	trace     *tracing.Tracer
	traceFile string // of the command line
	env       func(string) string
	neutral   *neutral // where programs are started
	environ   []string // of the user's commands
}

// open reads the settings and builds the stack. Nothing is asked of any model or server yet.
func (a *app) open(ctx context.Context, o openOptions) (*stack, error) {
	s := &stack{layers: a.layers(o), logs: cmp.Or(o.log, noLogs()), traceFile: o.traceFile, env: a.env, neutral: &neutral{parent: filepath.Join(a.stateHome(), "programs")}}
	s.log = s.logs.Logger
	s.settings, s.problems = s.layers.Resolve()
	s.trace = tracing.New(s.log, version)
	s.watch()
	ed := o.editor
	if ed == nil {
		ed = workspace.Disk{Ask: o.confirm}
	}
	var err error
	if s.workspace, err = workspace.New(asFolders(o.dirs), ed); err != nil {
		return nil, err
	}
	if s.environ, err = ownPath(folderPaths(s.workspace)); err != nil {
		return nil, err
	}
	s.catalogue = models.New(s.settings, a.env)
	s.box = a.toolbox(s, o)
	s.tools = a.tooling(s, o)
	s.manager = ptk.NewManager(ptk.Config{
		Models: s.trace.Models(s.catalogue), Tools: s.tools, Workspace: s.workspace, History: history.New(a.historyFile(o.dirs)), UserDir: filepath.Join(a.configHome(), "ptk"), Restricted: o.restricted, Formatter: notation.Formatter{},
		Journal: s.box.journal, Permissions: s.box.permissions, Limits: limits(s.settings), Map: s.mapper(ctx, o.mapWait), Look: a.looking(s.box), Extra: s.box.servers, Log: s.log,
	})
	for _, p := range s.problems {
		if o.editor == nil {
			fmt.Fprintf(a.stderr, "settings: %s\n", p)
		}
	}
	return s, nil
}

// tooling makes the manager of the built-in tools and the user's own; those of MCP servers come when they are ready.
func (a *app) tooling(s *stack, o openOptions) *tools.Manager {
	builtin := tools.Builtin(a.can(s, o))
	s.fixed = append(builtin, s.custom(builtin)...)
	return tools.NewManager(s.fixed, s.workspace,
		tools.Options{
			Timeout: milliseconds(s.settings.Chat.ToolTimeoutMs), Permissions: s.box.permissions,
			Middleware: []tools.Middleware{s.trace.Tools, following(s.box.index)},
		})
}

// folder is the one by which the workspace is known; "" where none is open.
func (o openOptions) folder() string {
	if len(o.dirs) == 0 {
		return ""
	}
	return o.dirs[0]
}

// close lets everything go; what can't be let go is told on stderr.
func (s *stack) close(a *app) {
	if err := s.closeAll(); err != nil {
		a.fail(err)
	}
}

// closeAll lets everything go at once: what waits for others must not wait in turn.
func (s *stack) closeAll() error {
	s.box.servers.End() // before the workspace is closed, so that none is started that does not know its folders
	told := make(chan struct{})
	go func() {
		defer close(told)
		s.trace.Close()
	}()
	err := errors.Join(s.manager.Close(), s.box.close(), s.neutral.close())
	<-told
	return err
}

// layers names the sources of the settings.
func (a *app) layers(o openOptions) settings.Layers {
	l := settings.Layers{UserFile: filepath.Join(a.configHome(), "ptk", "config.toml"), Editor: o.raw}
	if dir := o.folder(); dir != "" && !o.restricted {
		l.Workspace = dir
	}
	if o.model != "" {
		l.CommandLine = map[string]any{"model": o.model}
	}
	return l
}

// configHome is where the user's own settings lie.
func (a *app) configHome() string {
	if dir := a.env("XDG_CONFIG_HOME"); filepath.IsAbs(dir) {
		return dir
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return filepath.Join(a.env("HOME"), ".config")
	}
	return dir
}

func limits(s settings.Settings) chat.Limits {
	return chat.Limits{
		MaxIterations: s.Chat.MaxIterations, MaxToolCalls: s.Chat.MaxToolCalls, MaxRepairs: s.Chat.MaxRepairs,
		Turn: milliseconds(s.Chat.TurnTimeoutMs), ToolResultTokens: s.Context.ToolResultTokens,
		HistoryTokens: s.Context.HistoryTokens, RulesTokens: s.Context.RulesTokens, AttachmentTokens: s.Context.AttachmentTokens,
		CompactAt: s.Context.CompactAt, MapTokens: mapTokens(s.Context.MapTokens),
	}
}

// mapTokens puts the setting as [ptk.Limits] has it: 0 is the default there, and none is negative.
func mapTokens(set *int) int {
	switch {
	case set == nil:
		return 0
	case *set == 0:
		return -1
	}
	return *set
}

func milliseconds(n int) time.Duration { return time.Duration(n) * time.Millisecond }
