package lsp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"go.lsp.dev/uri"

	"ptk-lsp/lsp/wire"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/regular"
)

// Buffer requests the text from the editor if it supports ptk/readFile, else it returns the synchronized document.
func (e *Editor) Buffer(ctx context.Context, path string) (workspace.Buffer, bool, error) {
	u := toURI(path)
	b, held, err := e.current(ctx, u)
	return b, held && (b.Dirty || !u.IsFile()), err
}

// current returns the current text of the document in the editor, if it is open.
func (e *Editor) current(ctx context.Context, u uri.URI) (b workspace.Buffer, held bool, err error) {
	doc, open := e.docs.get(u)
	if !u.IsFile() && !open && !e.shows(ctx, u) {
		return workspace.Buffer{}, false, nil // the model may not read what else the scheme can reach
	}
	if e.client.ptk.ReadFile {
		r, err := e.readFile(ctx, u)
		if err == nil {
			return workspace.Buffer{Text: r.Text, Version: max(r.Version, doc.version), Dirty: r.Dirty}, true, nil
		}
		if ctx.Err() != nil {
			return workspace.Buffer{}, false, err
		}
		e.log.Debug("reading without the editor", "uri", string(u), "error", err)
	}
	if !open {
		return workspace.Buffer{}, false, nil
	}
	if doc.omitted {
		return workspace.Buffer{}, false, fmt.Errorf("%s %w to be kept in step with the editor; close it there to have it read from the disk",
			toPath(u), workspace.ErrTooLarge)
	}
	return workspace.Buffer{Text: doc.text, Version: doc.version, Dirty: doc.unsaved()}, true, nil
}

// shows reports whether the user has the document open.
func (e *Editor) shows(ctx context.Context, u uri.URI) bool {
	c, err := e.Context(ctx)
	return err == nil && c != nil && (c.Active == string(u) || slices.Contains(c.Open, string(u)) || slices.Contains(c.Visible, string(u)))
}

func (e *Editor) readFile(ctx context.Context, u uri.URI) (wire.ReadFileResult, error) {
	var r wire.ReadFileResult
	err := e.ask(ctx, readTime, wire.MethodReadFile, wire.ReadFileParams{URI: string(u)}, &r)
	return r, err
}

// Dirty returns the documents with unsaved changes. The editor is asked for all candidates at once.
func (e *Editor) Dirty(ctx context.Context) ([]string, error) {
	uris := e.docs.unsaved()
	paths, errs := make([]string, len(uris)), make([]error, len(uris))
	var asking sync.WaitGroup
	for i, u := range uris {
		asking.Go(func() {
			b, held, err := e.current(ctx, u)
			if held && (b.Dirty || !u.IsFile()) {
				paths[i] = toPath(u)
			}
			errs[i] = err
		})
	}
	asking.Wait()
	return slices.DeleteFunc(paths, func(p string) bool { return p == "" }), errors.Join(errs...)
}

// unsaved reports whether the document differs from its file. If the two can't be compared, the state of the document decides.
func (d snapshot) unsaved() bool {
	if d.state == saved {
		return false
	}
	if !d.uri.IsFile() {
		return true
	}
	most := 4*len(d.text) + len("\uFEFF") // no encoding needs more
	file, err := regular.Read(d.uri.FsPath(), int64(most))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, regular.ErrTooLarge) {
		return true
	}
	same, comparable := sameText(file, d.text)
	if err != nil || !comparable {
		return d.state == edited
	}
	return !same
}

// sameText compares the content of a file with a document; ok is false if the file is not UTF-8.
func sameText(file []byte, text string) (same, ok bool) {
	file = bytes.TrimPrefix(file, []byte("\uFEFF"))
	if !utf8.Valid(file) {
		return false, false
	}
	return string(file) == strings.TrimPrefix(text, "\uFEFF"), true
}
