package lsp

import (
	"log/slog"
	"slices"

	"github.com/go-json-experiment/json"
	"go.lsp.dev/protocol"

	"ptk-lsp/lsp/text"
	"ptk-lsp/lsp/wire"
)

// client is what the editor supports, from the params of initialize.
type client struct {
	encoding text.Encoding
	ptk      wire.ClientCapabilities
	// capabilities of LSP
	applyEdit, documentChanges           bool
	workDone                             bool // supports progress that the server begins
	showDocument                         bool
	configuration, registerConfiguration bool
	watchFiles                           bool // can be asked to report changed files
}

func newClient(p *protocol.InitializeParams, log *slog.Logger) client {
	c := client{encoding: chosenEncoding(p.Capabilities.General)}
	if w := p.Capabilities.Workspace; w != nil {
		c.applyEdit = isTrue(w.ApplyEdit)
		c.documentChanges = w.WorkspaceEdit != nil && isTrue(w.WorkspaceEdit.DocumentChanges)
		c.configuration = isTrue(w.Configuration)
		c.watchFiles = w.DidChangeWatchedFiles != nil && isTrue(w.DidChangeWatchedFiles.DynamicRegistration)
		c.registerConfiguration = w.DidChangeConfiguration != nil && isTrue(w.DidChangeConfiguration.DynamicRegistration)
	}
	if w := p.Capabilities.Window; w != nil {
		c.workDone = isTrue(w.WorkDoneProgress)
		c.showDocument = w.ShowDocument != nil && w.ShowDocument.Support
	}
	var experimental struct {
		PTK wire.ClientCapabilities `json:"ptk"`
	}
	if raw := p.Capabilities.Experimental; len(raw) > 0 {
		if err := json.Unmarshal(raw, &experimental); err != nil {
			log.Warn("can't read capabilities.experimental.ptk; none of it is used", "error", err)
			return c
		}
	}
	c.ptk = experimental.PTK
	return c
}

// chosenEncoding returns the first encoding of the editor that the server supports. Every editor supports UTF-16.
func chosenEncoding(g *protocol.GeneralClientCapabilities) text.Encoding {
	if g == nil {
		return text.UTF16
	}
	known := []protocol.PositionEncodingKind{protocol.PositionEncodingKindUTF8, protocol.PositionEncodingKindUTF16}
	i := slices.IndexFunc(g.PositionEncodings, func(k protocol.PositionEncodingKind) bool { return slices.Contains(known, k) })
	if i >= 0 && g.PositionEncodings[i] == protocol.PositionEncodingKindUTF8 {
		return text.UTF8
	}
	return text.UTF16
}

func encodingName(e text.Encoding) protocol.PositionEncodingKind {
	if e == text.UTF8 {
		return protocol.PositionEncodingKindUTF8
	}
	return protocol.PositionEncodingKindUTF16
}

func isTrue(b *bool) bool { return b != nil && *b }
