package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"
)

// didSave handles textDocument/didSave.
func (d *documentSync) didSave(_ context.Context, p *protocol.DidSaveTextDocumentParams) error {
	if !d.docs.update(p.TextDocument.URI, func(doc *document) { doc.state = saved }) {
		return fmt.Errorf("%s is not open", p.TextDocument.URI)
	}
	d.sessions.filesChanged(p.TextDocument.URI)
	return nil
}
