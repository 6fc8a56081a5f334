// Package backend assembles the chat backend of a workspace from the settings: models, workspace, indexes, tools, MCP servers,
// tracing and the chat manager. Start at [Open].
package backend

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"ptk-lsp/cmd/ptk-lsp/dirs"
	"ptk-lsp/cmd/ptk-lsp/indexes"
	"ptk-lsp/cmd/ptk-lsp/models"
	"ptk-lsp/cmd/ptk-lsp/settings"
	"ptk-lsp/ptk"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/tools"
	"ptk-lsp/tools/mcp"
	"ptk-lsp/workspace"
)

// Backend is everything that the chats of a workspace need. [Open] returns it complete; it must be closed.
type Backend struct {
	Manager   *ptk.Manager
	Tools     *tools.Manager
	Workspace *workspace.Workspace
	Models    *models.Catalogue
	Servers   *mcp.Servers
	Indexes   *indexes.Indexes
	Config    *Config

	embeddings  *indexes.Embeddings
	trace       *tracer
	permissions *tools.Permissions
	resources   *resources
}

// Chat runs a turn and records it.
func (b *Backend) Chat(ctx context.Context, r chat.Request, emit func(chat.Event)) (*chat.Result, error) {
	return b.trace.Chat(ctx, r, emit, b.Manager.Chat)
}

// Configure applies changed settings of the editor to the turns to come, and returns the problems of all settings.
func (b *Backend) Configure(raw json.RawMessage) []settings.Problem {
	b.Config.setEditor(raw)
	b.trace.configure(b.Config)
	s := b.Config.Settings
	b.Models.Configure(s)
	changed, err := setEmbeddings(b.embeddings, b.Config, b.Models)
	b.Config.report("embeddings", err)
	if changed {
		b.Indexes.Questions.Reopen()
	}
	b.Manager.SetLimits(limits(s))
	b.Manager.SetDisabled(s.DisabledTools)
	b.permissions.SetSettings(rules(s))
	b.Servers.Set(serverConfigs(s))
	return b.Config.Problems
}

// SetFolders replaces the workspace's folders.
func (b *Backend) SetFolders(list []string) error {
	err := b.Workspace.SetFolders(folders(list))
	if _, pathErr := safePath(paths(b.Workspace)); pathErr != nil {
		err = errors.Join(err, pathErr)
	}
	b.Indexes.SetFolders(paths(b.Workspace))
	b.Servers.FoldersChanged()
	return err
}

// Folders returns the paths of the workspace's folders.
func (b *Backend) Folders() []string { return paths(b.Workspace) }

// TrimJournal removes old entries of the undo journal in the background and calls failed if that fails.
func (b *Backend) TrimJournal(failed func(error)) { b.resources.trim(failed) }

// Embedder returns the name of the model that computes vectors of the user's files, or "" if there is none.
func (b *Backend) Embedder() string { return b.embeddings.Embedder().Name }

// NeutralDir returns the folder in which other programs are started.
func (b *Backend) NeutralDir() (string, error) { return b.resources.neutral.Path() }

// serversTimeout is how long a command waits for MCP servers.
const serversTimeout = 65 * time.Second

// AwaitServers starts the MCP servers and waits until each is ready or has failed.
func (b *Backend) AwaitServers(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, serversTimeout)
	defer cancel()
	b.Servers.Start()
	b.Servers.Wait(ctx)
}

// Close releases everything. Parts that wait for other processes are closed at the same time.
func (b *Backend) Close() error {
	b.Servers.End() // before the workspace is closed, so that no server is started that does not know its folders
	traced := make(chan struct{})
	go func() {
		defer close(traced)
		b.trace.Close()
	}()
	err := b.Manager.Close()
	served := make(chan struct{})
	go func() {
		defer close(served)
		b.Servers.Close()
	}()
	b.resources.jobs.Close()
	b.Indexes.Close()
	b.embeddings.Close()
	<-served
	err = errors.Join(err, b.resources.close())
	<-traced
	return err
}

// EmbeddingsOf returns the embeddings model that the settings name for a folder. It must be closed.
func EmbeddingsOf(d dirs.Dirs, env func(string) string, root string) (*indexes.Embeddings, error) {
	config := LoadConfig(d, []string{root}, "", Client{})
	e := &indexes.Embeddings{}
	_, err := setEmbeddings(e, config, models.New(config.Settings, env))
	return e, err
}
