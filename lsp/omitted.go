package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// skippedMessage handles a message that was too large to be read. If it may have changed a document, the text of that document
// is no longer known.
func (d *documentSync) skippedMessage(e *tooLongError) {
	d.peer.log.Warn("skipped a message that is too large", "bytes", e.size, "beginning", string(e.head[:min(len(e.head), 200)]))
	if bytes.Contains(e.head, []byte(`"method"`)) && !bytes.Contains(e.head, []byte(`"textDocument/did`)) {
		return
	}
	u := uriIn(e.head)
	d.docs.omit(u)
	d.reportOmitted(u)
}

// uriIn returns the first uri in the beginning of a message, or "" if there is none.
func uriIn(head []byte) uri.URI {
	_, rest, ok := bytes.Cut(head, []byte(`"uri"`))
	rest, colon := bytes.CutPrefix(bytes.TrimLeft(rest, " \t\r\n"), []byte(":"))
	if !ok || !colon {
		return ""
	}
	var name string
	if json.NewDecoder(bytes.NewReader(rest)).Decode(&name) != nil {
		return ""
	}
	u, err := uri.Parse(name)
	if err != nil {
		return ""
	}
	return u
}

// reportOmitted shows the user, once, that a document is too large.
func (d *documentSync) reportOmitted(u uri.URI) {
	d.peer.log.Warn("a document is too large", "uri", string(u))
	if !d.docs.firstOmission() {
		return
	}
	name := "A document"
	if u != "" {
		name = string(u)
	}
	d.background.start("reporting a large document", func(ctx context.Context) {
		d.peer.showMessage(ctx, protocol.MessageTypeWarning, fmt.Sprintf(
			"%s is too large for PTK (at most %d MiB, and %d MiB for all open documents): the model can't read or change it while it is open.",
			name, maxMessage>>20, maxHeld>>20))
	})
}
