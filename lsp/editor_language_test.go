package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.lsp.dev/jsonrpc2"

	"ptk-lsp/lsp/wire"
	"ptk-lsp/workspace"
)

// What a client announces that forwards everything.
const forwards = `"experimental":{"ptk":{"forward":["textDocument/documentSymbol","workspace/symbol","textDocument/definition",` +
	`"textDocument/references","textDocument/hover"]}}`

// forwardTo is a bench whose language servers answer everything with this JSON.
func forwardTo(t *testing.T, answer string) *bench {
	b := newBench(t, "{"+forwards+"}", nil)
	b.say(wire.MethodForward, jsonrpc2.RawMessage(strings.ReplaceAll(answer, "$A", b.uri("a.go"))))
	return b
}

// at is a range in the JSON of LSP.
func at(startLine, startCharacter, endLine, endCharacter int) string {
	return fmt.Sprintf(`{"start":{"line":%d,"character":%d},"end":{"line":%d,"character":%d}}`, startLine, startCharacter, endLine,
		endCharacter)
}

func TestPlacesInEveryShape(t *testing.T) {
	one := workspace.Range{StartLine: 3, StartColumn: 6, EndLine: 3, EndColumn: 9}
	for name, c := range map[string]struct {
		answer string
		want   []workspace.Range
	}{
		"null":          {`null`, nil},
		"an empty list": {`[]`, nil},
		"Location":      {`{"uri":"$A","range":` + at(2, 5, 2, 8) + `}`, []workspace.Range{one}},
		"Location[]": {
			`[{"uri":"$A","range":` + at(2, 5, 2, 8) + `},{"uri":"$A","range":` + at(0, 0, 1, 0) + `}]`,
			[]workspace.Range{one, {StartLine: 1, StartColumn: 1, EndLine: 2, EndColumn: 1}},
		},
		"LocationLink[]": {
			`[{"targetUri":"$A","targetRange":` + at(1, 0, 9, 0) + `,"targetSelectionRange":` + at(2, 5, 2, 8) + `,"originSelectionRange":` +
				at(7, 7, 7, 7) + `}]`,
			[]workspace.Range{one},
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := forwardTo(t, c.answer)
			var want []workspace.Place
			for _, r := range c.want {
				want = append(want, workspace.Place{Path: b.path("a.go"), Range: r})
			}
			here := workspace.Position{Path: b.path("a.go"), Line: 4, Column: 2}
			for method, ask := range map[string]func(context.Context, workspace.Position) ([]workspace.Place, error){
				`{"method":"textDocument/definition","params":{"textDocument":{"uri":"$A"},` +
					`"position":{"line":3,"character":1}}}`: b.server.peer.editor.Definition,
				`{"method":"textDocument/references","params":{"textDocument":{"uri":"$A"},"position":{"line":3,"character":1},` +
					`"context":{"includeDeclaration":true}}}`: b.server.peer.editor.References,
			} {
				got, err := ask(context.Background(), here)
				if diff := cmp.Diff(want, got); diff != "" || err != nil {
					t.Errorf("%v (-want +got):\n%s", err, diff)
				}
				taken := b.taken(wire.MethodForward)
				if diff := cmp.Diff(strings.ReplaceAll(method, "$A", b.uri("a.go")), string(taken[len(taken)-1])); diff != "" {
					t.Errorf("asked (-want +got):\n%s", diff)
				}
			}
		})
	}
}

