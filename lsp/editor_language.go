package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"ptk-lsp/lsp/text"
	"ptk-lsp/lsp/wire"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/regular"
)

var _ workspace.Languages = (*Editor)(nil)

// languageTools names the tools that need the editor's language servers, as far as it asks them.
func (c client) languageTools() []string {
	var names []string
	for _, t := range []struct{ method, tool string }{
		{protocol.MethodTextDocumentDocumentSymbol, "document_symbols"},
		{protocol.MethodWorkspaceSymbol, "workspace_symbols"},
		{protocol.MethodTextDocumentDefinition, "go_to_definition"},
		{protocol.MethodTextDocumentReferences, "find_references"},
		{protocol.MethodTextDocumentHover, "hover"},
	} {
		if slices.Contains(c.ptk.Forward, t.method) {
			names = append(names, t.tool)
		}
	}
	return names
}

// What LSP's requests ask with.
type (
	documentParams struct {
		TextDocument documentID `json:"textDocument"`
	}
	positionParams struct {
		documentParams
		Position wire.Position     `json:"position"`
		Context  *referenceContext `json:"context,omitzero"` // of references only
	}
	referenceContext struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	}
	queryParams struct {
		Query string `json:"query"`
	}
	documentID struct {
		URI uri.URI `json:"uri"`
	}
)

// Symbols asks for what the file defines. What is defined within something else stands behind it.
func (e *Editor) Symbols(ctx context.Context, path string) ([]workspace.Symbol, error) {
	u := toURI(path)
	raw, err := e.forward(ctx, protocol.MethodTextDocumentDocumentSymbol, documentParams{documentID{u}})
	if err != nil {
		return nil, err
	}
	return e.symbols(raw, u)
}

// FindSymbols asks all language servers for definitions by name.
func (e *Editor) FindSymbols(ctx context.Context, query string) ([]workspace.Symbol, error) {
	raw, err := e.forward(ctx, protocol.MethodWorkspaceSymbol, queryParams{query})
	if err != nil {
		return nil, err
	}
	return e.symbols(raw, "")
}

// Definition asks where what stands at the position is defined.
func (e *Editor) Definition(ctx context.Context, at workspace.Position) ([]workspace.Place, error) {
	raw, err := e.forwardAt(ctx, protocol.MethodTextDocumentDefinition, at, nil)
	if err != nil {
		return nil, err
	}
	return e.places(raw)
}

// References asks where what stands at the position is used.
func (e *Editor) References(ctx context.Context, at workspace.Position) ([]workspace.Place, error) {
	raw, err := e.forwardAt(ctx, protocol.MethodTextDocumentReferences, at, &referenceContext{IncludeDeclaration: true})
	if err != nil {
		return nil, err
	}
	return e.places(raw)
}

// Hover asks what the editor shows for what stands at the position.
func (e *Editor) Hover(ctx context.Context, at workspace.Position) (string, error) {
	raw, err := e.forwardAt(ctx, protocol.MethodTextDocumentHover, at, nil)
	if err != nil {
		return "", err
	}
	return hovered(raw)
}

// forward asks the editor's language servers and gives the method's own result. The error is ErrUnsupported where
// the editor does not forward the method, or has no server that knows it.
func (e *Editor) forward(ctx context.Context, method string, params any) (json.RawMessage, error) {
	if !slices.Contains(e.client.ptk.Forward, method) {
		return nil, workspace.ErrUnsupported
	}
	p, err := json.Marshal(params)
	if err != nil {
		return nil, fmt.Errorf("writing the params of %s: %w", method, err)
	}
	var raw jsonrpc2.RawMessage
	err = e.ask(ctx, forwardTime, wire.MethodForward, wire.ForwardParams{Method: method, Params: p}, &raw)
	if refused := (*jsonrpc2.Error)(nil); errors.As(err, &refused) && refused.Code == jsonrpc2.MethodNotFound {
		return nil, workspace.ErrUnsupported
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	return json.RawMessage(raw), nil
}

// forwardAt asks about a position; references are asked for in their context, nil for all else.
func (e *Editor) forwardAt(ctx context.Context, method string, at workspace.Position, in *referenceContext) (json.RawMessage, error) {
	u := toURI(at.Path)
	p, err := e.toPosition(ctx, u, at)
	if err != nil {
		return nil, err
	}
	return e.forward(ctx, method, positionParams{documentParams{documentID{u}}, p, in})
}

// toPosition counts as the editor counts. Where that is not in UTF-16 units, it needs the text.
func (e *Editor) toPosition(ctx context.Context, u uri.URI, at workspace.Position) (wire.Position, error) {
	p := wire.Position{Line: uint32(at.Line - 1), Character: uint32(at.Column - 1)}
	if e.client.encoding == text.UTF16 {
		return p, nil
	}
	content, err := e.textOf(ctx, u)
	if err != nil {
		return wire.Position{}, fmt.Errorf("counting the columns of %s: %w", at.Path, err)
	}
	p.Character = uint32(text.New(content, text.UTF16).ColumnUTF8(position(p)))
	return p, nil
}

// textOf gives the document as the editor holds it, else the file.
func (e *Editor) textOf(ctx context.Context, u uri.URI) (string, error) {
	b, held, err := e.current(ctx, u)
	if err != nil || held {
		return b.Text, err
	}
	if !u.IsFile() {
		return "", fmt.Errorf("%s is not open", u)
	}
	data, err := regular.Read(u.FsPath(), workspace.MaxText)
	return string(data), err
}
