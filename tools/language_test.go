package tools_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/tools"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/workspacetest"
)

// server is an editor whose language server finds words: the first location is the definition.
type server struct {
	workspacetest.Editor
	path, text string
}

func (s *server) word(at workspace.Position) string {
	line := strings.Split(s.text, "\n")[at.Line-1]
	return strings.FieldsFunc(
		string(utf16.Decode(utf16.Encode([]rune(line))[at.Column-1:])), func(r rune) bool { return strings.ContainsRune(" ()", r) },
	)[0]
}

func (s *server) all(word string) (out []workspace.Place) {
	for i, line := range strings.Split(s.text, "\n") {
		if strings.Contains(line, word) {
			out = append(out, workspace.Place{Path: s.path, Range: workspace.Range{StartLine: i + 1, EndLine: i + 1}})
		}
	}
	return out
}

func (s *server) Symbols(_ context.Context, path string) ([]workspace.Symbol, error) {
	if path != s.path {
		return nil, workspace.ErrUnsupported
	}
	return []workspace.Symbol{{Name: "add", Kind: "function", Place: s.all("def add")[0]}}, nil
}

func (s *server) FindSymbols(ctx context.Context, _ string) ([]workspace.Symbol, error) {
	return s.Symbols(ctx, s.path)
}

func (s *server) Definition(_ context.Context, at workspace.Position) ([]workspace.Place, error) {
	return append(s.all(s.word(at))[:1], workspace.Place{Path: "/usr/lib/other.py", Range: workspace.Range{StartLine: 7}}), nil
}

func (s *server) References(_ context.Context, at workspace.Position) ([]workspace.Place, error) {
	return s.all(s.word(at)), nil
}

func (s *server) Hover(_ context.Context, at workspace.Position) (string, error) {
	return "**" + s.word(at) + "**", nil
}

func (s *server) JudgeCommand(context.Context, workspace.EditorCommand) (workspace.JudgedCommand, error) {
	return workspace.JudgedCommand{}, workspace.ErrUnsupported
}

func (s *server) RunCommand(_ context.Context, c workspace.EditorCommand) (string, error) {
	if c.Name == "bad" {
		return "", errors.New("no such command")
	}
	return fmt.Sprint(c.Name, c.Args), nil
}

func TestLanguageTools(t *testing.T) {
	text := "def add(a, b)\n  sum(a)\n😀 add (1)\n"
	r := newRoom(t, map[string]string{"a.py": text, "b.txt": ""})
	s := &server{path: filepath.Join(r.dir, "a.py"), text: text}
	s.Ask = r.ask
	ws, err := workspace.New([]workspace.Folder{{Path: r.dir}}, s)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	can := tools.Can{
		Language:       []string{"document_symbols", "workspace_symbols", "go_to_definition", "find_references", "hover"},
		EditorCommands: true,
	}
	r.m = tools.NewManager(tools.Builtin(can), ws, tools.Options{})

	symbol := map[string]any{"name": "add", "kind": "function", "path": "a.py", "line": 1.0, "end_line": 1.0, "text": "def add(a, b)"}
	for tool, args := range map[string]string{"document_symbols": `{"path": "a.py"}`, "workspace_symbols": `{"query": "add"}`} {
		if diff := cmp.Diff([]any{symbol}, r.ok(tool, args)["symbols"]); diff != "" {
			t.Errorf("%s: %s", tool, diff)
		}
	}
	def := []any{
		map[string]any{"path": "a.py", "line": 1.0, "text": "def add(a, b)"},
		map[string]any{"path": "/usr/lib/other.py", "line": 7.0},
	}
	if diff := cmp.Diff(def, r.ok("go_to_definition", `{"path": "a.py", "line": 1, "symbol": "add"}`)["locations"]); diff != "" {
		t.Error(diff)
	}
	if got := r.ok("find_references", `{"path": "a.py", "line": 2, "symbol": "def"}`); got["count"] != 1.0 {
		t.Errorf("a symbol one line off: %v", got)
	}
	if got := r.ok("hover", `{"path": "a.py", "line": 2, "symbol": "a"}`); got["contents"] != "**a**" {
		t.Errorf("got %v", got)
	}
	if got := r.ok("hover", `{"path": "a.py", "line": 3, "symbol": "add"}`); got["contents"] != "**add**" {
		t.Errorf("got %v", got)
	}
	r.fails("hover", `{"path": "a.py", "line": 1, "symbol": "zebra"}`, tools.UserError, "nor near it")
	r.fails("document_symbols", `{"path": "b.txt"}`, tools.UserError, "search_code")
	if got := r.ok("run_editor_command", `{"command": "fmt", "args": ["x"]}`); got["output"] != "fmt[x]" || len(r.asked) != 1 {
		t.Errorf("got %v, asked %v", got, r.asked)
	}
	r.fails("run_editor_command", `{"command": "bad"}`, tools.UserError, "no such command")
}
