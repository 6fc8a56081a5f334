package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/lsp/text"
	"ptk-lsp/lsp/wire"
	"ptk-lsp/workspace"
)

// What a full client announces.
const able = `{"workspace":{"applyEdit":true,"workspaceEdit":{"documentChanges":true}},"experimental":{"ptk":{"save":true,"approve":true}}}`

func (b *bench) write(uri, text string) error {
	return os.WriteFile(toURI(uri).FsPath(), []byte(text), 0o644)
}

func (b *bench) path(name string) string { return filepath.Join(b.dir, name) }

// The whole way of a write: shown to the user, allowed, made in the editor with the smallest edit, saved.
func TestWriteInTheEditor(t *testing.T) {
	for _, c := range []struct {
		name, capabilities  string
		dirty               bool
		wantDisk, wantSaves string
	}{
		{"a clean buffer is edited and saved", able, false, "one\nzwei 𝒳\nthree\n", "1"},
		{"what the user has not saved stays unsaved", able, true, "old\n", "0"},
		{"without versions", `{"workspace":{"applyEdit":true},"experimental":{"ptk":{"save":true,"approve":true}}}`, false, "one\nzwei 𝒳\nthree\n", "1"},
		{"an editor that can't save has the file written", `{"workspace":{"applyEdit":true},"experimental":{"ptk":{"approve":true}}}`, false, "one\nzwei 𝒳\nthree\n", "0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			before, after := "one\ntwo 𝒳\nthree\n", "one\nzwei 𝒳\nthree\n"
			b := newBench(t, c.capabilities, []string{"a.txt", before},
				llmtest.Say(call1("read_file", `{"path": "a.txt"}`)),
				llmtest.Say(call1("write_file", fmt.Sprintf(`{"path": "a.txt", "content": %q}`, after))), llmtest.Say("Done."))
			bufs := newBuffers(b)
			if c.dirty {
				bufs.open("a.txt", "old\n")
				if err := b.write(b.uri("a.txt"), "old\n"); err != nil {
					t.Fatal(err)
				}
				bufs.edit("a.txt", before)
			} else {
				bufs.open("a.txt", before)
			}
			b.say(wire.MethodApprove, wire.ApproveResult{Decision: wire.AllowOnce})
			r := b.chat(`{"message":"x"}`)
			if !r.Success || len(r.Changes) != 1 || r.Changes[0] != (wire.FileChange{URI: b.uri("a.txt"), Kind: "edit", Added: 1, Removed: 1}) {
				t.Fatalf("the result is %+v", r)
			}
			if got := b.disk("a.txt"); got != c.wantDisk {
				t.Errorf("the file has %q, want %q", got, c.wantDisk)
			}
			if got := bufs.get("a.txt"); fmt.Sprint(got.saves) != c.wantSaves || c.wantSaves != "0" && got.text != after || c.dirty && got.text != after {
				t.Errorf("the buffer is %+v", got)
			}
			var asked wire.ApproveParams
			if err := json.Unmarshal(b.await(wire.MethodApprove, 1), &asked); err != nil {
				t.Fatal(err)
			}
			if asked.Tool != "write_file" || asked.ToolKind != wire.KindEdit || len(asked.Diff) != 1 || asked.Diff[0].NewText != after || asked.TurnID != r.TurnID {
				t.Errorf("the user was asked %+v", asked)
			}
		})
	}
}