func TestSymbolsInEveryShape(t *testing.T) {
	for name, c := range map[string]struct {
		answer string
		want   []workspace.Symbol
	}{
		"null": {`null`, nil},
		"DocumentSymbol[] begin at the name": {
			`[{"name":"T","kind":23,"range":` + at(0, 0, 9, 1) + `,"selectionRange":` + at(1, 5, 1, 6) + `,"children":[
			{"name":"m","kind":6,"range":` + at(3, 0, 4, 1) + `,"selectionRange":` + at(3, 2, 3, 3) + `}]}]`,
			[]workspace.Symbol{
				{Name: "T", Kind: "struct", Place: workspace.Place{Path: "a.go", Range: workspace.Range{
					StartLine: 2, StartColumn: 6, EndLine: 10,
					EndColumn: 2,
				}}},
				{Name: "m", Kind: "method", Container: "T", Place: workspace.Place{Path: "a.go", Range: workspace.Range{
					StartLine: 4, StartColumn: 3,
					EndLine: 5, EndColumn: 2,
				}}},
			},
		},
		"SymbolInformation[]": {
			`[{"name":"f","kind":12,"containerName":"pkg","location":{"uri":"$A","range":` + at(1, 0, 2, 1) + `}}]`,
			[]workspace.Symbol{{Name: "f", Kind: "function", Container: "pkg", Place: workspace.Place{
				Path:  "a.go",
				Range: workspace.Range{StartLine: 2, StartColumn: 1, EndLine: 3, EndColumn: 2},
			}}},
		},
		"WorkspaceSymbol[] without a range": {
			`[{"name":"f","kind":99,"location":{"uri":"$A"}}]`,
			[]workspace.Symbol{{Name: "f", Kind: "symbol", Place: workspace.Place{Path: "a.go"}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := forwardTo(t, c.answer)
			for i := range c.want {
				c.want[i].Path = b.path("a.go")
			}
			got, err := b.server.peer.editor.Symbols(context.Background(), b.path("a.go"))
			if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
			if name == "null" || !strings.Contains(c.answer, "location") {
				return
			}
			got, err = b.server.peer.editor.FindSymbols(context.Background(), "f")
			if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
				t.Errorf("by name: %v (-want +got):\n%s", err, diff)
			}
			if asked := string(b.await(wire.MethodForward, 2)); asked != `{"method":"workspace/symbol","params":{"query":"f"}}` {
				t.Errorf("asked %s", asked)
			}
		})
	}
}

func TestHoverInEveryForm(t *testing.T) {
	for answer, want := range map[string]string{
		`null`:             "",
		`{"contents":[]}`:  "",
		`{"contents":" "}`: "",
		`{"contents":{"kind":"markdown","value":"**f** is a function\n"},"range":` + at(0, 0, 0, 1) + `}`: "**f** is a function",
		`{"contents":{"kind":"plaintext","value":"f"}}`:                                                   "f",
		`{"contents":"*f*"}`: "*f*",
		`{"contents":{"language":"go","value":"func f()"}}`:               "```go\nfunc f()\n```",
		`{"contents":[{"language":"go","value":"func f()\n"},"", "doc"]}`: "```go\nfunc f()\n```\n\ndoc",
		`{"contents":{"language":"md\n# x","value":"` + "```" + `"}}`:     "````md\n```\n````",
	} {
		b := forwardTo(t, answer)
		got, err := b.server.peer.editor.Hover(context.Background(), workspace.Position{Path: b.path("a.go"), Line: 1, Column: 1})
		if err != nil || got != want {
			t.Errorf("%s is %q, %v, want %q", answer, got, err, want)
		}
	}
}

func TestHostileLanguageServers(t *testing.T) {
	for _, answer := range []string{
		`7`, `"x"`, `[7]`, `{"uri":7}`, `[{}]`, `[null]`, `[{"uri":"$A"}]`, `[{"uri":"a.go","range":` + at(0, 0, 0, 0) + `}]`,
		`[{"uri":"/etc/passwd","range":` + at(0, 0, 0, 0) + `}]`,
		`[{"uri":"$A","range":` + at(-1, 0, 0, 0) + `}]`, `[{"uri":"$A","range":` + at(0, 0, 4294967295, 0) + `}]`,
		`[{"name":"x","location":{"range":` + at(0, 0, 0, 0) + `}}]`,
		`{"contents":7}`, `{"contents":[[]]}`, `{"contents":{}}`, `{}`,
	} {
		b := forwardTo(t, answer)
		here := workspace.Position{Path: b.path("a.go"), Line: 1, Column: 1}
		_, err := b.server.peer.editor.Definition(context.Background(), here)
		if err == nil {
			t.Errorf("%s is taken for places", answer)
		}
		if got, err := b.server.peer.editor.Hover(context.Background(), here); err == nil {
			t.Errorf("%s is shown as %q", answer, got)
		}
		if got, err := b.server.peer.editor.FindSymbols(context.Background(), "x"); err == nil {
			t.Errorf("%s are the symbols %v", answer, got)
		}
	}
}

