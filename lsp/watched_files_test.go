package lsp

import (
	"context"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/uri"
)

func TestChangedFiles(t *testing.T) {
	told := make(chan []string, 4)
	open := func(context.Context, Start) (*Session, error) {
		return &Session{Chats: fakeModels(func(context.Context) {}), Changed: func(paths []string) { told <- paths }}, nil
	}
	e := startEditor(t, Options{Open: open})
	e.say("client/registerCapability", nil)
	e.initialize(`{"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true}}}`, "")
	if got := string(e.await("client/registerCapability", 1)); !strings.Contains(got, `"workspace/didChangeWatchedFiles"`) ||
		!strings.Contains(got, `"globPattern":"**/*"`) {
		t.Errorf("asked for %s", got)
	}
	path := t.TempDir() + "/a.go"
	expect := func(want string) {
		t.Helper()
		select {
		case got := <-told:
			if strings.Join(got, " ") != want {
				t.Errorf("told of %q, want %q", got, want)
			}
		case <-time.After(patience):
			t.Errorf("never told of %s", want)
		}
	}
	e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{
		map[string]any{"uri": string(uri.File(path)), "type": 2}, map[string]any{"uri": "untitled:1", "type": 1},
	}})
	expect(path)
	e.open(string(uri.File(path)), "package a\n")
	e.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": string(uri.File(path))}})
	expect(path)
}