// Two edits of one word each, not one of everything between them; and lines that end in \r\n keep that.
func TestEditsAreSmall(t *testing.T) {
	b := newBench(t, able, nil)
	bufs := newBuffers(b)
	bufs.open("a.txt", "ä𝒳 one\nsame\nsame\ntwo\n")
	bufs.open("b.txt", "one\r\ntwo\r\nthree\r\n")
	b.sync()
	ed := b.server.editor
	for name, e := range map[string]workspace.Edit{
		"a.txt": {Before: "ä𝒳 one\nsame\nsame\ntwo\n", After: "ä𝒳 1\nsame\nsame\n2\n", Label: "PTK"},
		"b.txt": {Before: "one\ntwo\nthree\n", After: "one\n2\nthree\n"},
	} {
		e.Path = b.path(name)
		if err := b.write(b.uri(name), e.Before); err != nil {
			t.Fatal(err)
		}
		if err := ed.Apply(context.Background(), e); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	if got := bufs.get("a.txt").text; got != "ä𝒳 1\nsame\nsame\n2\n" {
		t.Errorf("a.txt is %q", got)
	}
	if got := bufs.get("b.txt").text; got != "one\r\n2\r\nthree\r\n" {
		t.Errorf("b.txt is %q", got)
	}
	for _, edit := range bufs.applied {
		size := 0
		for _, e := range edit.DocumentChanges[0].(*protocol.TextDocumentEdit).Edits {
			size += len(e.(*protocol.TextEdit).NewText)
		}
		if size > 3 {
			t.Errorf("the edit writes %d bytes", size)
		}
	}
}

func TestApplyRefuses(t *testing.T) {
	for _, c := range []struct {
		name, capabilities string
		buffer             string // of the editor; "" for not open
		before             string
		answer             any // to workspace/applyEdit
		want               error
	}{
		{"a file that is not open", able, "", "a\n", nil, workspace.ErrUnsupported},
		{"a buffer that has changed", able, "b\n", "a\n", nil, workspace.ErrStale},
		{"unsaved changes where no edit is taken", `{}`, "b\n", "b\n", nil, workspace.ErrUnsaved},
		{"an edit that the editor refused", able, "b\n", "b\n", map[string]any{"applied": false, "failureReason": "read-only"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, c.capabilities, []string{"a.txt", "disk\n"})
			if c.buffer != "" {
				b.open(b.uri("a.txt"), c.buffer)
			}
			b.say("workspace/applyEdit", c.answer)
			b.sync()
			err := b.server.editor.Apply(context.Background(), workspace.Edit{Path: b.path("a.txt"), Before: c.before, After: "new\n"})
			switch {
			case err == nil:
				t.Error("applied")
			case c.want != nil && !errors.Is(err, c.want):
				t.Errorf("the error is %v, want %v", err, c.want)
			case c.want == nil && !strings.Contains(err.Error(), "read-only"):
				t.Errorf("the error is %v", err)
			}
		})
	}
}

// Edits that never saved are told, since the model would go on with a file that is not what it thinks.
func TestApplyTellsOfFailedSave(t *testing.T) {
	b := newBench(t, able, []string{"a.txt", "a\n"})
	bufs := newBuffers(b)
	bufs.open("a.txt", "a\n")
	b.say(wire.MethodSave, wire.SaveResult{Saved: []string{}})
	b.sync()
	err := b.server.editor.Apply(context.Background(), workspace.Edit{Path: b.path("a.txt"), Before: "a\n", After: "b\n"})
	if err == nil || !strings.Contains(err.Error(), "did not save") {
		t.Errorf("the error is %v", err)
	}
}

func TestConfirm(t *testing.T) {
	q := workspace.Question{Tool: "write_file", Title: "Write a.txt", Risk: "It is overwritten.", Rule: "writes to *.txt"}
	message := func(title string) any { return map[string]any{"title": title} }
	for _, c := range []struct {
		name, capabilities string
		answer             any // nil: an error
		want               workspace.Answer
		fails              bool
	}{
		{"allowed with words", able, wire.ApproveResult{Decision: "allow_session", Feedback: "go"}, workspace.Answer{Decision: workspace.AllowSession, Feedback: "go"}, false},
		{"rejected", able, wire.ApproveResult{Decision: "reject", Feedback: "no"}, workspace.Answer{Decision: workspace.Reject, Feedback: "no"}, false},
		{"an unknown decision", able, wire.ApproveResult{Decision: "maybe"}, workspace.Answer{Decision: workspace.Reject}, true},
		{"an error", able, nil, workspace.Answer{Decision: workspace.Reject}, true},
		{"a button", `{}`, message("Always allow"), workspace.Answer{Decision: workspace.AllowAlways}, false},
		{"no button", `{}`, jsonrpc2.RawMessage("null"), workspace.Answer{Decision: workspace.Reject}, false},
		{"a button that was not there", `{}`, message("OK"), workspace.Answer{Decision: workspace.Reject}, false},
		{"no way to ask", `{}`, nil, workspace.Answer{Decision: workspace.Reject}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, c.capabilities, nil)
			if c.answer != nil {
				b.say(wire.MethodApprove, c.answer)
				b.say("window/showMessageRequest", c.answer)
			}
			got, err := b.server.editor.Confirm(context.Background(), q)
			if got != c.want || (err != nil) != c.fails {
				t.Errorf("the answer is %+v, %v, want %+v", got, err, c.want)
			}
		})
	}
}

