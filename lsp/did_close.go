package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// didClose is textDocument/didClose.
func (s *server) didClose(_ context.Context, p *protocol.DidCloseTextDocumentParams) error {
	s.docs.mu.Lock()
	defer s.docs.mu.Unlock()
	if doc, ok := s.docs.open[p.TextDocument.URI]; ok {
		s.docs.held -= doc.size
	}
	delete(s.docs.open, p.TextDocument.URI)
	s.docs.tell()
	return nil
}
