package tools_test

import (
	"testing"

	"ptk-lsp/tools"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/workspacetest"
)

// Tools that read take the URI of a document that only the editor has; those that change refuse it.
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
	r.fails("write_file", `{"path": "`+uri+`", "content": "x"}`, tools.SecurityError, "only be read")
	r.fails("delete_file", `{"path": "`+uri+`"}`, tools.UserError, "")
}
