package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.lsp.dev/jsonrpc2"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/lsp/wire"
	"ptk-lsp/workspace"
)

func TestDirty(t *testing.T) {
	for _, capabilities := range []string{`{}`, `{"experimental":{"ptk":{"readFile":true}}}`} {
		b := newBench(t, capabilities, []string{"clean", "a\n", "typed", "a\n", "saved", "a\n", "back", "a\n", "old", "a\n"})
		held := map[string]string{"clean": "a\n", "typed": "b\n", "back": "a\n", "old": "c\n"}
		b.answer(wire.MethodReadFile, func(_ context.Context, raw json.RawMessage) (any, error) {
			var p wire.ReadFileParams
			if err := json.Unmarshal(raw, &p); err != nil {
				return nil, err
			}
			text, ok := held[filepath.Base(p.URI)]
			if !ok {
				return nil, errors.New("not open")
			}
			return wire.ReadFileResult{Text: text, Dirty: text != "a\n"}, nil
		})
		for _, name := range []string{"clean", "typed", "saved", "back"} {
			b.open(b.uri(name), "a\n")
		}
		b.open(b.uri("old"), "c\n") // with unsaved changes from before
		b.open("untitled:1", "x")
		b.change(b.uri("typed"), 2, "b\n")
		b.change(b.uri("back"), 2, "b\n")
		b.change(b.uri("back"), 3, "a\n") // undone
		b.change(b.uri("saved"), 2, "b\n")
		b.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": b.uri("saved")}})
		b.sync()
		got, err := b.server.peer.editor.Dirty(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(got)
		if diff := cmp.Diff([]string{b.path("old"), b.path("typed"), "untitled:1"}, got); diff != "" {
			t.Errorf("%s: (-want +got):\n%s", capabilities, diff)
		}
	}
}

func TestBuffer(t *testing.T) {
	b := newBench(t, `{}`, []string{"a.txt", "a\n", "latin", "\xe4\n"})
	b.open(b.uri("a.txt"), "a\n")
	b.open(b.uri("latin"), "ä\n")
	b.open("untitled:1", "draft")
	b.sync()
	for path, want := range map[string]workspace.Buffer{
		b.path("a.txt"): {}, // as on the disk
		b.path("latin"): {}, // in another encoding, but nothing was typed
		b.path("none"):  {},
		"untitled:1":    {Text: "draft", Version: 1, Dirty: true},
	} {
		got, ok, err := b.server.peer.editor.Buffer(context.Background(), path)
		if err != nil || ok != (want.Text != "") || ok && got != want {
			t.Errorf("%s is %+v, %t, %v", path, got, ok, err)
		}
	}
	b.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": "untitled:1"}})
	b.sync()
	if _, ok, _ := b.server.peer.editor.Buffer(context.Background(), "untitled:1"); ok {
		t.Error("a closed document is still there")
	}
}

func TestContextAndDiagnostics(t *testing.T) {
	for _, c := range []struct {
		name, capabilities string
		character          int // where 𝒳 ends, as the editor counts
	}{
		{"in UTF-16", `{"experimental":{"ptk":{"context":true,"diagnostics":true}}}`, 3},
		{"in UTF-8", `{"general":{"positionEncodings":["utf-8","utf-16"]},"experimental":{"ptk":{"context":true,"diagnostics":true}}}`, 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, c.capabilities, nil)
			b.open(b.uri("a.go"), "first\na𝒳b\n")
			b.sync()
			at := fmt.Sprintf(`{"start":{"line":1,"character":1},"end":{"line":1,"character":%d}}`, c.character)
			b.say(wire.MethodEditorContext, jsonrpc2.RawMessage(fmt.Sprintf(`{"active":{"uri":%q,"selection":%s,"languageId":"go"},`+
				`"visible":[%[1]q],"open":[%[1]q,"untitled:1"]}`, b.uri("a.go"), at)))
			got, err := b.server.peer.editor.Context(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			path := b.path("a.go")
			want := &workspace.Context{Active: path, Language: "go", Selection: workspace.Range{
				StartLine: 2, StartColumn: 2, EndLine: 2,
				EndColumn: 4,
			}, Visible: []string{path}, Open: []string{path, "untitled:1"}}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("context (-want +got):\n%s", diff)
			}
			b.say(wire.MethodDiagnostics, jsonrpc2.RawMessage(fmt.Sprintf(`{"items":[{"uri":%q,"diagnostics":[
				{"range":{"start":{"line":1,"character":%d},"end":{"line":1,"character":9}},"message":"bad","code":"E1","source":"vet","severity":2},
				{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}},"message":"worse","code":7}]}]}`,
				b.uri("a.go"), c.character)))
			found, err := b.server.peer.editor.Diagnostics(context.Background(), path)
			if err != nil {
				t.Fatal(err)
			}
			wantFound := []workspace.Diagnostic{
				{Path: path, Line: 2, Column: 4, Severity: workspace.SeverityWarning, Source: "vet", Code: "E1", Message: "bad"},
				{Path: path, Line: 1, Column: 1, Severity: workspace.SeverityError, Code: "7", Message: "worse"},
			}
			if diff := cmp.Diff(wantFound, found); diff != "" {
				t.Errorf("diagnostics (-want +got):\n%s", diff)
			}
			if got := string(b.await(wire.MethodDiagnostics, 1)); got != fmt.Sprintf(`{"uri":%q}`, b.uri("a.go")) {
				t.Errorf("asked for %s", got)
			}
		})
	}
}

