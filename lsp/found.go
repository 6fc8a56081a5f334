package lsp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"go.lsp.dev/uri"

	"ptk-lsp/lsp/wire"
	"ptk-lsp/workspace"
)

// foundPlace is LSP's Location or LocationLink.
type foundPlace struct {
	URI                               string
	Range                             *wire.Range
	TargetURI                         string
	TargetRange, TargetSelectionRange *wire.Range
}

// foundSymbol is LSP's DocumentSymbol, SymbolInformation or WorkspaceSymbol.
type foundSymbol struct {
	Name          string
	Kind          int
	ContainerName string
	Location      *foundPlace // of the latter two; that of a WorkspaceSymbol may have no range

	Range, SelectionRange *wire.Range
	Children              []foundSymbol
}

var errHostile = errors.New("the language server's answer is not LSP")

// list reads a list. Null is an empty list, and a single element a list of one.
func list[T any](raw json.RawMessage) ([]T, error) {
	var found []T
	raw = bytes.TrimSpace(raw)
	if len(raw) > 0 && raw[0] == '{' {
		raw = append(append([]byte{'['}, raw...), ']')
	}
	if err := json.Unmarshal(raw, &found); err != nil {
		return nil, fmt.Errorf("%w: %w", errHostile, err)
	}
	return found, nil
}

// places reads Location | Location[] | LocationLink[] | null.
func (e *Editor) places(raw json.RawMessage) ([]workspace.Place, error) {
	found, err := list[foundPlace](raw)
	if err != nil {
		return nil, err
	}
	var out []workspace.Place
	for _, f := range found {
		if f.TargetURI != "" {
			f.URI, f.Range = f.TargetURI, f.TargetSelectionRange
		}
		if f.Range == nil {
			f.Range = f.TargetRange
		}
		if f.Range == nil {
			return nil, fmt.Errorf("%w: a location has no range", errHostile)
		}
		p, err := e.place(f.URI, f.Range)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// place returns the place of a range, or of the whole document if there is none.
func (e *Editor) place(name string, r *wire.Range) (workspace.Place, error) {
	u, err := uri.Parse(name)
	if err != nil || !wire.IsURI(name) {
		return workspace.Place{}, fmt.Errorf("%w: %q is no URI", errHostile, name)
	}
	p := workspace.Place{Path: toPath(u)}
	if r == nil {
		return p, nil
	}
	for _, n := range []uint32{r.Start.Line, r.Start.Character, r.End.Line, r.End.Character} {
		if n > math.MaxInt32 {
			return p, fmt.Errorf("%w: %d is no position", errHostile, n)
		}
	}
	p.Range = e.fromRange(name, *r)
	return p, nil
}

// symbols reads DocumentSymbol[] | SymbolInformation[] | WorkspaceSymbol[] | null. A DocumentSymbol belongs to the document u.
func (e *Editor) symbols(raw json.RawMessage, document uri.URI) ([]workspace.Symbol, error) {
	found, err := list[foundSymbol](raw)
	if err != nil {
		return nil, err
	}
	var out []workspace.Symbol
	return out, e.addSymbols(&out, found, document, "")
}

func (e *Editor) addSymbols(out *[]workspace.Symbol, found []foundSymbol, document uri.URI, container string) error {
	for _, f := range found {
		if f.Location == nil {
			f.Location, f.ContainerName = &foundPlace{URI: string(document), Range: f.whole()}, container
		}
		p, err := e.place(f.Location.URI, f.Location.Range)
		if err != nil {
			return fmt.Errorf("the symbol %q: %w", f.Name, err)
		}
		*out = append(*out, workspace.Symbol{Name: f.Name, Kind: kindWord(f.Kind), Container: f.ContainerName, Place: p})
		if err := e.addSymbols(out, f.Children, document, f.Name); err != nil {
			return err
		}
	}
	return nil
}

// whole returns the range from the name, not the comment before it, to the end of the symbol.
func (f foundSymbol) whole() *wire.Range {
	if f.Range == nil || f.SelectionRange == nil {
		return f.Range
	}
	return &wire.Range{Start: f.SelectionRange.Start, End: f.Range.End}
}

// kindWords are LSP's SymbolKind from 1 on.
var kindWords = [...]string{
	"file", "module", "namespace", "package", "class", "method", "property", "field", "constructor", "enum", "interface",
	"function", "variable", "constant", "string", "number", "boolean", "array", "object", "key", "null", "enum member",
	"struct", "event", "operator", "type parameter",
}

func kindWord(kind int) string {
	if kind < 1 || kind > len(kindWords) {
		return "symbol"
	}
	return kindWords[kind-1]
}

// hovered reads Hover | null, whose contents are MarkupContent | MarkedString | MarkedString[], as Markdown.
func hovered(raw json.RawMessage) (string, error) {
	var h *struct{ Contents json.RawMessage }
	if err := json.Unmarshal(raw, &h); err != nil {
		return "", fmt.Errorf("%w: %w", errHostile, err)
	}
	if h == nil {
		return "", nil
	}
	pieces := []json.RawMessage{h.Contents}
	if c := bytes.TrimSpace(h.Contents); len(c) > 0 && c[0] == '[' {
		if err := json.Unmarshal(c, &pieces); err != nil {
			return "", fmt.Errorf("%w: %w", errHostile, err)
		}
	}
	var out []string
	for _, p := range pieces {
		s, err := marked(p)
		if err != nil {
			return "", err
		}
		if s != "" {
			out = append(out, s)
		}
	}
	return strings.Join(out, "\n\n"), nil
}

// marked reads one MarkupContent or MarkedString: Markdown, or code in a language.
func marked(raw json.RawMessage) (string, error) {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return strings.TrimSpace(s), nil
	}
	var m struct {
		Value    *string
		Language string
	}
	if err := json.Unmarshal(raw, &m); err != nil || m.Value == nil {
		return "", fmt.Errorf("%w: %.40q is no text", errHostile, raw)
	}
	if m.Language == "" {
		return strings.TrimSpace(*m.Value), nil
	}
	fence := "```"
	for strings.Contains(*m.Value, fence) {
		fence += "`"
	}
	language, _, _ := strings.Cut(m.Language, "\n")
	return fence + language + "\n" + strings.TrimSuffix(*m.Value, "\n") + "\n" + fence, nil
}
