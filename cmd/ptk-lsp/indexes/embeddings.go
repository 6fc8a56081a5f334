package indexes

import (
	"sync"

	"ptk-lsp/llm/embed"
	"ptk-lsp/workspace/index"
)

// Embeddings is the model that computes vectors of the user's files, if the settings name one. Without it no file is sent
// anywhere. The zero value is ready to use.
type Embeddings struct {
	mu     sync.Mutex // guards client
	client *embed.Client
}

// Set replaces the client, which may be nil, and reports whether its model is another one.
func (e *Embeddings) Set(next *embed.Client) (changed bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	changed = (next == nil) != (e.client == nil) || next != nil && next.Name() != e.client.Name()
	if e.client != nil {
		e.client.Close()
	}
	e.client = next
	return changed
}

// Embedder returns what an index uses, or the zero value if the settings name no model.
func (e *Embeddings) Embedder() index.Embedder {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.client == nil {
		return index.Embedder{}
	}
	c := e.client
	return index.Embedder{Name: c.Name(), Documents: c.Documents, Query: c.Query}
}

// Close closes idle connections.
func (e *Embeddings) Close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.client != nil {
		e.client.Close()
	}
}
