package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path/filepath"
	"strings"
)

// ErrVirtual is under the error of doing to a document that only an editor has what needs a file on the disk. It wraps
// [ErrOutside].
var ErrVirtual = fmt.Errorf("is a document of the editor, not a file of the workspace: %w", ErrOutside)

// IsVirtual tells whether a path is the URI of a document that is no file on this machine's disk, such as
// untitled:Untitled-1 or vscode-remote://host/file. Such a document is read and changed through the editor, where the user has
// it open, and never looked for on the disk.
func IsVirtual(path string) bool {
	scheme, rest, ok := strings.Cut(path, ":")
	if !ok || len(scheme) < 2 || strings.EqualFold(scheme, "file") {
		return false
	}
	for i, c := range scheme {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (i == 0 || !(c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.')) {
			return false
		}
	}
	return strings.HasPrefix(rest, "//") || strings.EqualFold(scheme, "untitled")
}

// nameOf gives the path that a document is known by: of one that is no file, what its URI has for a path.
func nameOf(path string) string {
	if !IsVirtual(path) {
		return path
	}
	u, err := url.Parse(path)
	if err != nil {
		_, rest, _ := strings.Cut(path, ":")
		return rest
	}
	if u.Opaque == "" {
		return u.Path
	}
	if name, err := url.PathUnescape(u.Opaque); err == nil {
		return name
	}
	return u.Opaque
}

// fromFileURI gives the path of a file URI, and anything else as it is.
func fromFileURI(path string) string {
	if !strings.HasPrefix(strings.ToLower(path), "file://") {
		return path
	}
	u, err := url.Parse(path)
	if err != nil || u.Host != "" && u.Host != "localhost" {
		return path
	}
	p := u.Path
	if len(p) > 2 && p[2] == ':' {
		p = p[1:] // /c:/x on Windows
	}
	return filepath.FromSlash(p)
}

// Locate gives the name by which the editor knows a document: the absolute path of a file of the workspace, or the URI of a
// document that only the editor has.
func (w *Workspace) Locate(path string) (string, error) {
	if IsVirtual(path) {
		return path, nil
	}
	f, err := w.Resolve(path)
	return f.Path, err
}

// readVirtual gives what the editor holds of a document that is no file. It is one that the user has open, or it is not there.
func (w *Workspace) readVirtual(ctx context.Context, uri string) (*Text, error) {
	f := File{Path: uri, Rel: uri}
	b, held, err := w.buffer(ctx, f, f)
	if err != nil {
		return nil, err
	}
	if !held {
		return nil, fmt.Errorf("%s is not open in the editor: %w", uri, fs.ErrNotExist)
	}
	t := &Text{File: f, Form: Form{Encoding: UTF8}, Buffer: true, Dirty: b.Dirty, Version: b.Version}
	t.setText(b.Text)
	return t, nil
}

// writeVirtual has the editor change a document that is no file. It must be open; what it becomes is the user's to save.
func (w *Workspace) writeVirtual(ctx context.Context, e Edit) error {
	t, err := w.current(ctx, e.Path)
	if err != nil {
		return err
	}
	if t == nil && e.Create {
		return fmt.Errorf("%s %w: it is not open", e.Path, ErrVirtual)
	}
	if err := e.check(t); err != nil {
		return err
	}
	err = w.ed.Apply(ctx, e)
	if errors.Is(err, ErrUnsupported) {
		return fmt.Errorf("%s %w: the editor takes no edits of it", e.Path, ErrVirtual)
	}
	return err
}
