package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"
)

// didSave is textDocument/didSave.
func (s *server) didSave(_ context.Context, p *protocol.DidSaveTextDocumentParams) error {
	if !s.docs.update(p.TextDocument.URI, func(doc *document) { doc.state = saved }) {
		return fmt.Errorf("%s is not open", p.TextDocument.URI)
	}
	s.filesChanged(p.TextDocument.URI)
	return nil
}
