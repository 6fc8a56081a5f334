package tools_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/tools"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/index"
	"ptk-lsp/workspace/journal"
	"ptk-lsp/workspace/search"
	"ptk-lsp/workspace/workspacetest"
)

// Tools that read accept the URI of a document that only the editor has; those that need a file reject it.
func TestToolsOnVirtualDocuments(t *testing.T) {
	const uri = "vscode-remote://ssh-remote+host/w/a.go"
	r := newRoom(t, map[string]string{"b.go": "package b\n"})
	ed := &workspacetest.Editor{Find: func(path, _ string) []workspace.Diagnostic {
		return []workspace.Diagnostic{{Path: path, Line: 1, Column: 1, Severity: workspace.SeverityError, Message: "no"}}
	}}
	ed.Open(uri, "package remote\n\nfunc Far() {}\n")
	ws, err := workspace.New([]workspace.Folder{{Path: r.dir}}, ed)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	r.m = tools.NewManager(tools.Builtin(tools.Can{Diagnostics: true}), ws, tools.Options{})
	if got := r.ok("read_file", `{"path": "`+uri+`"}`); got["total_lines"] != 3.0 {
		t.Errorf("got %v", got)
	}
	if got := r.ok("read", `{"file_paths": ["`+uri+`", "b.go"]}`); got["files_read"] != 2.0 {
		t.Errorf("got %v", got)
	}
	if got := r.ok("get_diagnostics", `{"file": "`+uri+`"}`); got["count"] != 1.0 {
		t.Errorf("got %v", got)
	}
	r.fails("read_file", `{"path": "untitled:Untitled-9"}`, tools.UserError, "not open in the editor")
	r.fails("write_file", `{"path": "untitled:Untitled-9", "content": "x"}`, tools.UserError, "nothing to write to")
	r.fails("delete_file", `{"path": "`+uri+`"}`, tools.SecurityError, "not a file")
	r.fails("move_file", `{"from": "`+uri+`", "to": "c.go"}`, tools.SecurityError, "not a file")
	r.fails("move_file", `{"from": "b.go", "to": "untitled:Untitled-9"}`, tools.SecurityError, "not a file")
}

// A document that was never saved is changed in the editor with the user's consent, and restored by undo.
func TestVirtualDocumentsAreEdited(t *testing.T) {
	const uri = "untitled:Untitled-1"
	r := newRoom(t, nil)
	ed := r.inEditor()
	ed.Open(uri, "one\ntwo\n")
	edit := `{"path": "` + uri + `", "old_string": "two", "new_string": "a bug"}`
	r.fails("edit_file", edit, tools.UserError, "has not been read")
	r.ok("read_file", `{"path": "`+uri+`"}`)
	got := r.ok("edit_file", edit)
	if got["path"] != uri || got["added"] != 1.0 || len(got["diagnostics"].([]any)) != 1 {
		t.Errorf("got %v", got)
	}
	text := func() string {
		b, _, err := ed.Buffer(t.Context(), uri)
		if err != nil {
			t.Fatal(err)
		}
		return b.Text
	}
	if text() != "one\na bug\n" {
		t.Errorf("the document has %q", text())
	}
	ed.Open(uri, "the user's\n")
	r.fails("write_file", `{"path": "`+uri+`", "content": "x"}`, tools.UserError, "changed since")
	ed.Open(uri, "zero\none\na bug\n")
	found, err := r.journal.Undo(t.Context(), r.ws, journal.Turn{Conversation: "c", ID: "t"})
	if err != nil || len(found) != 1 || found[0].Path != uri || found[0].Status != journal.Merged || text() != "zero\none\ntwo\n" {
		t.Errorf("undo gives %+v, %v, and the document %q", found, err, text())
	}
}

