package lsp

import (
	"encoding/json"
	"slices"
	"sync"

	"ptk-lsp/workspace"
)

// config is the configuration that the editor may change while the server runs.
type config struct {
	mu         sync.Mutex // guards folders and settings
	folders    []string
	settings   json.RawMessage
	restricted bool // set by initialize

	changes  inflight   // settings that the editor has sent and that are not applied yet
	applying sync.Mutex // held while a change is applied to the session, so that the latest change is applied last
}

func (c *config) setFolders(folders []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.folders = folders
}

func (c *config) setSettings(settings []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.settings = settings
}

func (c *config) get() (folders []string, settings json.RawMessage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.folders), c.settings
}

func (c *config) start(ed workspace.Editor, cl client) Start {
	folders, settings := c.get()
	return Start{
		Folders: folders, Editor: ed, Settings: settings, Restricted: c.restricted,
		Diagnostics: cl.ptk.Diagnostics, Language: cl.languageTools(), EditorCommands: cl.ptk.RunCommand,
	}
}
