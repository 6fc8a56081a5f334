package lsp

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/lsp/wire"
)

// noted is an Upkeep that notes what is asked of it.
type noted struct{ restarted, rebuilt int }

func (n *noted) Servers() []wire.MCPServer {
	return []wire.MCPServer{{
		Name: "files", Transport: "stdio", Target: "npx", State: wire.MCPFailed, Error: "it ended", Suggestion: "install it",
		Output: []string{"no"},
	}}
}

func (n *noted) RestartServer(name string) bool { n.restarted++; return name == "files" }

func (n *noted) Indexes() []wire.IndexedFolder {
	return []wire.IndexedFolder{{URI: "file:///w", Ready: true, Files: 2, Pieces: 3, Bytes: 4}}
}

func (n *noted) RebuildIndexes() error {
	if n.rebuilt++; n.rebuilt > 1 {
		return errors.New("another process builds it")
	}
	return nil
}

func TestUpkeep(t *testing.T) {
	b := newBench(t, `{}`, nil, llmtest.Say("done"))
	n := &noted{}
	session, err := b.server.sessions.get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	session.Upkeep = n
	var servers wire.MCPServersResult
	b.must(wire.MethodMCPServers, nil, &servers)
	if d := cmp.Diff(n.Servers(), servers.Servers); d != "" {
		t.Error(d)
	}
	b.must(wire.MethodRestartMCPServer, wire.MCPServerParams{Name: "files"}, nil)
	for _, name := range []string{"", "other"} {
		if _, err := b.call(wire.MethodRestartMCPServer, wire.MCPServerParams{Name: name}); err == nil {
			t.Errorf("restarting %q", name)
		}
	}
	var indexed wire.IndexResult
	b.must(wire.MethodIndex, nil, &indexed)
	if d := cmp.Diff(n.Indexes(), indexed.Folders); d != "" {
		t.Error(d)
	}
	b.must(wire.MethodRebuildIndex, nil, nil)
	if _, err := b.call(wire.MethodRebuildIndex, nil); codeOf(err) != codeRequestFailed {
		t.Errorf("rebuilding what can't be: %v", err)
	}
	b.chat(`{"message":"hello"}`)
	var usage wire.UsageResult
	b.must(wire.MethodUsage, nil, &usage)
	if len(usage.Rows) != 1 || usage.Rows[0].Turns != 1 || usage.Rows[0].Title != "hello" {
		t.Errorf("%+v", usage)
	}
}
