package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"ptk-lsp/cmd/ptk-lsp/settings"
	"ptk-lsp/tools"
	"ptk-lsp/tools/mcp"
	"ptk-lsp/tools/sandbox"
	"ptk-lsp/workspace/index"
	"ptk-lsp/workspace/journal"
	"ptk-lsp/workspace/search"
	"ptk-lsp/workspace/trigram"
)

// toolbox is what the tools need beside the workspace, and lets go at the end.
type toolbox struct {
	permissions *tools.Permissions
	journal     *journal.Journal // nil where it could not be opened
	jobs        *tools.Jobs
	temp        string // the private folder
	made        bool   // temp was made here
	index       *index.Set
	embeddings  *embeddings
	memory      *search.Memory
	trigrams    *trigram.Set
	servers     *mcp.Servers
	tidying     sync.WaitGroup
}

// undoFor is how long what a turn changed can be put back.
const undoFor = 90 * 24 * time.Hour

// tidy drops from the journal what is too old, beside everything else; failed is told where that can't be done.
func (b *toolbox) tidy(failed func(error)) {
	if b.journal == nil {
		return
	}
	b.tidying.Go(func() {
		if err := b.journal.Trim(time.Now().Add(-undoFor)); err != nil {
			failed(fmt.Errorf("tidying the undo journal: %w", err))
		}
	})
}

// stateHome is where the program keeps what it remembers: outside of every repository.
func (a *app) stateHome() string {
	dir := a.env("XDG_STATE_HOME")
	if filepath.IsAbs(dir) {
		return filepath.Join(dir, "ptk")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = os.TempDir()
	}
	return filepath.Join(home, ".local", "state", "ptk")
}

// toolbox opens permissions, journal and the private folder. What can't be opened is a problem, not the end.
func (a *app) toolbox(s *stack, o openOptions) *toolbox {
	memory := search.NewMemory()
	e := &embeddings{}
	if _, err := e.set(s); err != nil {
		s.problem("embeddings", err)
	}
	b := &toolbox{embeddings: e, jobs: tools.NewJobs(), index: a.indexes(s.workspace, memory, e, o), memory: memory, trigrams: a.trigrams(memory), servers: s.servers(s.log)}
	file := ""
	if folder, err := filepath.Abs(o.folder()); err == nil {
		file = tools.PermissionsFile(a.stateHome(), folder)
	}
	b.permissions = tools.OpenPermissions(file, rules(s.settings))
	if err := b.permissions.Check(); err != nil {
		s.problem("what was allowed for good", err)
	}
	if o.looking {
		b.temp = os.TempDir() // what would be run is only named
		return b
	}
	var err error
	if b.journal, err = journal.Open(filepath.Join(a.stateHome(), "journal")); err != nil {
		s.problem("the undo journal", err)
	}
	if b.temp, err = os.MkdirTemp("", "ptk-"); err != nil {
		s.problem("the folder for commands", err)
	}
	b.made = b.temp != ""
	return b
}

// close ends the MCP servers and background jobs and drops the private folder.
func (b *toolbox) close() error {
	b.tidying.Go(b.servers.Close)
	b.jobs.Close()
	b.index.Close()
	b.embeddings.close()
	b.trigrams.Close()
	b.memory.Close()
	b.tidying.Wait()
	if !b.made {
		return nil
	}
	if err := os.RemoveAll(b.temp); err != nil {
		return fmt.Errorf("dropping the folder of commands: %w", err)
	}
	return nil
}

// can tells the tools what is there for them.
func (a *app) can(s *stack, o openOptions) tools.Can {
	c := tools.Can{Diagnostics: o.diagnostics, Language: o.language, EditorCommands: o.commands, Journal: s.box.journal, Agent: s.agent, Index: s.box.index, Memory: s.box.memory, Trigrams: s.box.trigrams}
	if s.box.temp != "" {
		c.Shell = &tools.Shell{Jobs: s.box.jobs, Temp: s.box.temp, Cache: filepath.Join(a.cacheHome(), "commands"), Self: a.self(), Environ: s.environ, KeyNames: s.catalogue.KeyNames(), Pass: s.settings.Permissions.Environment}
	}
	return c
}

// agent is [ptk.Manager.Agent] of the manager that is made after the tools.
func (s *stack) agent(ctx context.Context, c *tools.Call, task string, names []string) (tools.AgentAnswer, error) {
	return s.manager.Agent(ctx, c, task, names)
}

// self is the path of this program where it can confine commands, else "".
func (a *app) self() string {
	if ok, _ := sandbox.Available(); !ok {
		return ""
	}
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	return path
}

// custom makes the user's own tools beside the built-in ones; those that can't be made are problems.
func (s *stack) custom(builtin []tools.Tool) []tools.Tool {
	taken := map[string]bool{}
	for _, t := range builtin {
		for _, name := range append(t.Spec().Aliases, t.Spec().Name) {
			taken[name] = true
		}
	}
	var made []tools.Tool
	env := tools.Environment{Environ: s.environ, KeyNames: s.catalogue.KeyNames(), Temp: s.box.temp, Neutral: s.neutral.dir}
	for i, c := range s.settings.CustomTools {
		t, err := newCustom(c, env)
		if err == nil && taken[c.Name] {
			err = fmt.Errorf("there is another tool named %q", c.Name)
		}
		if err != nil {
			s.problem(fmt.Sprintf("customTools[%d]", i), err)
			continue
		}
		made, taken[c.Name] = append(made, t), true
	}
	return made
}

func newCustom(c settings.CustomTool, env tools.Environment) (tools.Tool, error) {
	parameters, err := json.Marshal(c.Parameters)
	if err != nil {
		return nil, fmt.Errorf("parameters: %w", err)
	}
	if env.Temp == "" {
		return nil, errors.New("there is no folder for its output")
	}
	confirm := c.RequiresConfirmation == nil || *c.RequiresConfirmation
	return tools.NewCustom(tools.Custom{
		Name: c.Name, Description: c.Description, Parameters: parameters,
		Command: c.Command, Cwd: c.Cwd, Timeout: milliseconds(c.TimeoutMs), Confirm: confirm,
	}, env)
}

// problem tells of something that can't be used, in the place of a setting.
func (s *stack) problem(what string, err error) {
	s.problems = append(s.problems, settings.Problem{Source: what, Message: err.Error()})
}

// rules are the permissions of the settings.
func rules(s settings.Settings) []tools.Rule {
	var list []tools.Rule
	for _, r := range s.Permissions.Rules {
		decision := tools.RuleDecision(r.Decision)
		if decision == "" {
			decision = tools.RuleAsk
		}
		list = append(list, tools.Rule{Tool: r.Tool, Match: r.Match, Decision: decision})
	}
	return list
}
