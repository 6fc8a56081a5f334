package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"ptk-lsp/lsp/text"
)

// didOpen is textDocument/didOpen.
func (s *server) didOpen(_ context.Context, p *protocol.DidOpenTextDocumentParams) error {
	d, t := s.docs, p.TextDocument
	doc := &document{uri: t.URI, language: string(t.LanguageID), version: t.Version, text: text.New(t.Text, d.encoding)}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open[t.URI] = doc
	d.tell()
	return nil
}
