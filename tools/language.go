package tools

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf16"

	"ptk-lsp/workspace"
)

// Place is a location in the code with the text of its line.
type Place struct {
	Path string `json:"path"`
	Line int    `json:"line"`           // counted from 1
	Text string `json:"text,omitempty"` // missing outside the workspace
}

// Places is the result of the tools go_to_definition and find_references.
type Places struct {
	Locations []Place `json:"locations"`
	Count     int     `json:"count"`
	Truncated bool    `json:"truncated"`
}

// Preview returns the first locations.
func (p Places) Preview() []string {
	var out []string
	for _, x := range p.Locations {
		out = append(out, fmt.Sprintf("%s:%d: %s", x.Path, x.Line, strings.TrimSpace(x.Text)))
	}
	return firstLines(out, 4)
}

// maxPlaces is how many locations a result lists.
const maxPlaces = 200

// symbolArgs identify a symbol by its text, so that models need not count columns.
type symbolArgs struct {
	Path   string `json:"path" jsonschema:"file in which the symbol stands, relative to the workspace"`
	Line   int    `json:"line" jsonschema:"line in which it stands, counted from 1"`
	Symbol string `json:"symbol" jsonschema:"the symbol as it is written there"`
}

// languages returns the editor's language servers.
func languages(c *Call) (workspace.Languages, error) {
	if l := c.Workspace.Languages(); l != nil {
		return l, nil
	}
	return nil, errNoServer()
}

func errNoServer() error {
	return &Error{Type: UserError, Message: "The editor has no language server that can tell.", Suggestion: "Use search_code."}
}

// languageError returns the error of a request to a language server.
func languageError(err error) error {
	if errors.Is(err, workspace.ErrUnsupported) {
		return errNoServer()
	}
	return fmt.Errorf("asking the language server: %w", err)
}

// find returns the position of the symbol.
func (a symbolArgs) find(ctx context.Context, c *Call) (workspace.Position, error) {
	t, err := c.Workspace.Read(ctx, a.Path)
	if err != nil {
		return workspace.Position{}, err
	}
	lines := splitLines(t.Content)
	for _, d := range []int{0, 1, -1, 2, -2, 3, -3} { // models are often a line off
		n := a.Line + d
		if n < 1 || n > len(lines) {
			continue
		}
		if i := wordIndex(lines[n-1], a.Symbol); i >= 0 {
			return workspace.Position{Path: t.File.Path, Line: n, Column: len(utf16.Encode([]rune(lines[n-1][:i]))) + 1}, nil
		}
	}
	return workspace.Position{}, &Error{
		Type: UserError, Message: fmt.Sprintf("%q does not stand in line %d of %s, nor near it.", a.Symbol, a.Line, a.Path),
		Suggestion: "Give the line as read_file numbers it, and the symbol as it is written there.",
	}
}

// wordIndex returns the index of a symbol as a whole word, or else anywhere; -1 if the line doesn't contain it.
func wordIndex(line, symbol string) int {
	if symbol == "" {
		return -1
	}
	inWord := func(b byte) bool {
		return b == '_' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || b >= 0x80
	}
	for at := 0; at < len(line); {
		i := strings.Index(line[at:], symbol)
		if i < 0 {
			break
		}
		i += at
		end := i + len(symbol)
		if (i == 0 || !inWord(line[i-1]) || !inWord(symbol[0])) && (end == len(line) || !inWord(line[end]) ||
			!inWord(symbol[len(symbol)-1])) {
			return i
		}
		at = i + 1
	}
	return strings.Index(line, symbol)
}

// lineTexts reads the text of lines, each file once, and none of files that hold secrets.
type lineTexts struct {
	c     *Call
	files map[string][]string
}

func newLineTexts(c *Call) *lineTexts { return &lineTexts{c, map[string][]string{}} }

func (l *lineTexts) line(ctx context.Context, path string, n int) string {
	lines, known := l.files[path]
	if !known {
		if !workspace.DefaultSecrets().Match(filepath.ToSlash(path)) {
			if t, err := l.c.Workspace.Read(ctx, path); err == nil { // files outside have no text here
				lines = splitLines(t.Content)
			}
		}
		l.files[path] = lines
	}
	if n < 1 || n > len(lines) {
		return ""
	}
	return cutLine(lines[n-1])
}

// places converts the locations that a language server returned.
func places(ctx context.Context, c *Call, found []workspace.Place) *Places {
	texts := newLineTexts(c)
	out := &Places{Locations: []Place{}, Count: len(found), Truncated: len(found) > maxPlaces}
	for _, p := range found[:min(len(found), maxPlaces)] {
		out.Locations = append(out.Locations, Place{c.Workspace.Display(p.Path), p.StartLine, texts.line(ctx, p.Path, p.StartLine)})
	}
	return out
}

// symbolTool returns a tool that sends a request about a symbol.
func symbolTool[R any](
	name, title, description string,
	ask func(ctx context.Context, c *Call, l workspace.Languages, at workspace.Position) (R, error),
) Tool {
	return Reading(Spec{Name: name, Kind: KindRead, Description: description}, func(c *Call, a symbolArgs) (string, []Location) {
		return fmt.Sprintf("%s %s in %s", title, a.Symbol, a.Path), at(c, a.Line, a.Path)
	}, func(ctx context.Context, c *Call, a symbolArgs) (R, error) {
		var none R
		l, err := languages(c)
		if err != nil {
			return none, err
		}
		pos, err := a.find(ctx, c)
		if err != nil {
			return none, err
		}
		return ask(ctx, c, l, pos)
	})
}
