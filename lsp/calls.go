package lsp

import (
	"context"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// calls are the running requests, so that they can be cancelled.
type calls struct {
	mu      sync.Mutex // guards running
	running map[jsonrpc2.ID]context.CancelFunc
}

func newCalls() *calls { return &calls{running: map[jsonrpc2.ID]context.CancelFunc{}} }

// count returns how many requests are running.
func (c *calls) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.running)
}

// begin returns a context for the request that cancel cancels. The request calls done at its end.
func (c *calls) begin(ctx context.Context, id jsonrpc2.ID) (_ context.Context, done func()) {
	ctx, cancel := context.WithCancel(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running[id] = cancel
	return ctx, func() {
		cancel()
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.running, id)
	}
}

func (c *calls) cancel(id jsonrpc2.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cancel, ok := c.running[id]; ok {
		cancel()
	}
}

// cancelAll cancels all running requests.
func (c *calls) cancelAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, cancel := range c.running {
		cancel()
	}
}

// cancelRequest handles $/cancelRequest: the request ends with error -32800 as soon as it has cleaned up.
func (c *calls) cancelRequest(_ context.Context, p *protocol.CancelParams) error {
	switch id := p.ID.(type) {
	case protocol.Integer:
		c.cancel(jsonrpc2.NewNumberID(int64(id)))
	case protocol.String:
		c.cancel(jsonrpc2.NewStringID(string(id)))
	}
	return nil
}
