package workspace

import "context"

// Languages is what an [Editor] may be too: one that asks its language servers. Methods answer ErrUnsupported where
// no server of the file can tell.
type Languages interface {
	// Symbols gives what the file at the absolute path defines, in the order of the text.
	Symbols(ctx context.Context, path string) ([]Symbol, error)
	// FindSymbols gives definitions whose names are like the query, the best first.
	FindSymbols(ctx context.Context, query string) ([]Symbol, error)
	// Definition gives where what stands at the position is defined.
	Definition(ctx context.Context, at Position) ([]Place, error)
	// References gives where what stands at the position is used, its definition included.
	References(ctx context.Context, at Position) ([]Place, error)
	// Hover gives what the editor shows for what stands at the position, as Markdown; "" for nothing.
	Hover(ctx context.Context, at Position) (string, error)
}

// Commander is what an [Editor] may be too: one that runs its own commands, an Ex command or a command id.
type Commander interface {
	// RunCommand runs the command and gives what it printed.
	RunCommand(ctx context.Context, command string, args []string) (string, error)
}

// Position is a place between two characters: line and column counted from 1, the column in UTF-16 units.
type Position struct {
	Path         string // absolute
	Line, Column int
}

// Place is a piece of a file, which need not be in the workspace.
type Place struct {
	Path string // absolute
	Range
}

// Symbol is something that is defined.
type Symbol struct {
	Name      string
	Kind      string // LSP's SymbolKind as a word, such as "function"
	Container string // what it is defined in; may be ""
	Place
}

// Languages gives the editor where it asks language servers, nil where it doesn't.
func (w *Workspace) Languages() Languages {
	l, _ := w.ed.(Languages)
	return l
}

// Commander gives the editor where it runs commands, nil where it doesn't.
func (w *Workspace) Commander() Commander {
	c, _ := w.ed.(Commander)
	return c
}
