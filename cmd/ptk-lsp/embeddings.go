package main

import (
	"sync"

	"ptk-lsp/cmd/ptk-lsp/models"
	"ptk-lsp/llm/embed"
	"ptk-lsp/workspace/index"
)

// embeddings is the model that makes vectors of the user's files, where the settings name one. Without it nothing is sent
// anywhere.
type embeddings struct {
	mu     sync.Mutex // guards what follows
	client *embed.Client
}

// set takes over the setting; what can't be asked is an error, and then nothing is. It tells whether another is asked now.
func (e *embeddings) set(s *stack) (changed bool, err error) {
	var next *embed.Client
	if name := s.settings.Embeddings; name != "" {
		next, err = s.catalogue.Embeddings(name)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	changed = (next == nil) != (e.client == nil) || next != nil && next.Name() != e.client.Name()
	if e.client != nil {
		e.client.Close()
	}
	e.client = next
	return changed, err
}

// embedder is what an index asks; the zero one where the settings name none.
func (e *embeddings) embedder() index.Embedder {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.client == nil {
		return index.Embedder{}
	}
	c := e.client
	return index.Embedder{Name: c.Name(), Documents: c.Documents, Query: c.Query}
}

// close closes the connections that are kept open.
func (e *embeddings) close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.client != nil {
		e.client.Close()
	}
}

// embeddingsFinding tells what of the user's files leaves the machine to be found by meaning.
func (s *stack) embeddingsFinding() finding {
	f := finding{Area: "index", Name: "embeddings", OK: true}
	e := s.box.embeddings.embedder()
	switch {
	case e.Name != "":
		f.Says = "pieces of all indexed files, and the questions, are sent to " + e.Name
	case s.settings.Embeddings != "":
		f.OK, f.Says, f.Do = false, s.settings.Embeddings+" can't be asked; searches use words alone", "See the settings' problems above."
	default:
		f.Says = "none: nothing is sent anywhere"
	}
	return f
}

// embeddingsOf is the model of the settings for a folder for which no stack is open. It must be closed.
func (a *app) embeddingsOf(root string) (*embeddings, error) {
	s := &stack{layers: a.layers(openOptions{dirs: []string{root}})}
	s.settings, s.problems = s.layers.Resolve()
	s.catalogue = models.New(s.settings, a.env)
	e := &embeddings{}
	_, err := e.set(s)
	return e, err
}
