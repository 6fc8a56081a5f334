package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"

	"ptk-lsp/lsp/text"
)

// didChange is textDocument/didChange, incremental or with the whole text.
func (s *server) didChange(_ context.Context, p *protocol.DidChangeTextDocumentParams) error {
	ok := s.docs.update(p.TextDocument.URI, func(doc *document) {
		for _, c := range p.ContentChanges {
			doc.apply(c, s.docs.encoding)
		}
		doc.version, doc.state = p.TextDocument.Version, edited
	})
	if !ok {
		return fmt.Errorf("%s is not open", p.TextDocument.URI)
	}
	return nil
}

func (doc *document) apply(c protocol.TextDocumentContentChangeEvent, enc text.Encoding) {
	switch c := c.(type) {
	case *protocol.TextDocumentContentChangePartial:
		doc.text.Replace(position(c.Range.Start), position(c.Range.End), c.Text)
	case *protocol.TextDocumentContentChangeWholeDocument:
		doc.text = text.New(c.Text, enc)
	}
}
