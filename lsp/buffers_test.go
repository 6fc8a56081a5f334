package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf16"

	"go.lsp.dev/protocol"

	"ptk-lsp/lsp/wire"
)

// buffers are the documents of a fake editor: it applies edits in its own way, reports the changes, and saves.
type buffers struct {
	e  *bench
	mu sync.Mutex // guards what follows
	by map[string]*buffer
	// applied are the edits as they came.
	applied []protocol.WorkspaceEdit
}

type buffer struct {
	text    string
	version int
	dirty   bool
	saves   int
}

// newBuffers has the editor answer workspace/applyEdit and ptk/save.
func newBuffers(e *bench) *buffers {
	b := &buffers{e: e, by: map[string]*buffer{}}
	e.answer("workspace/applyEdit", b.applyEdit)
	e.answer(wire.MethodSave, b.save)
	return b
}

func (b *buffers) open(name, text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	uri := b.e.uri(name)
	b.by[uri] = &buffer{text: text, version: 1}
	b.e.open(uri, text)
}

// edit is the user typing.
func (b *buffers) edit(name, text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.change(b.e.uri(name), text)
}

func (b *buffers) change(uri, text string) {
	buf := b.by[uri]
	buf.text, buf.dirty = text, true
	buf.version++
	b.e.change(uri, buf.version, text)
}

func (b *buffers) get(name string) buffer {
	b.mu.Lock()
	defer b.mu.Unlock()
	return *b.by[b.e.uri(name)]
}

func (b *buffers) applyEdit(_ context.Context, params json.RawMessage) (any, error) {
	var p protocol.ApplyWorkspaceEditParams
	if err := protocol.Unmarshal(params, &p); err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.applied = append(b.applied, p.Edit)
	for u, edits := range p.Edit.Changes {
		b.change(string(u), edited16(b.by[string(u)].text, edits))
	}
	for _, c := range p.Edit.DocumentChanges {
		d := c.(*protocol.TextDocumentEdit)
		u := string(d.TextDocument.URI)
		if buf := b.by[u]; buf == nil || d.TextDocument.Version == nil || int(*d.TextDocument.Version) != buf.version {
			why := "the version is another"
			return &protocol.ApplyWorkspaceEditResult{FailureReason: &why}, nil
		}
		var edits []protocol.TextEdit
		for _, e := range d.Edits {
			edits = append(edits, *e.(*protocol.TextEdit))
		}
		b.change(u, edited16(b.by[u].text, edits))
	}
	return &protocol.ApplyWorkspaceEditResult{Applied: true}, nil
}

func (b *buffers) save(_ context.Context, params json.RawMessage) (any, error) {
	var p wire.SaveParams
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, u := range p.URIs {
		buf := b.by[u]
		if err := b.e.write(u, buf.text); err != nil {
			return nil, err
		}
		buf.dirty = false
		buf.saves++
		b.e.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": u}})
	}
	return wire.SaveResult{Saved: p.URIs}, nil
}

// edited16 applies edits that count in UTF-16, the last one first.
func edited16(text string, edits []protocol.TextEdit) string {
	slices.SortFunc(edits, func(x, y protocol.TextEdit) int {
		return cmp.Or(cmp.Compare(y.Range.Start.Line, x.Range.Start.Line), cmp.Compare(y.Range.Start.Character, x.Range.Start.Character))
	})
	units := utf16.Encode([]rune(text))
	for _, e := range edits {
		i, j := unit(units, e.Range.Start), unit(units, e.Range.End)
		units = slices.Concat(units[:i], utf16.Encode([]rune(e.NewText)), units[j:])
	}
	return string(utf16.Decode(units))
}

func unit(units []uint16, p protocol.Position) int {
	at := 0
	for line := uint32(0); line < p.Line; line++ {
		end := slices.Index(units[at:], '\n')
		if end < 0 {
			panic(fmt.Sprintf("no line %d in %q", p.Line, strings.ToValidUTF8(string(utf16.Decode(units)), "?")))
		}
		at += end + 1
	}
	return at + int(p.Character)
}
