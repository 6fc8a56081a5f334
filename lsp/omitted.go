package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// skippedMessage deals with a message that was too large to be read: where it may have changed a document, what is known of
// that document holds no longer.
func (d *documentSync) skippedMessage(e *tooLongError) {
	d.peer.log.Warn("a message was passed over", "bytes", e.size, "beginning", string(e.head[:min(len(e.head), 200)]))
	if bytes.Contains(e.head, []byte(`"method"`)) && !bytes.Contains(e.head, []byte(`"textDocument/did`)) {
		return
	}
	u := uriIn(e.head)
	d.docs.leave(u)
	d.reportOmitted(u)
}

// uriIn finds the first uri of a message that begins so; "" where there is none.
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

// tellLeft tells the user, once, that a document is too large.
func (d *documentSync) reportOmitted(u uri.URI) {
	d.peer.log.Warn("a document is left out", "uri", string(u))
	if !d.docs.toTell() {
		return
	}
	name := "A document"
	if u != "" {
		name = string(u)
	}
	d.background.start("telling of a large document", func(ctx context.Context) {
		d.peer.showMessage(ctx, protocol.MessageTypeWarning, fmt.Sprintf(
			"%s is too large for PTK, which keeps %d MiB of a document and %d MiB of all: it can't be read or changed by the model while it is open.", name, maxMessage>>20, maxHeld>>20))
	})
}
