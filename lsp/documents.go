package lsp

import (
	"context"
	"sync"
	"time"

	"go.lsp.dev/uri"

	"ptk-lsp/lsp/text"
	"ptk-lsp/lsp/wire"
)

// documents are those that the editor has open, as it told of them. They change in the order of the wire.
type documents struct {
	encoding text.Encoding // set by initialize

	mu      sync.Mutex // guards all below
	open    map[uri.URI]*document
	changed chan struct{} // closed and made anew at each change
	held    int           // bytes of all texts
	told    bool          // the user knows that some are left out
}

// How much is kept of the editor's documents. What is beyond is not read, neither from the editor nor from the disk, which may
// hold something else.
const (
	maxHeld      = 256 << 20 // bytes of all texts
	maxDocuments = 100_000
)

// document is one open document.
type document struct {
	uri     uri.URI
	version int32
	text    *text.Buffer
	size    int // of the text, in bytes
	state   state
	left    bool // it is too large to be kept in step; its text is not known
}

// state says what is known of the difference between a document and its file.
type state int

const (
	opened state = iota // as it was opened, which may have been with unsaved changes
	edited              // changed since it was opened or saved
	saved               // not changed since it was saved
)

// snapshot is a document at one moment.
type snapshot struct {
	uri     uri.URI
	version int32
	text    string
	state   state
	left    bool
}

func newDocuments() *documents {
	return &documents{open: map[uri.URI]*document{}, changed: make(chan struct{})}
}

// get gives the document as it is now; ok is false where it is not open.
func (d *documents) get(u uri.URI) (_ snapshot, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	doc, ok := d.open[u]
	if !ok {
		return snapshot{}, false
	}
	if doc.left {
		return snapshot{uri: doc.uri, version: doc.version, left: true}, true
	}
	return snapshot{doc.uri, doc.version, doc.text.String(), doc.state, false}, true
}

// unsaved lists the documents that may differ from their files, and those that have none.
func (d *documents) unsaved() []uri.URI {
	d.mu.Lock()
	defer d.mu.Unlock()
	var uris []uri.URI
	for u, doc := range d.open {
		if !doc.left && (doc.state != saved || !u.IsFile()) {
			uris = append(uris, u)
		}
	}
	return uris
}

// update changes the document; it does nothing and gives false where it is not open.
func (d *documents) update(u uri.URI, f func(*document)) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	doc, ok := d.open[u]
	if ok {
		f(doc)
		d.tell()
	}
	return ok
}

// measure counts the document's text anew, and leaves the document where there is no room for it; false then. The caller holds
// mu.
func (d *documents) measure(doc *document) bool {
	d.held -= doc.size
	doc.size = doc.text.Len()
	if d.held+doc.size > maxHeld {
		doc.size, doc.text, doc.left = 0, text.New("", d.encoding), true
		return false
	}
	d.held += doc.size
	return true
}

// leave gives up the text of a document of which something was not read; of all where u is "".
func (d *documents) leave(u uri.URI) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if u != "" && d.open[u] == nil && len(d.open) < maxDocuments {
		d.open[u] = &document{uri: u}
	}
	for _, doc := range d.open {
		if u == "" || doc.uri == u {
			d.held -= doc.size
			doc.size, doc.text, doc.left = 0, text.New("", d.encoding), true
		}
	}
	d.tell()
}

// toTell reports, once, that the user is to be told of documents that are left.
func (d *documents) toTell() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	had := d.told
	d.told = true
	return !had
}

func (d *documents) tell() {
	close(d.changed)
	d.changed = make(chan struct{})
}

// await waits until the document is newer than version, is closed, or the time is over.
func (d *documents) await(ctx context.Context, u uri.URI, version int32, limit time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for {
		d.mu.Lock()
		doc, ok := d.open[u]
		done, changed := !ok || doc.version > version, d.changed
		d.mu.Unlock()
		if done {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}

// columnUTF16 counts the character of a position in UTF-16 units, whatever the editor counts in.
func (d *documents) columnUTF16(u uri.URI, p wire.Position) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	if doc, ok := d.open[u]; ok && !doc.left && d.encoding != text.UTF16 {
		return doc.text.ColumnUTF16(position(p))
	}
	return int(p.Character)
}

func position(p wire.Position) text.Position {
	return text.Position{Line: int(p.Line), Character: int(p.Character)}
}
