package serve

import (
	"context"

	"ptk-lsp/cmd/ptk-lsp/backend"
	"ptk-lsp/ptk"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/offer"
)

// chats are the chats of an editor. Closing them closes the backend.
type chats struct {
	*ptk.Manager
	backend       *backend.Backend
	stopDiscovery func()
	memory        *idleMemory
}

// newChats returns the chats and starts to look for models in the background.
func newChats(ctx context.Context, b *backend.Backend) chats {
	return chats{Manager: b.Manager, backend: b, stopDiscovery: discoverModels(ctx, b), memory: &idleMemory{}}
}

// discoverModels looks for models in the background until stop is called. That outlives the request that opens the session.
func discoverModels(ctx context.Context, b *backend.Backend) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan struct{})
	go func() {
		defer close(done)
		b.Models.Discover(ctx)
	}()
	return func() { cancel(); <-done }
}

// Chat runs a turn and records it.
func (c chats) Chat(ctx context.Context, r chat.Request, emit func(chat.Event)) (*chat.Result, error) {
	defer c.memory.use()()
	return c.backend.Chat(ctx, r, emit)
}

// Tools returns the tools. It starts the MCP servers and waits a little for theirs.
func (c chats) Tools() []offer.Info {
	c.backend.Servers.Ready(context.Background(), nil)
	return c.Manager.Tools()
}

// Close closes the backend.
func (c chats) Close() error {
	c.stopDiscovery()
	c.memory.close()
	return c.backend.Close()
}
