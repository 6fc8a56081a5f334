package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"ptk-lsp/lsp"
	"ptk-lsp/ptk/offer"
	"ptk-lsp/test/beds"
	"ptk-lsp/workspace"
)

func TestServersFollowTheEditorsSettings(t *testing.T) {
	script := beds.MCP(t, "server-everything")
	home := t.TempDir()
	env := map[string]string{"HOME": home, "XDG_CONFIG_HOME": home, "XDG_STATE_HOME": home, "XDG_CACHE_HOME": home, "OLLAMA_HOST": "127.0.0.1:1"}
	var errs bytes.Buffer
	a := &app{stderr: &errs, env: func(name string) string { return env[name] }}
	log, err := a.logs("")
	if err != nil {
		t.Fatal(err)
	}
	defer log.close()
	with := json.RawMessage(fmt.Sprintf(`{"mcpServers":{"everything":{"command":"node","args":[%q,"stdio"]}}}`, script))
	session, err := a.session(context.Background(), lsp.Start{Folders: []string{t.TempDir()}, Editor: workspace.Disk{}, Settings: json.RawMessage(`{}`)}, log, "")
	if err != nil {
		t.Fatal(err)
	}
	defer session.Chats.Close()
	has := func() bool {
		return slices.ContainsFunc(session.Chats.Tools(), func(i offer.Info) bool { return i.Name == "everything__echo" && i.Source == "mcp" })
	}
	if has() {
		t.Fatal("a server that nobody named has tools")
	}
	if problems := session.Configure(with); len(problems) > 0 {
		t.Fatal(problems)
	}
	for range 10 { // the list waits five seconds for a server that starts
		if has() {
			break
		}
	}
	if !has() {
		t.Fatal("a server of changed settings has no tools; the log says:\n", errs.String())
	}
	session.Configure(json.RawMessage(`{}`))
	if has() {
		t.Error("a server that was taken out of the settings still has tools")
	}
}
