package backend

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"

	"ptk-lsp/cmd/ptk-lsp/dirs"
	"ptk-lsp/cmd/ptk-lsp/indexes"
	"ptk-lsp/cmd/ptk-lsp/settings"
	"ptk-lsp/tools"
	"ptk-lsp/tools/mcp"
	"ptk-lsp/tools/sandbox"
	"ptk-lsp/workspace"
)

// shell returns what commands run with, or nil if they can't run.
func shell(in toolInputs) *tools.Shell {
	if in.resources.temp == "" {
		return nil
	}
	return &tools.Shell{
		Jobs: in.resources.jobs, Temp: in.resources.temp, Cache: filepath.Join(in.dirs.Cache(), "commands"), Self: SandboxProgram(),
		Environ: in.environ, KeyNames: in.keyNames, Pass: in.config.Settings.Permissions.Environment,
	}
}

// SandboxProgram returns the path of this program if it can confine commands, else "".
func SandboxProgram() string {
	if ok, _ := sandbox.Available(); !ok {
		return ""
	}
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	return path
}

// customTools returns the user's own tools. Those that can't be used are problems of the configuration.
func customTools(c *Config, builtin []tools.Tool, env tools.Environment) []tools.Tool {
	taken := map[string]bool{}
	for _, t := range builtin {
		for _, name := range append(t.Spec().Aliases, t.Spec().Name) {
			taken[name] = true
		}
	}
	var custom []tools.Tool
	for i, s := range c.Settings.CustomTools {
		t, err := newCustom(s, env)
		if err == nil && taken[s.Name] {
			err = fmt.Errorf("there is another tool named %q", s.Name)
		}
		if err != nil {
			c.report(fmt.Sprintf("customTools[%d]", i), err)
			continue
		}
		custom, taken[s.Name] = append(custom, t), true
	}
	return custom
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

// toolInputs are the inputs of [newTools].
type toolInputs struct {
	client      Client
	config      *Config
	dirs        dirs.Dirs
	workspace   *workspace.Workspace
	indexes     *indexes.Indexes
	resources   *resources
	permissions *tools.Permissions
	environ     []string // of the user's commands
	keyNames    []string // environment variables that hold keys of providers
	middleware  []tools.Middleware
	agent       func(context.Context, *tools.Call, string, []string) (tools.AgentAnswer, error)
}

// newTools returns the built-in tools and the user's own.
func newTools(in toolInputs) []tools.Tool {
	builtin := tools.Builtin(tools.Can{
		Diagnostics: in.client.Diagnostics, Language: in.client.Language, EditorCommands: in.client.Commands,
		Journal: in.resources.journal, Agent: in.agent,
		Index: in.indexes.Questions, Memory: in.indexes.Memory, Trigrams: in.indexes.Searches,
		Shell: shell(in),
	})
	env := tools.Environment{
		Environ: in.environ, KeyNames: in.keyNames, Temp: in.resources.temp, Neutral: in.resources.neutral.Path,
	}
	return append(builtin, customTools(in.config, builtin, env)...)
}

// newToolManager returns the manager of the tools.
func newToolManager(in toolInputs, fixed []tools.Tool) *tools.Manager {
	timeout := milliseconds(in.config.Settings.Chat.ToolTimeoutMs)
	o := tools.Options{Timeout: timeout, Permissions: in.permissions, Middleware: in.middleware}
	return tools.NewManager(fixed, in.workspace, o)
}

// newServers returns the MCP servers of the settings; none is started yet. Their tools are offered beside the fixed ones.
func newServers(c *Config, manager *tools.Manager, fixed []tools.Tool, o mcp.Options) *mcp.Servers {
	var servers *mcp.Servers
	o.Changed = func() { offer(manager, fixed, servers.Tools(), o.Log) }
	servers = mcp.New(o)
	servers.Set(serverConfigs(c.Settings))
	return servers
}

// offer makes the fixed tools and those of MCP servers callable.
func offer(manager *tools.Manager, fixed, served []tools.Tool, log *slog.Logger) {
	for _, err := range manager.SetTools(append(slices.Clone(fixed), served...)) {
		log.Warn("a tool of an MCP server is left out", "error", err)
	}
}
