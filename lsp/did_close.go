package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// didClose handles textDocument/didClose.
func (d *documentSync) didClose(_ context.Context, p *protocol.DidCloseTextDocumentParams) error {
	d.docs.mu.Lock()
	defer d.docs.mu.Unlock()
	if doc, ok := d.docs.open[p.TextDocument.URI]; ok {
		d.docs.held -= doc.size
	}
	delete(d.docs.open, p.TextDocument.URI)
	d.docs.signal()
	return nil
}
