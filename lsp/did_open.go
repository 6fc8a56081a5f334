package lsp

import (
	"context"

	"go.lsp.dev/uri"

	"ptk-lsp/lsp/text"
)

// openParams are the params of textDocument/didOpen.
type openParams struct {
	TextDocument struct {
		URI     uri.URI `json:"uri"`
		Version int32   `json:"version"`
		Text    string  `json:"text"`
	} `json:"textDocument"`
}

// put inserts a text that was decoded separately.
func (p *openParams) put(lifted []string) { p.TextDocument.Text = lowered(p.TextDocument.Text, lifted) }

// didOpen handles textDocument/didOpen.
func (d *documentSync) didOpen(_ context.Context, p *openParams) error {
	t := p.TextDocument
	doc := &document{uri: t.URI, version: t.Version, text: text.New(t.Text, d.docs.encoding)}
	if !d.docs.put(doc) {
		d.reportOmitted(t.URI)
	}
	return nil
}

// put adds a document. It reports whether its text is stored: not if it is too large or there are too many.
func (d *documents) put(doc *document) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if had, ok := d.open[doc.uri]; ok {
		d.held -= had.size
	} else if len(d.open) >= maxDocuments {
		return false
	}
	d.open[doc.uri] = doc
	stored := d.measure(doc)
	d.signal()
	return stored
}
