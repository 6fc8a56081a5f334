package workspace

import "context"

// Languages is an optional interface of an [Editor] that has language servers. Its methods return ErrUnsupported if no server of
// the file can answer.
type Languages interface {
	// Symbols returns the symbols that the file at the absolute path defines, in the order of the text.
	Symbols(ctx context.Context, path string) ([]Symbol, error)
	// FindSymbols returns definitions whose names are similar to the query, the best first.
	FindSymbols(ctx context.Context, query string) ([]Symbol, error)
	// Definition returns the definitions of the symbol at a position.
	Definition(ctx context.Context, at Position) ([]Place, error)
	// References returns the uses of the symbol at a position, its definition included.
	References(ctx context.Context, at Position) ([]Place, error)
	// Hover returns what the editor shows for the symbol at a position, as Markdown; "" for nothing.
	Hover(ctx context.Context, at Position) (string, error)
}

// Position is a place between two characters: line and column counted from 1, the column in UTF-16 units.
type Position struct {
	Path         string // absolute
	Line, Column int
}

// Place is a range of a file, which need not be in the workspace.
type Place struct {
	Path string // absolute
	Range
}

// Symbol is a definition.
type Symbol struct {
	Name      string
	Kind      string // LSP's SymbolKind as a word, such as "function"
	Container string // what contains it; may be ""
	Place
}

// Languages returns the editor if it has language servers, else nil.
func (w *Workspace) Languages() Languages {
	l, _ := w.ed.(Languages)
	return l
}
