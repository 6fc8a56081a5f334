package lsp

import (
	"context"
	"encoding/json"
	"testing"

	"go.lsp.dev/jsonrpc2"

	"ptk-lsp/lsp/wire"
)

// A request right after a change of the settings is handled with the changed settings, however long it takes to apply them.
func TestCallsWaitForToldSettings(t *testing.T) {
	configured := make(chan struct{})
	asked := make(chan struct{})
	chats := fakeModels(func(context.Context) {
		select {
		case <-configured:
		default:
			t.Error("the models were asked for before the settings were changed")
		}
	})
	open := func(context.Context, Start) (*Session, error) {
		return &Session{Chats: chats, Configure: func(json.RawMessage) []Problem { close(configured); return nil }}, nil
	}
	e := startEditor(t, Options{Open: open})
	e.answer("workspace/configuration", func(context.Context, json.RawMessage) (any, error) {
		<-asked
		return []any{map[string]any{"model": "new"}}, nil
	})
	e.initialize(`{"workspace":{"configuration":true}}`, "")
	e.notify("workspace/didChangeConfiguration", jsonrpc2.RawMessage(`{"settings":{"ptk":{"model":"new"}}}`))
	done := make(chan error, 1)
	go func() {
		_, err := e.conn.Call(context.Background(), wire.MethodModels, nil, nil)
		done <- err
	}()
	e.await("workspace/configuration", 1)
	e.sync()
	close(asked)
	if err := <-done; err != nil {
		t.Error(err)
	}
}