// drafts is a room of two folders whose editor has documents that are no files; its user agrees to nothing.
func drafts(t *testing.T) *room {
	r := newRoom(t, map[string]string{"a.go": "package a // pangolin\n", ".gitignore": "*\n!*.go\n"})
	r.say = workspace.Answer{Decision: workspace.Reject}
	ed := &workspacetest.Editor{Ask: r.ask}
	ed.Open("untitled:Untitled-1", "a note\nof a Pangolin\n")
	ed.Open("untitled:draft.go", "package draft\n\n// rollUp is the pangolin's way.\nfunc rollUp() {}\n")
	ed.Open("untitled:.env", "PANGOLIN=secret\n")
	second := t.TempDir()
	ws, err := workspace.New([]workspace.Folder{{Path: r.dir, Name: "one"}, {Path: second, Name: "two"}}, ed)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	secrets := workspace.DefaultSecrets()
	x := index.NewSet(index.SetOptions{Cache: t.TempDir(), Options: func(root string) index.Options {
		return index.Options{Search: search.Options{Root: root, Skip: func(rel string, dir bool) bool {
			return !dir &&
				secrets.Match(rel)
		}}}
	}, Failed: func(root string, err error) { t.Errorf("%s: %v", root, err) }})
	t.Cleanup(x.Close)
	x.SetFolders([]string{r.dir, second})
	r.m = tools.NewManager(tools.Builtin(tools.Can{Index: x}), ws, tools.Options{})
	return r
}

// Documents that are no files are found like files, under the names by which they can be read.
func TestSearchInVirtualDocuments(t *testing.T) {
	r := drafts(t)
	for args, want := range map[string][]string{
		`{"query": "pangolin"}`:                            {"one/a.go", "untitled:Untitled-1", "untitled:draft.go"},
		`{"query": "pangolin", "include": ["*.go"]}`:       {"one/a.go", "untitled:draft.go"},
		`{"query": "pangolin", "include": ["untitled:*"]}`: {"untitled:Untitled-1", "untitled:draft.go"},
		`{"query": "pangolin", "exclude": ["untitled:*"]}`: {"one/a.go"},
		`{"query": "pangolin", "max_results": 2}`:          {"one/a.go", "untitled:Untitled-1"},
		`{"query": "Pang.lin", "regex": true}`:             {"untitled:Untitled-1"},
		`{"query": "secret"}`:                              nil,
	} {
		var paths []string
		for _, m := range r.ok("search_code", args)["matches"].([]any) {
			path := m.(map[string]any)["path"].(string)
			paths = append(paths, path)
			r.ok("read_file", map[string]string{"path": path})
		}
		if diff := cmp.Diff(want, paths); diff != "" {
			t.Errorf("%s (-want +got):\n%s", args, diff)
		}
	}
}

func TestRequestCodeContextOfVirtualDocuments(t *testing.T) {
	r := drafts(t)
	for hint, want := range map[string]string{"rollUp": "untitled:draft.go", "note": "untitled:Untitled-1"} {
		got := r.ok("request_code_context", map[string]any{"token_budget": 900, "hint": hint})
		first := got["results"].([]any)[0].(map[string]any)
		if first["path"] != want || !strings.Contains(first["snippet"].(string), hint) {
			t.Errorf("%s: got %v", hint, first)
		}
	}
	if got := r.ok(
		"request_code_context", `{"token_budget": 900, "hint": "secret"}`,
	); strings.Contains(fmt.Sprint(got["results"]), ".env") {
		t.Errorf("a secret is shown: %v", got)
	}
}

// A document with the name of a secret is one, file or not.
func TestVirtualSecretsAreAskedFor(t *testing.T) {
	r := drafts(t)
	for _, tool := range []string{"read_file", "read"} {
		args := map[string]any{"path": "untitled:.env"}
		if tool == "read" {
			args = map[string]any{"file_paths": []string{"untitled:.env"}}
		}
		r.fails(tool, args, tools.PermissionError, "did not agree")
	}
	if len(r.asked) != 2 || !strings.Contains(r.asked[0].Risk, "untitled:.env may hold secrets") {
		t.Errorf("asked %+v", r.asked)
	}
}

// Without an open folder there is nothing to search, and the error says so.
func TestSearchWithoutFolders(t *testing.T) {
	r := newRoom(t, nil)
	ws, err := workspace.New(nil, workspace.Disk{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	r.m = tools.NewManager(tools.Builtin(tools.Can{}), ws, tools.Options{})
	r.fails("search_code", `{"query": "x"}`, tools.UserError, "No folder is open")
	r.fails("list_files", `{}`, tools.UserError, "No folder is open")
}