// A position goes to the editor in the units that it counts in, of the text that the tools have seen.
func TestPositionsInUTF8(t *testing.T) {
	b := newBench(t, `{"general":{"positionEncodings":["utf-8"]},`+forwards+`}`, []string{"closed.go", "𝒳ä f\n"})
	b.say(wire.MethodForward, jsonrpc2.RawMessage(fmt.Sprintf(`{"uri":%q,"range":%s}`, b.uri("open.go"), at(1, 7, 1, 8))))
	b.open(b.uri("open.go"), "\r\n𝒳ä f\n")
	b.sync()
	for name, line := range map[string]int{"open.go": 2, "closed.go": 1} {
		got, err := b.server.peer.editor.Definition(context.Background(), workspace.Position{Path: b.path(name), Line: line, Column: 5})
		want := []workspace.Place{{Path: b.path("open.go"), Range: workspace.Range{StartLine: 2, StartColumn: 5, EndLine: 2, EndColumn: 6}}}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
		taken := b.taken(wire.MethodForward)
		if asked := string(taken[len(taken)-1]); !strings.Contains(asked, fmt.Sprintf(`"position":{"line":%d,"character":7}`, line-1)) {
			t.Errorf("%s: asked %s", name, asked)
		}
	}
	_, err := b.server.peer.editor.Definition(context.Background(), workspace.Position{Path: b.path("gone.go"), Line: 1, Column: 1})
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the error is %v", err)
	}
}

func TestForwardsOnlyWhatWasAnnounced(t *testing.T) {
	b := newBench(t, `{"experimental":{"ptk":{"forward":["textDocument/hover"]}}}`, nil)
	ed, here := b.server.peer.editor, workspace.Position{Path: b.path("a.go"), Line: 1, Column: 1}
	if _, err := ed.Definition(context.Background(), here); !errors.Is(err, workspace.ErrUnsupported) {
		t.Errorf("the error is %v", err)
	}
	if len(b.taken(wire.MethodForward)) != 0 {
		t.Error("asked all the same")
	}
	for code, want := range map[jsonrpc2.Code]bool{jsonrpc2.MethodNotFound: true, jsonrpc2.InternalError: false} {
		b.answer(wire.MethodForward, func(context.Context, json.RawMessage) (any, error) {
			return nil, jsonrpc2.Errorf(code, "no")
		})
		if _, err := ed.Hover(context.Background(), here); err == nil || errors.Is(err, workspace.ErrUnsupported) != want {
			t.Errorf("the error is %v", err)
		}
	}
}

func TestRunCommand(t *testing.T) {
	b := newBench(t, `{"experimental":{"ptk":{"runCommand":true}}}`, nil)
	b.say(wire.MethodRunCommand, wire.RunCommandResult{Output: "done"})
	got, err := b.server.peer.editor.RunCommand(context.Background(), workspace.EditorCommand{Name: "set"})
	if got != "done" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if asked := string(b.await(wire.MethodRunCommand, 1)); asked != `{"command":"set","args":[]}` {
		t.Errorf("asked %s", asked)
	}
	b.answer(wire.MethodRunCommand, func(context.Context, json.RawMessage) (any, error) {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the user did not agree")
	})
	_, err = b.server.peer.editor.RunCommand(context.Background(), workspace.EditorCommand{Name: "set", Args: []string{"x"}})
	if err == nil || !strings.Contains(err.Error(), "did not agree") {
		t.Errorf("the error is %v", err)
	}
	if _, err := b.server.peer.editor.JudgeCommand(context.Background(), workspace.EditorCommand{Name: "set"}); !errors.Is(
		err, workspace.ErrUnsupported) {
		t.Errorf("the error is %v", err)
	}
	b = newBench(t, `{"experimental":{"ptk":{"runCommand":true,"judgeCommand":true}}}`, nil)
	b.say(wire.MethodJudgeCommand, wire.JudgeCommandResult{
		Effect: wire.CommandRuns, Risk: "Careful.", Shell: "ls", DirURI: "file:///w", Target: "a.txt", URI: "file:///w/a.txt",
	})
	judged, err := b.server.peer.editor.JudgeCommand(context.Background(), workspace.EditorCommand{Name: "!ls", Path: "/w/a.txt"})
	want := workspace.JudgedCommand{
		Effect: workspace.CommandRuns, Risk: "Careful.", Shell: "ls", Dir: "/w", Target: "a.txt", Path: "/w/a.txt",
	}
	if err != nil || judged != want {
		t.Errorf("got %+v, %v", judged, err)
	}
	if asked := string(b.await(wire.MethodJudgeCommand, 1)); asked != `{"command":"!ls","args":[],"uri":"file:///w/a.txt"}` {
		t.Errorf("asked %s", asked)
	}
	b = newBench(t, `{}`, nil)
	_, err = b.server.peer.editor.RunCommand(context.Background(), workspace.EditorCommand{Name: "set"})
	if !errors.Is(err, workspace.ErrUnsupported) {
		t.Errorf("the error is %v", err)
	}
}
