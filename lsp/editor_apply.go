package lsp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"ptk-lsp/lsp/text"
	"ptk-lsp/lsp/wire"
	"ptk-lsp/workspace"
)

// Apply makes the edit in the editor's buffer and saves it, unless the user had unsaved changes there. It returns
// [workspace.ErrUnsupported] if the caller should write to the disk: the file is not open, or it has no unsaved changes and the
// editor does not support saving. A document that is no file is never saved. The error wraps [workspace.ErrStale] if the buffer
// is no longer the text that the edit was made for.
func (e *Editor) Apply(ctx context.Context, edit workspace.Edit) error {
	u := toURI(edit.Path)
	if _, open := e.docs.get(u); !open {
		return workspace.ErrUnsupported
	}
	b, held, err := e.current(ctx, u)
	switch {
	case err != nil:
		return err
	case !held, u.IsFile() && !b.Dirty && (!e.client.applyEdit || !e.client.ptk.Save), !u.IsFile() && !e.client.applyEdit:
		return workspace.ErrUnsupported
	case !e.client.applyEdit:
		return fmt.Errorf("%s %w, and the editor takes no edits; save it there first", edit.Path, workspace.ErrUnsaved)
	case edit.Create && u.IsFile() && !b.Dirty && !sameLines(b.Text, edit.Before):
		return workspace.ErrUnsupported // it shows a file that was deleted, and will show the new one
	case !sameLines(b.Text, edit.Before):
		return fmt.Errorf("%s %w: the editor's buffer differs", edit.Path, workspace.ErrStale)
	}
	if err := e.applyEdit(ctx, u, b, edit); err != nil || b.Dirty || !u.IsFile() {
		return err
	}
	return e.save(ctx, u)
}

// applyEdit sends the smallest edits that change the buffer to the new text. If the synchronized document is read next, it waits
// until the document has them.
func (e *Editor) applyEdit(ctx context.Context, u uri.URI, b workspace.Buffer, edit workspace.Edit) error {
	edits, err := textEdits(b.Text, withEndings(edit.After, b.Text), e.client.encoding)
	if err != nil || len(edits) == 0 {
		return err
	}
	params := &protocol.ApplyWorkspaceEditParams{Edit: e.workspaceEdit(u, b.Version, edits)}
	if edit.Label != "" {
		params.Label = &edit.Label
	}
	var r protocol.ApplyWorkspaceEditResult
	if err := e.ask(ctx, applyTime, protocol.MethodWorkspaceApplyEdit, params, &r); err != nil {
		return fmt.Errorf("editing %s: %w", edit.Path, err)
	}
	if !r.Applied {
		return fmt.Errorf("editing %s: the editor refused it%s", edit.Path, reason(r))
	}
	if !e.client.ptk.ReadFile {
		e.docs.await(ctx, u, b.Version, followTime)
	}
	return nil
}

func reason(r protocol.ApplyWorkspaceEditResult) string {
	if r.FailureReason == nil || *r.FailureReason == "" {
		return "; the buffer may have changed meanwhile"
	}
	return ": " + *r.FailureReason
}

func (e *Editor) workspaceEdit(u uri.URI, version int32, edits []protocol.TextEdit) protocol.WorkspaceEdit {
	if !e.client.documentChanges {
		return protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{u: edits}}
	}
	id := protocol.OptionalVersionedTextDocumentIdentifier{Version: &version}
	id.URI = u
	elements := make([]protocol.TextDocumentEditElement, len(edits))
	for i := range edits {
		elements[i] = &edits[i]
	}
	return protocol.WorkspaceEdit{DocumentChanges: []protocol.DocumentChange{&protocol.TextDocumentEdit{TextDocument: id, Edits: elements}}}
}

func (e *Editor) save(ctx context.Context, u uri.URI) error {
	var r wire.SaveResult
	if err := e.ask(ctx, saveTime, wire.MethodSave, wire.SaveParams{URIs: []string{string(u)}}, &r); err != nil {
		return fmt.Errorf("the edit is in the editor's buffer, but saving it failed: %w", err)
	}
	isIt := func(s string) bool { v, err := uri.Parse(s); return err == nil && v == u }
	if !slices.ContainsFunc(r.Saved, isIt) {
		return errors.New("the edit is in the editor's buffer, but the editor did not save it")
	}
	return nil
}

// textEdits returns the edits that change before into after. If lines end in \r\n the edits are of whole lines, so that none
// starts or ends between the two characters.
func textEdits(before, after string, enc text.Encoding) ([]protocol.TextEdit, error) {
	if !utf8.ValidString(after) {
		return nil, errors.New("the new text is not valid UTF-8")
	}
	diff := udiff.Strings
	if strings.Contains(before, "\r") {
		diff = udiff.Lines
	}
	buf := text.New(before, enc)
	var edits []protocol.TextEdit
	for _, d := range diff(before, after) {
		r := protocol.Range{Start: lspPosition(buf.PositionAt(d.Start)), End: lspPosition(buf.PositionAt(d.End))}
		edits = append(edits, protocol.TextEdit{Range: r, NewText: d.New})
	}
	return edits, nil
}

func lspPosition(p text.Position) protocol.Position {
	return protocol.Position{Line: uint32(p.Line), Character: uint32(p.Character)}
}

// sameLines reports whether two texts differ only in their line endings: those of a buffer may differ from the file.
func sameLines(a, b string) bool { return a == b || unixEndings(a) == unixEndings(b) }

// withEndings returns the text with the line endings of like, if those are all \r\n or all \n.
func withEndings(s, like string) string {
	crlf, lf := strings.Count(like, "\r\n"), strings.Count(like, "\n")
	switch {
	case lf > 0 && crlf == lf:
		return strings.ReplaceAll(unixEndings(s), "\n", "\r\n")
	case lf > 0 && crlf == 0:
		return unixEndings(s)
	}
	return s
}

func unixEndings(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }
