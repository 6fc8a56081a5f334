package tools

import (
	"context"
	"fmt"
	"strings"

	"ptk-lsp/workspace"
)

// Symbol is a definition.
type Symbol struct {
	Name      string `json:"name"`
	Kind      string `json:"kind"`
	Container string `json:"container,omitempty"`
	Path      string `json:"path"`
	Line      int    `json:"line,omitempty"` // missing if the language server returned only the file
	EndLine   int    `json:"end_line,omitempty"`
	Text      string `json:"text,omitempty"` // of its line
}

// Symbols is the result of the tools document_symbols and workspace_symbols.
type Symbols struct {
	Symbols   []Symbol `json:"symbols"`
	Count     int      `json:"count"`
	Truncated bool     `json:"truncated"`
}

// Preview returns the first symbols.
func (s Symbols) Preview() []string {
	var out []string
	for _, x := range s.Symbols {
		out = append(out, fmt.Sprintf("%s:%d: %s %s", x.Path, x.Line, x.Kind, x.Name))
	}
	return firstLines(out, 4)
}

type documentSymbolsArgs struct {
	Path string `json:"path" jsonschema:"file, relative to the workspace"`
}

func documentSymbols() Tool {
	return Reading(Spec{
		Name: "document_symbols", Kind: KindRead,
		Description: "Lists what a file defines, by the editor's language server: a short way to see what is in a long file.",
	}, func(c *Call, a documentSymbolsArgs) (string, []Location) {
		return "List what " + a.Path + " defines", at(c, 0, a.Path)
	},
		func(ctx context.Context, c *Call, a documentSymbolsArgs) (*Symbols, error) {
			l, err := languages(c)
			if err != nil {
				return nil, err
			}
			path, err := c.Workspace.Locate(a.Path)
			if err != nil {
				return nil, err
			}
			found, err := l.Symbols(ctx, path)
			if err != nil {
				return nil, languageError(err)
			}
			return symbols(ctx, c, found), nil
		})
}

type workspaceSymbolsArgs struct {
	Query string `json:"query" jsonschema:"name of what is looked for, or a part of it"`
}

func workspaceSymbols() Tool {
	return Reading(Spec{
		Name: "workspace_symbols", Kind: KindSearch,
		Description: "Finds definitions by name in the whole workspace, by the editor's language servers.",
	}, func(_ *Call, a workspaceSymbolsArgs) (string, []Location) {
		return "Find definitions of " + a.Query, nil
	},
		func(ctx context.Context, c *Call, a workspaceSymbolsArgs) (*Symbols, error) {
			l, err := languages(c)
			if err != nil {
				return nil, err
			}
			found, err := l.FindSymbols(ctx, a.Query)
			if err != nil {
				return nil, languageError(err)
			}
			return symbols(ctx, c, found), nil
		})
}

func symbols(ctx context.Context, c *Call, found []workspace.Symbol) *Symbols {
	texts := newLineTexts(c)
	out := &Symbols{Symbols: []Symbol{}, Count: len(found), Truncated: len(found) > maxPlaces}
	for _, s := range found[:min(len(found), maxPlaces)] {
		out.Symbols = append(out.Symbols, Symbol{
			s.Name, s.Kind, s.Container, c.Workspace.Display(s.Path), s.StartLine, s.EndLine,
			strings.TrimSpace(texts.line(ctx, s.Path, s.StartLine)),
		})
	}
	return out
}
