package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.lsp.dev/jsonrpc2"

	"ptk-lsp/lsp/wire"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/offer"
)

// fakeChats supports only the list of models, which takes as long as the function runs.
type fakeChats struct {
	Chats  // nil: no other method is called
	models func(ctx context.Context)
}

func fakeModels(f func(ctx context.Context)) fakeChats { return fakeChats{models: f} }

func (f fakeChats) open(context.Context, Start) (*Session, error) { return &Session{Chats: f}, nil }

func (f fakeChats) Models(ctx context.Context) ([]chat.ModelInfo, string) {
	f.models(ctx)
	return nil, ""
}

func (fakeChats) Tools() []offer.Info { return nil }

func (fakeChats) Close() error { return nil }

func (fakeChats) Chat(context.Context, chat.Request, func(chat.Event)) (*chat.Result, error) {
	return nil, chat.ErrBadRequest
}

// The session is opened with what the editor said of itself, once, and only after initialize was answered.
func TestOpen(t *testing.T) {
	opened := make(chan Start, 2)
	release := make(chan struct{})
	open := func(_ context.Context, s Start) (*Session, error) {
		<-release
		opened <- s
		return &Session{Chats: fakeModels(func(context.Context) {}), Problems: []Problem{{"config.toml:3:1", "no"}}}, nil
	}
	e := startEditor(t, Options{Open: open, Version: "v1"})
	dir := t.TempDir()
	params := fmt.Sprintf(`{"processId":null,"rootUri":"file:///old","capabilities":{"experimental":{"ptk":{
		"diagnostics":true,"forward":["textDocument/hover","x/y"],"runCommand":true}}},
		"workspaceFolders":[{"uri":"file://%s","name":"w"},{"uri":"vscode-remote://x/y","name":"r"}],
		"clientInfo":{"name":"fake","version":"2"},"initializationOptions":{"settings":{"model":"a/b"},"trusted":false}}`, dir)
	var result struct {
		Capabilities struct {
			Experimental struct{ PTK wire.ServerCapabilities }
		}
		ServerInfo struct{ Name, Version string }
	}
	e.must("initialize", jsonrpc2.RawMessage(params), &result)
	if got := result.Capabilities.Experimental.PTK.Version; got != 1 || result.ServerInfo.Version != "v1" {
		t.Errorf("the answer to initialize is %+v", result)
	}
	e.notify("initialized", jsonrpc2.RawMessage("{}"))
	close(release)
	e.must(wire.MethodTools, nil, nil)
	s := <-opened
	s.Editor, s.Watch, s.Warn = nil, nil, nil
	want := Start{
		Folders: []string{dir}, Settings: json.RawMessage(`{"model":"a/b"}`), Restricted: true, Diagnostics: true,
		Language: []string{"hover"}, EditorCommands: true,
	}
	if diff := cmp.Diff(want, s); diff != "" {
		t.Errorf("opened with (-want +got):\n%s", diff)
	}
	if len(opened) != 0 {
		t.Error("opened twice")
	}
	if got := string(e.await("window/showMessage", 1)); !strings.Contains(got, "config.toml:3:1: no") {
		t.Errorf("the problem is shown as %s", got)
	}
}

func TestOpenIsTriedAgain(t *testing.T) {
	tries := 0
	open := func(context.Context, Start) (*Session, error) {
		if tries++; tries == 1 {
			return nil, fmt.Errorf("the folder is gone")
		}
		return &Session{Chats: fakeModels(func(context.Context) {})}, nil
	}
	e := startEditor(t, Options{Open: open})
	e.initialize("{}", "")
	if got := string(e.await("window/showMessage", 1)); !strings.Contains(got, "the folder is gone") {
		t.Errorf("shown: %s", got)
	}
	e.must(wire.MethodTools, nil, nil)
}
