package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"ptk-lsp/cmd/ptk-lsp/cli"
	"ptk-lsp/cmd/ptk-lsp/dirs"
	"ptk-lsp/cmd/ptk-lsp/logfile"
	"ptk-lsp/lsp"
	"ptk-lsp/lsp/wire"
	"ptk-lsp/ptk/offer"
	"ptk-lsp/test/beds"
	"ptk-lsp/workspace"
)

func TestServersFollowTheEditorsSettings(t *testing.T) {
	script := beds.MCP(t, "server-everything")
	home := t.TempDir()
	env := map[string]string{
		"HOME": home, "XDG_CONFIG_HOME": home, "XDG_STATE_HOME": home, "XDG_CACHE_HOME": home, "OLLAMA_HOST": "127.0.0.1:1",
	}
	var errs bytes.Buffer
	p := &cli.Process{Stderr: &errs, Env: func(name string) string { return env[name] }}
	log, err := logfile.Open(dirs.New(p.Env).Log(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	with := json.RawMessage(fmt.Sprintf(`{"mcpServers":{"everything":{"command":"node","args":[%q,"stdio"]}}}`, script))
	start := lsp.Start{Folders: []string{t.TempDir()}, Editor: workspace.Disk{}, Settings: json.RawMessage(`{}`)}
	session, err := openSession(context.Background(), p, start, log, "")
	if err != nil {
		t.Fatal(err)
	}
	defer session.Chats.Close()
	has := func() bool {
		return slices.ContainsFunc(session.Chats.Tools(), func(i offer.Info) bool { return i.Name == "everything__echo" && i.Source == "mcp" })
	}
	if has() {
		t.Fatal("a server that the settings do not name has tools")
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
	if all := session.Upkeep.Servers(); len(all) != 1 || all[0].State != wire.MCPRunning || all[0].Tools == 0 || all[0].Target != "node" {
		t.Errorf("the server is shown as %+v", all)
	}
	if !session.Upkeep.RestartServer("everything") || session.Upkeep.RestartServer("other") {
		t.Error("the wrong server was restarted")
	}
	if all := session.Upkeep.Indexes(); len(all) != 1 || all[0].URI != wire.PathURI(start.Folders[0]) {
		t.Errorf("the index is shown as %+v", all)
	}
	session.Configure(json.RawMessage(`{}`))
	if has() {
		t.Error("a server that was removed from the settings still has tools")
	}
}
