// Package complete suggests what could follow in a chat's input while the user types.
package complete

import (
	"context"
	"strings"

	"ptk-lsp/ptk/command"
	"ptk-lsp/ptk/symbol"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/search"
)

// Result holds the suggestions for the bytes Start to End of an input, best first.
type Result struct {
	Items      []Item
	Start, End int
}

// Config holds what a [Completer] suggests from; all fields must be set.
type Config struct {
	Workspace *workspace.Workspace
	Options   func(root string) search.Options // of the listing of a folder's files
	Symbols   *symbol.Finder
	Commands  *command.Library
	Tools     *tools.Manager
}

// Completer completes the input of a chat. It is safe for concurrent use.
type Completer struct{ sources sources }

// New returns a Completer.
func New(c Config) *Completer {
	return &Completer{sources{
		ws: c.Workspace, commands: c.Commands, tools: c.Tools,
		files: newFileCache(c.Workspace, c.Options), symbols: newSymbolCache(c.Symbols),
	}}
}

// Complete returns suggestions for a byte offset of an input: commands after a / at its beginning; files, symbols, tools and
// what the editor shows after an @.
func (c *Completer) Complete(ctx context.Context, text string, offset int) Result {
	offset = max(0, min(offset, len(text)))
	start, end := wordAt(text, offset)
	r := Result{Start: start, End: end}
	switch word := text[start:offset]; {
	case strings.HasPrefix(word, "/") && strings.TrimSpace(text[:start]) == "":
		r.Items = c.sources.commandItems(word[1:])
	case strings.HasPrefix(word, "@"):
		r.Items = c.sources.mentionItems(ctx, strings.TrimPrefix(word[1:], `"`))
	}
	return r
}

// wordAt returns the word around an offset: between white space, or between quotes after an @.
func wordAt(text string, offset int) (start, end int) {
	if i := strings.LastIndex(text[:offset], `@"`); i >= 0 && !strings.ContainsAny(text[i+2:offset], "\"\n") {
		end := offset
		if n := strings.IndexAny(text[offset:], "\"\n"); n >= 0 && text[offset+n] == '"' {
			end += n + 1
		}
		return i, end
	}
	end = len(text)
	if n := strings.IndexAny(text[offset:], " \t\n"); n >= 0 {
		end = offset + n
	}
	return strings.LastIndexAny(text[:offset], " \t\n(") + 1, end
}