func TestMessageHasTheAnswersAsButtons(t *testing.T) {
	b := newBench(t, `{}`, nil)
	b.say("window/showMessageRequest", jsonrpc2.RawMessage("null"))
	if _, err := b.server.editor.Confirm(context.Background(), workspace.Question{Title: "Write a.txt", Risk: "It is overwritten."}); err != nil {
		t.Fatal(err)
	}
	want := `{"type":2,"message":"PTK: Write a.txt?\nIt is overwritten.","actions":[{"title":"Allow once"},{"title":"Allow in this session"},{"title":"Reject"}]}`
	if diff := cmp.Diff(want, string(b.await("window/showMessageRequest", 1))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// When the turn is cancelled while the user is asked, the question is withdrawn; when the editor dies, it is rejected.
func TestQuestionIsWithdrawn(t *testing.T) {
	b := newBench(t, able, []string{"a.txt", "a\n"}, llmtest.Say(call1("write_file", `{"path": "b.txt", "content": "b"}`)))
	asked := make(chan struct{})
	b.answer(wire.MethodApprove, func(ctx context.Context, _ json.RawMessage) (any, error) {
		close(asked)
		return nil, fmt.Errorf("never answered: %w", context.Cause(waitFor(b, "$/cancelRequest")))
	})
	done := make(chan error, 1)
	go func() {
		_, err := b.conn.Call(context.Background(), wire.MethodChat, jsonrpc2.RawMessage(`{"message":"x","workDoneToken":1}`), nil)
		done <- err
	}()
	<-asked
	b.notify("window/workDoneProgress/cancel", map[string]any{"token": 1})
	if err := <-done; codeOf(err) != codeRequestCancelled {
		t.Errorf("the error is %v", err)
	}
	b.await("$/cancelRequest", 1)
	if _, err := os.Stat(b.path("b.txt")); err == nil {
		t.Error("the file was written")
	}
}

// waitFor waits for a message and gives a context.
func waitFor(b *bench, method string) context.Context {
	b.await(method, 1)
	return context.Background()
}

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
		got, err := b.server.editor.Dirty(context.Background())
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
		got, ok, err := b.server.editor.Buffer(context.Background(), path)
		if err != nil || ok != (want.Text != "") || ok && got != want {
			t.Errorf("%s is %+v, %t, %v", path, got, ok, err)
		}
	}
	b.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": "untitled:1"}})
	b.sync()
	if _, ok, _ := b.server.editor.Buffer(context.Background(), "untitled:1"); ok {
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
			b.say(wire.MethodEditorContext, jsonrpc2.RawMessage(fmt.Sprintf(`{"active":{"uri":%q,"selection":%s,"languageId":"go"},"visible":[%[1]q],"open":[%[1]q,"untitled:1"]}`, b.uri("a.go"), at)))
			got, err := b.server.editor.Context(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			path := b.path("a.go")
			want := &workspace.Context{Active: path, Language: "go", Selection: workspace.Range{StartLine: 2, StartColumn: 2, EndLine: 2, EndColumn: 4}, Visible: []string{path}, Open: []string{path, "untitled:1"}}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("context (-want +got):\n%s", diff)
			}
			b.say(wire.MethodDiagnostics, jsonrpc2.RawMessage(fmt.Sprintf(`{"items":[{"uri":%q,"diagnostics":[
				{"range":{"start":{"line":1,"character":%d},"end":{"line":1,"character":9}},"message":"bad","code":"E1","source":"vet","severity":2},
				{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}},"message":"worse","code":7}]}]}`, b.uri("a.go"), c.character)))
			found, err := b.server.editor.Diagnostics(context.Background(), path)
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
	if c, err := b.server.editor.Context(context.Background()); c != nil || err != nil {
		t.Errorf("the context is %v, %v", c, err)
	}
	if _, err := b.server.editor.Diagnostics(context.Background(), ""); !errors.Is(err, workspace.ErrUnsupported) {
		t.Errorf("the error is %v", err)
	}
}

// The edits turn the one text into the other, however its lines end and whatever it counts in.
func FuzzTextEdits(f *testing.F) {
	f.Add("one\r\ntwo\n", "one\ntwo\r\n")
	f.Add("a𝒳b\n", "a𝒳c")
	f.Fuzz(func(t *testing.T, before, after string) {
		before, after = strings.ToValidUTF8(before, "?"), strings.ToValidUTF8(after, "?")
		for _, enc := range []text.Encoding{text.UTF16, text.UTF8} {
			edits, err := textEdits(before, after, enc)
			if err != nil {
				t.Fatal(err)
			}
			buf := text.New(before, enc)
			for _, e := range slices.Backward(edits) {
				buf.Replace(position(wire.Position(e.Range.Start)), position(wire.Position(e.Range.End)), e.NewText)
			}
			if got := buf.String(); got != after {
				t.Fatalf("%q became %q, not %q, by %v", before, got, after, edits)
			}
		}
	})
}
