package tools_test

import (
	"strings"
	"testing"

	"ptk-lsp/tools"
)

func TestEditFile(t *testing.T) {
	r := newRoom(t, map[string]string{"a.go": "package a\r\n\r\nfunc f() {\r\n\tg()\r\n}\r\n"})
	edit := `{"path": "a.go", "old_string": "func f() {\n    g()\n}", "new_string": "func f() {\n    h()\n    g()\n}"}`
	r.fails("edit_file", edit, tools.UserError, "has not been read")
	r.ok("read_file", `{"path": "a.go", "limit": 1}`)
	got := r.ok("edit_file", edit)
	if r.disk("a.go") != "package a\r\n\r\nfunc f() {\r\n\th()\r\n\tg()\r\n}\r\n" || got["added"] != 1.0 || got["removed"] != 0.0 {
		t.Errorf("got %v and %q", got, r.disk("a.go"))
	}
	how := got["edits"].([]any)[0].(map[string]any)
	if how["how"] != "indentation" || how["line"] != 3.0 {
		t.Errorf("got %v", how)
	}
	if len(r.asked) != 1 || !strings.Contains(r.asked[0].Diff[0].Unified, "+\th()") {
		t.Errorf("asked %+v", r.asked)
	}
}

func TestEditsAreReportedOneByOne(t *testing.T) {
	r := newRoom(t, map[string]string{"a": "one\ntwo\ntwo\nthree\n"})
	r.ok("read_file", `{"path": "a"}`)
	got := r.ok("edit_file", `{"path": "a", "edits": [{"old_string": "one", "new_string": "1"}, {"old_string": "two", "new_string": "2"},
		{"old_string": "zero", "new_string": "0"}, {"old_string": "three", "new_string": "3"}]}`)
	if r.disk("a") != "1\ntwo\ntwo\n3\n" {
		t.Errorf("the file holds %q", r.disk("a"))
	}
	reports := got["edits"].([]any)
	for i, want := range []string{"", "at lines 2, 3", "is not in the file", ""} {
		rep := reports[i].(map[string]any)
		msg, _ := rep["error"].(string)
		if rep["applied"] != (want == "") || !strings.Contains(msg, want) {
			t.Errorf("edit %d: %v", i, rep)
		}
	}
	r.fails(
		"edit_file", `{"path": "a", "edits": [{"old_string": "no", "new_string": "1"}, {"old_string": "two", "new_string": "2"}]}`,
		tools.UserError, "edit 2",
	)
	r.fails("edit_file", `{"path": "a", "old_string": "two", "new_string": "2"}`, tools.UserError, "replace_all")
	r.ok("edit_file", `{"path": "a", "old_string": "two", "new_string": "2", "replace_all": true}`)
	r.fails("edit_file", `{"path": "b", "old_string": "x", "new_string": "y"}`, tools.UserError, "write_file")
	r.fails("edit_file", `{"path": "a"}`, tools.UserError, "empty")
}

func TestDeleteFile(t *testing.T) {
	r := newRoom(t, map[string]string{"a": "1\n2\n", "d/x": ""})
	if got := r.ok("delete_file", `{"path": "a"}`); got["removed"] != 2.0 || got["path"] != "a" {
		t.Errorf("got %v", got)
	}
	r.fails("read_file", `{"path": "a"}`, tools.UserError, "does not exist")
	r.fails("delete_file", `{"path": "d"}`, tools.UserError, "is a folder")
	r.fails("delete_file", `{"path": "../x"}`, tools.SecurityError, "outside")
}

func TestMoveFile(t *testing.T) {
	r := newRoom(t, map[string]string{"a": "1\n", "b": "2\n"})
	r.ok("read_file", `{"path": "a"}`)
	r.ok("move_file", `{"from": "a", "to": "deep/er/c"}`)
	if r.disk("deep/er/c") != "1\n" {
		t.Error("the file is lost")
	}
	r.ok("edit_file", `{"path": "deep/er/c", "old_string": "1", "new_string": "3"}`)
	r.fails("move_file", `{"from": "b", "to": "deep/er/c"}`, tools.UserError, "exists")
	r.fails("move_file", `{"from": "b", "to": "/tmp/x"}`, tools.SecurityError, "outside")
	if r.disk("b") != "2\n" || r.disk("deep/er/c") != "3\n" {
		t.Error("a refused move did something")
	}
}
