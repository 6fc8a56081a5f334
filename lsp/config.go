package lsp

import (
	"encoding/json"
	"slices"
	"sync"

	"ptk-lsp/workspace"
)

// config is what the editor may change while the server runs.
type config struct {
	mu       sync.Mutex // guards folders and settings
	folders  []string
	settings json.RawMessage
	// restricted is told once, at the start.
	restricted bool

	changes  work       // settings that the editor told of and that do not hold yet
	applying sync.Mutex // held while a change is told to the session, so that the last one told is the last one made
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
		ClientName: cl.name, ClientVersion: cl.version, Diagnostics: cl.ptk.Diagnostics,
		Language: cl.languageTools(), EditorCommands: cl.ptk.RunCommand,
	}
}
