package lsp

import (
	"context"
	"sync"
	"time"

	"go.lsp.dev/uri"

	"ptk-lsp/lsp/text"
	"ptk-lsp/lsp/wire"
)

// documents are the documents that are open in the editor. They change in the order of the messages.
type documents struct {
	encoding text.Encoding // set by initialize

	mu      sync.Mutex // guards what follows
	open    map[uri.URI]*document
	changed chan struct{} // closed and replaced at each change
	held    int           // bytes of all texts
	warned  bool          // the user was told that a document is too large
}

// Limits of the texts that are stored. Larger documents are read neither from the editor nor from the disk, which may differ.
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
	omitted bool // it is too large; its text is not known
}

// state is what is known about the difference between a document and its file.
type state int

const (
	opened state = iota // not changed since it was opened, possibly with unsaved changes
	edited              // changed since it was opened or saved
	saved               // not changed since it was saved
)

// snapshot is a copy of a document.
type snapshot struct {
	uri     uri.URI
	version int32
	text    string
	state   state
	omitted bool
}

func newDocuments() *documents {
	return &documents{open: map[uri.URI]*document{}, changed: make(chan struct{})}
}

// get returns the document, if it is open.
func (d *documents) get(u uri.URI) (_ snapshot, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	doc, ok := d.open[u]
	if !ok {
		return snapshot{}, false
	}
	if doc.omitted {
		return snapshot{uri: doc.uri, version: doc.version, omitted: true}, true
	}
	return snapshot{doc.uri, doc.version, doc.text.String(), doc.state, false}, true
}

// unsaved returns the documents that may differ from their files, and those without a file.
func (d *documents) unsaved() []uri.URI {
	d.mu.Lock()
	defer d.mu.Unlock()
	var uris []uri.URI
	for u, doc := range d.open {
		if !doc.omitted && (doc.state != saved || !u.IsFile()) {
			uris = append(uris, u)
		}
	}
	return uris
}

// update calls f with the document. It reports whether the document is open.
func (d *documents) update(u uri.URI, f func(*document)) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	doc, ok := d.open[u]
	if ok {
		f(doc)
		d.signal()
	}
	return ok
}

// measure updates the size of the document. It reports whether the text is within the limit; if not, the text is dropped. The
// caller holds mu.
func (d *documents) measure(doc *document) bool {
	d.held -= doc.size
	doc.size = doc.text.Len()
	if d.held+doc.size > maxHeld {
		doc.size, doc.text, doc.omitted = 0, text.New("", d.encoding), true
		return false
	}
	d.held += doc.size
	return true
}

// omit drops the text of a document whose changes were not read, or of all documents if u is "".
func (d *documents) omit(u uri.URI) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if u != "" && d.open[u] == nil && len(d.open) < maxDocuments {
		d.open[u] = &document{uri: u}
	}
	for _, doc := range d.open {
		if u == "" || doc.uri == u {
			d.held -= doc.size
			doc.size, doc.text, doc.omitted = 0, text.New("", d.encoding), true
		}
	}
	d.signal()
}

// firstOmission reports whether it is called for the first time.
func (d *documents) firstOmission() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	had := d.warned
	d.warned = true
	return !had
}

func (d *documents) signal() {
	close(d.changed)
	d.changed = make(chan struct{})
}

// await waits until the document is newer than version or closed, at most until the limit.
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

// columnUTF16 returns the character of a position in UTF-16 code units, whatever encoding was negotiated.
func (d *documents) columnUTF16(u uri.URI, p wire.Position) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	if doc, ok := d.open[u]; ok && !doc.omitted && d.encoding != text.UTF16 {
		return doc.text.ColumnUTF16(position(p))
	}
	return int(p.Character)
}

func position(p wire.Position) text.Position {
	return text.Position{Line: int(p.Line), Character: int(p.Character)}
}