func TestWithoutContextAndDiagnostics(t *testing.T) {
	b := newBench(t, `{}`, nil)
	if c, err := b.server.peer.editor.Context(context.Background()); c != nil || err != nil {
		t.Errorf("the context is %v, %v", c, err)
	}
	if _, err := b.server.peer.editor.Diagnostics(context.Background(), ""); !errors.Is(err, workspace.ErrUnsupported) {
		t.Errorf("the error is %v", err)
	}
}

// An editor that does not answer is not waited for, and the request is withdrawn.
func TestRequestsHaveADeadline(t *testing.T) {
	b := newBench(t, `{}`, nil)
	given := make(chan struct{})
	b.answer("test/slow", func(context.Context, json.RawMessage) (any, error) {
		<-given
		return nil, nil
	})
	defer close(given)
	err := b.server.peer.editor.ask(context.Background(), time.Millisecond, "test/slow", nil, nil)
	if err == nil || err.Error() != "test/slow: the editor did not answer within 1ms" {
		t.Errorf("the error is %v", err)
	}
	b.await("$/cancelRequest", 1)
}

// A document that is no file is read through the editor where the user has it open, and else not at all: what its scheme
// could reach beside is not the model's.
func TestVirtualDocumentsAreReadWhereTheyAreOpen(t *testing.T) {
	const uri = "vscode-remote://ssh-remote+host/w/a.go"
	b := newBench(t, `{"experimental":{"ptk":{"readFile":true,"context":true}}}`, nil)
	b.say(wire.MethodReadFile, jsonrpc2.RawMessage(`{"text":"remote","version":2,"dirty":true}`))
	for _, c := range []struct {
		open string
		held bool
	}{{"", false}, {`"vscode-remote://ssh-remote+host/w/b.go"`, false}, {`"` + uri + `"`, true}} {
		b.say(wire.MethodEditorContext, jsonrpc2.RawMessage(`{"visible":[],"open":[`+c.open+`]}`))
		got, held, err := b.server.peer.editor.Buffer(context.Background(), uri)
		if err != nil || held != c.held || held && got.Text != "remote" {
			t.Errorf("open %s: got %+v, %v, %v", c.open, got, held, err)
		}
		if asked := b.taken(wire.MethodReadFile); !c.held && len(asked) > 0 {
			t.Errorf("open %s: the editor was asked for %s", c.open, asked)
		}
	}
}

// A document that was never saved is searched as it is at that moment, until it is closed.
func TestUntitledDocumentsAreSearched(t *testing.T) {
	find := call1("search_code", `{"query": "pangolin"}`)
	b := newBench(t, `{"experimental":{"ptk":{"readFile":true}}}`, []string{"a.txt", "no animals\n"},
		llmtest.Say(find), llmtest.Say(call1("read_file", `{"path": "untitled:Untitled-1"}`)), llmtest.Say("done"),
		llmtest.Say(find), llmtest.Say("done"))
	text := "first\na pangolin\n"
	b.answer(wire.MethodReadFile, func(_ context.Context, raw json.RawMessage) (any, error) {
		var p wire.ReadFileParams
		if err := json.Unmarshal(raw, &p); err != nil || p.URI != "untitled:Untitled-1" {
			return nil, errors.Join(err, errors.New("not open"))
		}
		return wire.ReadFileResult{Text: text, Version: 2}, nil // not dirty: a backup holds it
	})
	b.open("untitled:Untitled-1", "first\n")
	b.change("untitled:Untitled-1", 2, text)
	b.sync()
	r := b.chat(`{"message": "where is the pangolin?"}`)
	asked := b.model.Requests()
	if got := asked[1].Last().Content; !strings.Contains(got, `"path":"untitled:Untitled-1","line":2,"column":3`) {
		t.Errorf("found %s", got)
	}
	if got := asked[2].Last().Content; !strings.Contains(got, "a pangolin") || !r.Success {
		t.Errorf("read %s", got)
	}
	b.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": "untitled:Untitled-1"}})
	b.sync()
	b.chat(`{"message": "and now?"}`)
	if got := b.model.Requests()[4].Last().Content; strings.Contains(got, "untitled") {
		t.Errorf("found in a closed document: %s", got)
	}
}
