package lsp

import (
	"context"

	"go.lsp.dev/uri"

	"ptk-lsp/lsp/text"
)

// openParams are those of textDocument/didOpen.
type openParams struct {
	TextDocument struct {
		URI     uri.URI `json:"uri"`
		Version int32   `json:"version"`
		Text    string  `json:"text"`
	} `json:"textDocument"`
}

// put puts a text that was read by itself in its place.
func (p *openParams) put(lifted []string) { p.TextDocument.Text = lowered(p.TextDocument.Text, lifted) }

// didOpen is textDocument/didOpen.
func (s *server) didOpen(_ context.Context, p *openParams) error {
	d, t := s.docs, p.TextDocument
	doc := &document{uri: t.URI, version: t.Version, text: text.New(t.Text, d.encoding)}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open[t.URI] = doc
	d.tell()
	return nil
}
