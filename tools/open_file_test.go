package tools_test

import (
	"path/filepath"
	"strings"
	"testing"

	"ptk-lsp/tools"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/journal"
	"ptk-lsp/workspace/workspacetest"
)

// inEditor gives the room an editor that shows each line with "bug" as a problem.
func (r *room) inEditor() *workspacetest.Editor {
	ed := &workspacetest.Editor{Find: func(path, text string) []workspace.Diagnostic {
		var out []workspace.Diagnostic
		for i, line := range strings.Split(text, "\n") {
			if strings.Contains(line, "bug") {
				out = append(
					out,
					workspace.Diagnostic{
						Path: path, Line: i + 1, Column: 1, Severity: workspace.SeverityWarning, Source: "check", Message: line,
					},
				)
			}
		}
		return out
	}}
	ws, err := workspace.New([]workspace.Folder{{Path: r.dir}}, ed)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { ws.Close() })
	j, err := journal.Open(r.t.TempDir())
	if err != nil {
		r.t.Fatal(err)
	}
	r.ws, r.journal = ws, j
	r.m = tools.NewManager(tools.Builtin(tools.Can{Diagnostics: true, Journal: j}), ws, tools.Options{})
	return ed
}

func TestUnsavedTextIsReadSearchedAndEdited(t *testing.T) {
	r := newRoom(t, map[string]string{"a.go": "old bug\n", "b.go": "x\n"})
	ed := r.inEditor()
	ed.Open(filepath.Join(r.dir, "a.go"), "old bug\nunsaved\n")
	if got := r.ok("read_file", `{"path": "a.go"}`); got["dirty"] != true || !strings.Contains(got["content"].(string), "unsaved") {
		t.Errorf("got %v", got)
	}
	if got := r.ok("search_code", `{"query": "unsaved"}`); len(got["matches"].([]any)) != 1 {
		t.Errorf("got %v", got)
	}
	got := r.ok("edit_file", `{"path": "a.go", "old_string": "unsaved", "new_string": "new bug"}`)
	fresh := got["diagnostics"].([]any)
	if len(fresh) != 1 || fresh[0].(map[string]any)["message"] != "new bug" || fresh[0].(map[string]any)["severity"] != "warning" {
		t.Errorf("got %v", got)
	}
	if r.disk("a.go") != "old bug\n" || len(ed.Edits()) != 1 {
		t.Errorf("the user's unsaved file was saved: %q", r.disk("a.go"))
	}
	r.ok("edit_file", `{"path": "a.go", "old_string": "new bug", "new_string": "good"}`)
	if _, err := r.journal.Undo(t.Context(), r.ws, journal.Turn{Conversation: "c", ID: "t"}); err != nil {
		t.Fatal(err)
	}
	if b, _, _ := ed.Buffer(t.Context(), filepath.Join(r.dir, "a.go")); b.Text != "old bug\nunsaved\n" {
		t.Errorf("after undo the editor has %q", b.Text)
	}
}

func TestGetDiagnostics(t *testing.T) {
	r := newRoom(t, map[string]string{"a.go": "", "b.go": ""})
	ed := r.inEditor()
	ed.Open(filepath.Join(r.dir, "a.go"), "bug\n")
	ed.Open(filepath.Join(r.dir, "b.go"), "x\nbug\n")
	if got := r.ok("get_diagnostics", `{}`); got["count"] != 2.0 {
		t.Errorf("got %v", got)
	}
	got := r.ok("get_diagnostics", `{"file": "b.go", "severity": "warning"}`)["diagnostics"].([]any)
	if len(got) != 1 || got[0].(map[string]any)["path"] != "b.go" || got[0].(map[string]any)["line"] != 2.0 {
		t.Errorf("got %v", got)
	}
	if got := r.ok("get_diagnostics", `{"severity": "error"}`); got["count"] != 0.0 {
		t.Errorf("got %v", got)
	}
	r.fails("get_diagnostics", `{"severity": "fatal"}`, tools.ValidationError, "severity")
}

func TestUndoOfTools(t *testing.T) {
	r := newRoom(t, map[string]string{"a": "1\n", "b": "2\n", "c": "3\n"})
	r.inEditor()
	r.m = tools.NewManager(tools.Builtin(tools.Can{Journal: r.journal}), r.ws, tools.Options{})
	r.ok("read", `{"file_paths": ["a"]}`)
	r.ok("edit_file", `{"path": "a", "old_string": "1", "new_string": "one"}`)
	r.ok("delete_file", `{"path": "b"}`)
	r.ok("move_file", `{"from": "c", "to": "d"}`)
	r.ok("write_file", `{"path": "e", "content": "5"}`)
	got, err := r.journal.Undo(t.Context(), r.ws, journal.Turn{Conversation: "c", ID: "t"})
	if err != nil || len(got) != 4 || r.disk("a") != "1\n" || r.disk("b") != "2\n" || r.disk("c") != "3\n" {
		t.Errorf("got %+v, %v", got, err)
	}
	if files := r.ok("list_files", `{}`)["files"].([]any); len(files) != 3 {
		t.Errorf("left: %v", files)
	}
}
