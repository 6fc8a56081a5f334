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
		{
			"without versions", `{"workspace":{"applyEdit":true},"experimental":{"ptk":{"save":true,"approve":true}}}`, false,
			"one\nzwei 𝒳\nthree\n", "1",
		},
		{
			"an editor that can't save has the file written", `{"workspace":{"applyEdit":true},"experimental":{"ptk":{"approve":true}}}`, false,
			"one\nzwei 𝒳\nthree\n", "0",
		},
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
			if got := bufs.get("a.txt"); fmt.Sprint(got.saves) != c.wantSaves || c.wantSaves != "0" && got.text != after || c.dirty &&
				got.text != after {
				t.Errorf("the buffer is %+v", got)
			}
			var asked wire.ApproveParams
			if err := json.Unmarshal(b.await(wire.MethodApprove, 1), &asked); err != nil {
				t.Fatal(err)
			}
			if asked.Tool != "write_file" || asked.ToolKind != wire.KindEdit || len(asked.Diff) != 1 || asked.Diff[0].NewText != after ||
				asked.TurnID != r.TurnID {
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
	ed := b.server.peer.editor
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
			err := b.server.peer.editor.Apply(context.Background(), workspace.Edit{Path: b.path("a.txt"), Before: c.before, After: "new\n"})
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

// The editor may still show a file that was deleted; a new file is then written to the disk, where the editor reads it.
func TestApplyLeavesADeletedFileToTheDisk(t *testing.T) {
	b := newBench(t, able, []string{"a.txt", "old\n"})
	b.open(b.uri("a.txt"), "old\n")
	b.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": b.uri("a.txt")}})
	if err := os.Remove(b.path("a.txt")); err != nil {
		t.Fatal(err)
	}
	b.sync()
	err := b.server.peer.editor.Apply(context.Background(), workspace.Edit{Path: b.path("a.txt"), Create: true, After: "new\n"})
	if !errors.Is(err, workspace.ErrUnsupported) {
		t.Errorf("the error is %v, want %v", err, workspace.ErrUnsupported)
	}
}

// Edits that were not saved are reported, since the model would continue with a wrong idea of the file.
func TestApplyTellsOfFailedSave(t *testing.T) {
	b := newBench(t, able, []string{"a.txt", "a\n"})
	bufs := newBuffers(b)
	bufs.open("a.txt", "a\n")
	b.say(wire.MethodSave, wire.SaveResult{Saved: []string{}})
	b.sync()
	err := b.server.peer.editor.Apply(context.Background(), workspace.Edit{Path: b.path("a.txt"), Before: "a\n", After: "b\n"})
	if err == nil || !strings.Contains(err.Error(), "did not save") {
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

// A document that was never saved is changed in the editor with the user's consent, is not saved, and is put back by undo.
func TestWriteInAnUntitledDocument(t *testing.T) {
	const uri, before, after = "untitled:Untitled-1", "one\ntwo\n", "one\nzwei\n"
	b := newBench(t, able, nil,
		llmtest.Say(call1("read_file", fmt.Sprintf(`{"path": %q}`, uri))),
		llmtest.Say(call1("edit_file", fmt.Sprintf(`{"path": %q, "old_string": "two", "new_string": "zwei"}`, uri))), llmtest.Say("Done."))
	bufs := newBuffers(b)
	bufs.by[uri] = &buffer{text: before, version: 1}
	b.fakeEditor.open(uri, before)
	b.sync()
	b.say(wire.MethodApprove, wire.ApproveResult{Decision: wire.AllowOnce})
	r := b.chat(`{"message":"x"}`)
	if !r.Success || len(r.Changes) != 1 || r.Changes[0] != (wire.FileChange{URI: uri, Kind: "edit", Added: 1, Removed: 1}) {
		t.Fatalf("the result is %+v", r)
	}
	var asked wire.ApproveParams
	if err := json.Unmarshal(b.await(wire.MethodApprove, 1), &asked); err != nil || asked.Rule != "" || len(asked.Diff) != 1 ||
		asked.Diff[0].URI != uri {
		t.Errorf("the user was asked %+v, %v", asked, err)
	}
	held := func() buffer {
		bufs.mu.Lock()
		defer bufs.mu.Unlock()
		return *bufs.by[uri]
	}
	if got := held(); got.text != after || got.saves != 0 {
		t.Errorf("the document is %+v", got)
	}
	b.sync()
	var undone wire.UndoResult
	b.must(wire.MethodUndo, wire.TurnParams{ConversationID: r.ConversationID, TurnID: r.TurnID}, &undone)
	if len(undone.Files) != 1 || undone.Files[0].URI != uri || undone.Files[0].Status != "restored" || held().text != before {
		t.Errorf("undo gives %+v, and the document %+v", undone, held())
	}
}
