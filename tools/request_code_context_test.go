package tools_test

import (
	"path/filepath"
	"strings"
	"testing"

	"ptk-lsp/tools"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/index"
	"ptk-lsp/workspace/search"
	"ptk-lsp/workspace/workspacetest"
)

// indexed returns a room with the tool that searches the index of its folder.
func indexed(t *testing.T, files map[string]string) *room {
	r := newRoom(t, files)
	r.m = tools.NewManager(tools.Builtin(tools.Can{Index: newIndex(t, r.dir)}), r.ws, tools.Options{})
	return r
}

func newIndex(t *testing.T, dir string) *index.Set {
	x := index.NewSet(index.SetOptions{Cache: t.TempDir(), Options: func(root string) index.Options {
		return index.Options{Search: search.Options{Root: root}}
	}, Failed: func(root string, err error) { t.Errorf("%s: %v", root, err) }})
	t.Cleanup(x.Close)
	x.SetFolders([]string{dir})
	return x
}

// The search finds the text of the user's buffers, saved or not.
func TestRequestCodeContextOfUnsavedBuffers(t *testing.T) {
	r := newRoom(t, map[string]string{"queue.go": "package q\n\n// popBackoff takes pods.\nfunc popBackoff() {}\n"})
	ed := &workspacetest.Editor{}
	ws, err := workspace.New([]workspace.Folder{{Path: r.dir}}, ed)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	r.m = tools.NewManager(tools.Builtin(tools.Can{Index: newIndex(t, r.dir)}), ws, tools.Options{})
	ed.Open(filepath.Join(r.dir, "queue.go"), "package q\n\n// wombat digs.\nfunc wombat() {}\n")
	ed.Open(filepath.Join(r.dir, "new.go"), "package q\n\n// pangolin rolls.\nfunc pangolin() {}\n")
	for hint, want := range map[string]string{"wombat": "queue.go", "pangolin": "new.go"} {
		got := r.ok("request_code_context", `{"token_budget": 900, "hint": "`+hint+`"}`)
		first := got["results"].([]any)[0].(map[string]any)
		if first["path"] != want || !strings.Contains(first["snippet"].(string), hint) {
			t.Errorf("%s: got %v", hint, first)
		}
	}
}

func TestRequestCodeContext(t *testing.T) {
	r := indexed(t, map[string]string{
		"queue.go":  "package q\n\n// popBackoff takes pods whose wait is over.\nfunc popBackoff() {}\n",
		"server.go": "package q\n\n// Listen waits for connections.\nfunc Listen() {}\n" + strings.Repeat("// padding\n", 300),
	})
	got := r.ok("request_code_context", `{"token_budget": 400, "hint": "pods that waited long enough in backoff"}`)
	if got["top_k"] != 5.0 || got["query"] != "pods that waited long enough in backoff" {
		t.Errorf("got %v", got)
	}
	first := got["results"].([]any)[0].(map[string]any)
	if first["path"] != "queue.go" || first["start"] != 1.0 || first["end"] != 4.0 ||
		!strings.Contains(first["snippet"].(string), "popBackoff") {
		t.Errorf("got %v", first)
	}
	got = r.ok("request_code_context", `{"token_budget": 100, "hint": "connections"}`)
	if first := got["results"].([]any)[0].(map[string]any); first["path"] != "server.go" || first["snippet"] != nil {
		t.Errorf("a snippet beyond the budget: %v", first)
	}
	if got := r.ok("request_code_context", `{"token_budget": 100000, "hint": "pods"}`); got["top_k"] != 20.0 {
		t.Errorf("got %v", got["top_k"])
	}
	r.fails("request_code_context", `{"token_budget": 400}`, tools.ValidationError, "hint")
}
