package tools_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

func TestWriteFile(t *testing.T) {
	r := newRoom(t, map[string]string{"a.txt": "one\r\ntwo\r\n"})
	got := r.ok("write_file", `{"path": "new/b.txt", "content": "x\ny\n"}`)
	if got["created"] != true || got["added"] != 2.0 || got["removed"] != 0.0 || r.disk("new/b.txt") != "x\ny\n" {
		t.Errorf("got %v", got)
	}
	r.fails("write_file", `{"path": "a.txt", "content": "x"}`, tools.UserError, "has not been read")
	r.ok("read_file", `{"path": "a.txt"}`)
	got = r.ok("write_file", `{"path": "a.txt", "content": "one\n2\n"}`)
	if got["created"] != false || got["added"] != 1.0 || got["removed"] != 1.0 || r.disk("a.txt") != "one\r\n2\r\n" {
		t.Errorf("got %v and %q", got, r.disk("a.txt"))
	}
	r.ok("write_file", `{"path": "a.txt", "content": "again\n"}`)
	r.put("a.txt", "the user's\n")
	r.fails("write_file", `{"path": "a.txt", "content": "x"}`, tools.UserError, "changed since")
	if r.disk("a.txt") != "the user's\n" {
		t.Errorf("the user's change is lost: %q", r.disk("a.txt"))
	}
}

func TestWriteFileAsks(t *testing.T) {
	r := newRoom(t, nil)
	r.say = workspace.Answer{Decision: workspace.Reject, Feedback: "call it b"}
	r.fails("write_file", `{"path": "a", "content": "x"}`, tools.PermissionError, "call it b")
	if len(r.asked) != 1 || r.asked[0].Tool != "write_file" || len(r.asked[0].Diff) != 1 || r.asked[0].Diff[0].NewText != "x" {
		t.Errorf("asked %+v", r.asked)
	}
	r.fails("read_file", `{"path": "a"}`, tools.UserError, "does not exist")
}

func TestChangedWhileAsking(t *testing.T) {
	r := newRoom(t, map[string]string{"a": "1\n"})
	r.ok("read_file", `{"path": "a"}`)
	ws, err := workspace.New([]workspace.Folder{{Path: r.dir}}, workspace.Disk{Ask: askOnce(r)})
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	r.m = tools.NewManager(tools.Builtin(tools.Can{}), ws, tools.Options{})
	r.fails("write_file", `{"path": "a", "content": "2\n"}`, tools.UserError, "changed since")
	if r.disk("a") != "the user's\n" {
		t.Errorf("the user's change is lost: %q", r.disk("a"))
	}
}

// TestLinkPutThereWhileAsking turns the path of a new file into a link to a protected one before the user answers.
func TestLinkPutThereWhileAsking(t *testing.T) {
	r := newRoom(t, map[string]string{".git/hooks/readme": ""})
	asked := 0
	ask := func(_ context.Context, q workspace.Question) (workspace.Answer, error) {
		asked++
		if asked > 1 {
			return workspace.Answer{Decision: workspace.Reject}, nil
		}
		err := os.Symlink(".git/hooks/pre-commit", filepath.Join(r.dir, "notes"))
		return workspace.Answer{Decision: workspace.AllowOnce}, err
	}
	ws, err := workspace.New([]workspace.Folder{{Path: r.dir}}, workspace.Disk{Ask: ask})
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	r.ws = ws
	r.with(tools.Options{}).fails("write_file", `{"path": "notes", "content": "evil"}`, tools.PermissionError, "did not agree")
	if _, err := os.Stat(filepath.Join(r.dir, ".git/hooks/pre-commit")); err == nil || asked != 2 {
		t.Errorf("asked %d times; the protected file is there: %v", asked, err == nil)
	}
}
