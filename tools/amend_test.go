package tools_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"ptk-lsp/tools"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/journal"
)

// answer returns an editor's answer that replaces a file's text by the user's own.
func (r *room) answer(name, text string) {
	r.say = workspace.Answer{Decision: workspace.AllowOnce, Files: []workspace.NewText{{Path: filepath.Join(r.dir, name), Text: text}}}
}

func TestTheUserTakesSomeHunks(t *testing.T) {
	r := newRoom(t, map[string]string{"a": "1\n2\n3\n", "crlf": "1\r\n2\r\n"})
	j, err := journal.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r.m = tools.NewManager(tools.Builtin(tools.Can{Journal: j}), r.ws, tools.Options{})
	r.ok("read", `{"file_paths": ["a", "crlf"]}`)

	r.answer("a", "one\n2\n3\n")
	r.say.Feedback = "only the first"
	got := r.ok(
		"edit_file",
		`{"path": "a", "edits": [{"old_string": "1", "new_string": "one"}, {"old_string": "3", "new_string": "three"}]}`,
	)
	if r.disk("a") != "one\n2\n3\n" || got["user_changed"] != true || got["edits"] != nil || got["added"] != 1.0 ||
		!strings.Contains(got["diff"].(string), "+one") || strings.Contains(got["diff"].(string), "three") || !strings.Contains(
		got["note"].(string), "only the first",
	) {
		t.Errorf("%q, reported %v", r.disk("a"), got)
	}
	r.say = workspace.Answer{Decision: workspace.AllowOnce}
	if got := r.ok("edit_file", `{"path": "a", "old_string": "3", "new_string": "THREE"}`); got["user_changed"] != nil {
		t.Errorf("what the user wrote counts as read; reported %v", got)
	}
	r.answer("crlf", "1\nzwei\n")
	if r.ok("write_file", `{"path": "crlf", "content": "1\ntwo\n"}`); r.disk("crlf") != "1\r\nzwei\r\n" {
		t.Errorf("%q", r.disk("crlf"))
	}
	r.answer("new", "mine\n")
	if res := r.call("write_file", `{"path": "new", "content": "proposed\n"}`); r.disk("new") != "mine\n" ||
		res.Diff.NewText != "mine\n" || res.Changes[0].Kind != "create" {
		t.Errorf("%q %s", r.disk("new"), res.JSON())
	}
	if _, err := j.Undo(t.Context(), r.ws, journal.Turn{Conversation: "c", ID: "t"}); err != nil {
		t.Fatal(err)
	}
	if r.disk("a") != "1\n2\n3\n" || r.disk("crlf") != "1\r\n2\r\n" {
		t.Errorf("undone: %q %q", r.disk("a"), r.disk("crlf"))
	}
}

func TestAnswersThatWriteNothing(t *testing.T) {
	r := newRoom(t, map[string]string{"a": "1\n2\n", "b": "b\n"})
	r.ok("read_file", `{"path": "a"}`)
	const edit = `{"path": "a", "old_string": "1", "new_string": "one"}`
	r.answer("a", "1\n2\n")
	r.fails("edit_file", edit, tools.PermissionError, "no part of this change")
	r.answer("b", "bad\n")
	r.fails("edit_file", edit, tools.PermissionError, "another file")
	r.fails("delete_file", `{"path": "b"}`, tools.PermissionError, "does not write")
	r.answer("a", "one\xff\n")
	r.fails("edit_file", edit, tools.ValidationError, "UTF-8")
	r.answer("a", "ok\n")
	r.say.Decision = workspace.Reject
	r.fails("edit_file", edit, tools.PermissionError, "did not agree")
	if r.disk("a") != "1\n2\n" || r.disk("b") != "b\n" {
		t.Errorf("%q %q", r.disk("a"), r.disk("b"))
	}
}

func TestWhatChangesNothingIsNotAskedFor(t *testing.T) {
	r := newRoom(t, map[string]string{"a": "1\n2\n"})
	r.ok("read_file", `{"path": "a"}`)
	got := r.ok("write_file", `{"path": "a", "content": "1\n2\n"}`)
	if len(r.asked) != 0 || !strings.Contains(got["note"].(string), "nothing was written") {
		t.Errorf("asked %d times, reported %v", len(r.asked), got)
	}
}

// The user picks hunks of the file as it was shown: if the file changes meanwhile, the user is asked again.
func TestHunksOfAFileThatHasChangedAreAskedForAgain(t *testing.T) {
	r := newRoom(t, map[string]string{"a": "1\n2\n"})
	asked := 0
	ws, err := workspace.New([]workspace.Folder{
		{Path: r.dir},
	}, workspace.Disk{Ask: func(context.Context, workspace.Question) (workspace.Answer, error) {
		if asked++; asked == 1 {
			r.put("a", "1\n2\nthe user's\n")
		}
		return workspace.Answer{
			Decision: workspace.AllowOnce, Files: []workspace.NewText{{Path: filepath.Join(r.dir, "a"), Text: "one\n2\n"}},
		}, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	r.ws = ws
	r.with(tools.Options{})
	r.ok("read_file", `{"path": "a"}`)
	r.fails(
		"edit_file", `{"path": "a", "edits": [{"old_string": "1", "new_string": "one"}, {"old_string": "2", "new_string": "two"}]}`,
		tools.UserError, "has changed since it was read",
	)
	if asked != 1 || r.disk("a") != "1\n2\nthe user's\n" {
		t.Errorf("asked %d times; the file holds %q", asked, r.disk("a"))
	}
}
