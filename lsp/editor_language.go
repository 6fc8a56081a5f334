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

// languageTools returns the tools that work with the methods that the editor forwards to its language servers.
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

// params of LSP's requests
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

// Symbols returns the definitions of a file. Nested definitions follow the one that contains them.
func (e *Editor) Symbols(ctx context.Context, path string) ([]workspace.Symbol, error) {
	u := toURI(path)
	raw, err := e.forward(ctx, protocol.MethodTextDocumentDocumentSymbol, documentParams{documentID{u}})
	if err != nil {
		return nil, err
	}
	return e.symbols(raw, u)
}

// FindSymbols returns definitions by name, of all language servers.
func (e *Editor) FindSymbols(ctx context.Context, query string) ([]workspace.Symbol, error) {
	raw, err := e.forward(ctx, protocol.MethodWorkspaceSymbol, queryParams{query})
	if err != nil {
		return nil, err
	}
	return e.symbols(raw, "")
}

// Definition returns the definitions of the symbol at the position.
func (e *Editor) Definition(ctx context.Context, at workspace.Position) ([]workspace.Place, error) {
	raw, err := e.forwardAt(ctx, protocol.MethodTextDocumentDefinition, at, nil)
	if err != nil {
		return nil, err
	}
	return e.places(raw)
}

// References returns the uses of the symbol at the position.
func (e *Editor) References(ctx context.Context, at workspace.Position) ([]workspace.Place, error) {
	raw, err := e.forwardAt(ctx, protocol.MethodTextDocumentReferences, at, &referenceContext{IncludeDeclaration: true})
	if err != nil {
		return nil, err
	}
	return e.places(raw)
}

// Hover returns the hover text of the symbol at the position.
func (e *Editor) Hover(ctx context.Context, at workspace.Position) (string, error) {
	raw, err := e.forwardAt(ctx, protocol.MethodTextDocumentHover, at, nil)
	if err != nil {
		return "", err
	}
	return hovered(raw)
}

// forward sends a request to the editor's language servers and returns its result. The error is ErrUnsupported if the editor does
// not forward the method, or has no language server for it.
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

// forwardAt sends a request about a position. The context is nil except for references.
func (e *Editor) forwardAt(ctx context.Context, method string, at workspace.Position, in *referenceContext) (json.RawMessage, error) {
	u := toURI(at.Path)
	p, err := e.toPosition(ctx, u, at)
	if err != nil {
		return nil, err
	}
	return e.forward(ctx, method, positionParams{documentParams{documentID{u}}, p, in})
}

// toPosition converts a position to the negotiated encoding. Unless that is UTF-16, it needs the text.
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

// textOf returns the text in the editor, or of the file if it is not open.
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
