package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/uri"

	"ptk-lsp/lsp/text"
	"ptk-lsp/lsp/wire"
)

// changeParams are the params of textDocument/didChange. Large texts are decoded ten times as fast as with the type of package
// protocol.
type changeParams struct {
	TextDocument struct {
		URI     uri.URI `json:"uri"`
		Version int32   `json:"version"`
	} `json:"textDocument"`
	ContentChanges []contentChange `json:"contentChanges"`
}

// contentChange replaces a range, or the whole document if there is none.
type contentChange struct {
	Range *wire.Range `json:"range"`
	Text  string      `json:"text"`
}

// put inserts the texts that were decoded separately.
func (p *changeParams) put(lifted []string) {
	for i := range p.ContentChanges {
		c := &p.ContentChanges[i]
		c.Text = lowered(c.Text, lifted)
	}
}

// didChange handles textDocument/didChange.
func (d *documentSync) didChange(_ context.Context, p *changeParams) error {
	stored := true
	ok := d.docs.update(p.TextDocument.URI, func(doc *document) {
		for _, c := range p.ContentChanges {
			doc.apply(c, d.docs.encoding)
		}
		doc.version, doc.state = p.TextDocument.Version, edited
		stored = doc.omitted || d.docs.measure(doc)
	})
	if !ok {
		return fmt.Errorf("%s is not open", p.TextDocument.URI)
	}
	if !stored {
		d.reportOmitted(p.TextDocument.URI)
	}
	return nil
}

func (doc *document) apply(c contentChange, enc text.Encoding) {
	if c.Range == nil {
		doc.text, doc.omitted = text.New(c.Text, enc), false
		return
	}
	if doc.omitted {
		return
	}
	doc.text.Replace(position(c.Range.Start), position(c.Range.End), c.Text)
}
