package backend

import (
	"cmp"
	"context"
	"os"

	"ptk-lsp/cmd/ptk-lsp/dirs"
	"ptk-lsp/cmd/ptk-lsp/indexes"
	"ptk-lsp/cmd/ptk-lsp/logfile"
	"ptk-lsp/cmd/ptk-lsp/models"
	"ptk-lsp/ptk"
	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/tools"
	"ptk-lsp/tools/mcp"
	"ptk-lsp/workspace"
)

// Open builds a backend from the settings. It sends nothing to a model and starts no MCP server.
func Open(ctx context.Context, o Options) (*Backend, error) {
	d, log := dirs.New(o.Host.Env), cmp.Or(o.Log, logfile.Discard())
	config := LoadConfig(d, o.Folders, o.Model, o.Client)
	trace := newTracer(o.Host, log, o.Trace)
	trace.configure(config)
	ws, environ, err := openWorkspace(o)
	if err != nil {
		return nil, err
	}
	catalogue := models.New(config.Settings, o.Host.Env)
	embeddings := openEmbeddings(config, catalogue)
	x := indexes.New(indexes.Options{
		Folders: paths(ws), Dirs: d, Env: o.Host.Env, Embedder: embeddings.Embedder,
		Progress: o.Client.Progress, Warn: o.Client.Warn, Stderr: o.Host.Stderr,
	})
	in := toolInputs{
		client: o.Client, config: config, dirs: d, workspace: ws, indexes: x,
		permissions: openPermissions(d, o.Folders, config), resources: newResources(d, o.ReadOnly, config),
		environ: environ, keyNames: catalogue.KeyNames(), middleware: []tools.Middleware{trace.Tools, x.Follow},
	}
	var manager *ptk.Manager // created last: it needs the tools, and one of the tools runs agents with it
	in.agent = func(ctx context.Context, c *tools.Call, task string, names []string) (tools.AgentAnswer, error) {
		return manager.Agent(ctx, c, task, names)
	}
	fixed := newTools(in)
	toolManager := newToolManager(in, fixed)
	servers := newServers(config, toolManager, fixed, mcp.Options{
		Environ: os.Environ(), KeyNames: in.keyNames, Folders: func() []string { return paths(ws) },
		Neutral: in.resources.neutral.Path, Version: o.Host.Version, Log: log.Logger,
	})
	manager = ptk.NewManager(ptk.Config{
		Models: trace.Models(catalogue), Tools: toolManager, Workspace: ws, History: history.New(d.History(o.Folders)),
		UserDir: d.Config(), Restricted: o.Client.Restricted, Formatter: notation.Formatter{},
		Journal: in.resources.journal, Permissions: in.permissions, Limits: limits(config.Settings),
		Map: mapOf(ctx, x, config, o), Look: x.Search, Extra: servers, Log: log.Logger,
	})
	manager.SetDisabled(config.Settings.DisabledTools)
	return &Backend{
		Manager: manager, Tools: toolManager, Workspace: ws, Models: catalogue, Servers: servers, Indexes: x, Config: config,
		embeddings: embeddings, trace: trace, permissions: in.permissions, resources: in.resources,
	}, nil
}

// openWorkspace returns the workspace, and the environment of the user's commands.
func openWorkspace(o Options) (ws *workspace.Workspace, environ []string, err error) {
	ws, err = workspace.New(folders(o.Folders), o.Client.editor())
	if err != nil {
		return nil, nil, err
	}
	environ, err = safePath(paths(ws))
	return ws, environ, err
}

// openEmbeddings returns the model of the settings. An error is a problem of the configuration.
func openEmbeddings(c *Config, catalogue *models.Catalogue) *indexes.Embeddings {
	e := &indexes.Embeddings{}
	_, err := setEmbeddings(e, c, catalogue)
	c.report("embeddings", err)
	return e
}

// setEmbeddings applies the settings and reports whether another model is used now. If the model can't be used, none is.
func setEmbeddings(e *indexes.Embeddings, c *Config, catalogue *models.Catalogue) (changed bool, err error) {
	name := c.Settings.Embeddings
	if name == "" {
		return e.Set(nil), nil
	}
	client, err := catalogue.Embeddings(name)
	return e.Set(client), err
}

// mapOf returns the function that draws the map of the workspace.
func mapOf(ctx context.Context, x *indexes.Indexes, c *Config, o Options) func(tokens int) string {
	if limits(c.Settings).MapTokens < 0 {
		return x.Questions.Map
	}
	return x.Map(ctx, o.MapWait)
}

func folders(dirs []string) []workspace.Folder {
	var list []workspace.Folder
	for _, d := range dirs {
		list = append(list, workspace.Folder{Path: d})
	}
	return list
}

func paths(ws *workspace.Workspace) []string {
	var roots []string
	for _, f := range ws.Folders() {
		roots = append(roots, f.Path)
	}
	return roots
}
