package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/uri"

	"ptk-lsp/lsp/text"
	"ptk-lsp/lsp/wire"
)

// changeParams are those of textDocument/didChange. Large texts are read ten times as fast as with the type of package
// protocol.
type changeParams struct {
	TextDocument struct {
		URI     uri.URI `json:"uri"`
		Version int32   `json:"version"`
	} `json:"textDocument"`
	ContentChanges []contentChange `json:"contentChanges"`
}

// contentChange puts a text in the place of a range, or of everything where there is none.
type contentChange struct {
	Range *wire.Range `json:"range"`
	Text  string      `json:"text"`
}

// put puts texts that were read by themselves in their places.
func (p *changeParams) put(lifted []string) {
	for i := range p.ContentChanges {
		c := &p.ContentChanges[i]
		c.Text = lowered(c.Text, lifted)
	}
}

// didChange is textDocument/didChange.
func (d *documentSync) didChange(_ context.Context, p *changeParams) error {
	kept := true
	ok := d.docs.update(p.TextDocument.URI, func(doc *document) {
		for _, c := range p.ContentChanges {
			doc.apply(c, d.docs.encoding)
		}
		doc.version, doc.state = p.TextDocument.Version, edited
		kept = doc.left || d.docs.measure(doc)
	})
	if !ok {
		return fmt.Errorf("%s is not open", p.TextDocument.URI)
	}
	if !kept {
		d.reportOmitted(p.TextDocument.URI)
	}
	return nil
}

func (doc *document) apply(c contentChange, enc text.Encoding) {
	if c.Range == nil {
		doc.text, doc.left = text.New(c.Text, enc), false
		return
	}
	if doc.left {
		return
	}
	doc.text.Replace(position(c.Range.Start), position(c.Range.End), c.Text)
}
