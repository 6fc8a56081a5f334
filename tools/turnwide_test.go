//go:build unix

package tools_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// turnRoom has tools whose permissions are p, and the answer "allow all such calls in this turn".
func turnRoom(t *testing.T, files map[string]string, scope string) (*room, *tools.Permissions) {
	t.Helper()
	r, s := newShell(t, files)
	p := tools.OpenPermissions("", nil)
	r.m = tools.NewManager(tools.Builtin(tools.Can{Shell: s}), r.ws, tools.Options{Permissions: p})
	r.say = workspace.Answer{Decision: workspace.AllowScope, Scope: scope}
	return r, p
}

// offered returns the ids of the scopes of the last question, or "not asked".
func (r *room) offered(tool string, args any) []string {
	r.t.Helper()
	r.asked = nil
	r.call(tool, args)
	if len(r.asked) == 0 {
		return []string{"not asked"}
	}
	ids := []string{}
	for _, s := range r.asked[0].Scopes {
		ids = append(ids, s.ID)
	}
	return ids
}

func TestAllEditsOfATurn(t *testing.T) {
	r, p := turnRoom(t, map[string]string{"b.txt": "old\n", "package.json": "{}"}, "turn-edits")
	write := func(path string) map[string]string { return map[string]string{"path": path, "content": "x\n"} }
	r.ok("read_file", `{"path": "b.txt"}`)
	r.ok("read_file", `{"path": "package.json"}`)
	for _, c := range []struct {
		tool string
		args any
		want []string
	}{
		{"write_file", write("a.txt"), []string{"turn-edits"}},
		{"write_file", write("deep/c.txt"), []string{"not asked"}},
		{"edit_file", `{"path": "b.txt", "old_string": "old", "new_string": "new"}`, []string{"not asked"}},
		{"write_file", write("package.json"), []string{}}, // steers npm
		{"write_file", write(".git/hooks/pre-commit"), []string{}},
		{"write_file", write(".env"), []string{}}, // may hold secrets
		{"delete_file", `{"path": "a.txt"}`, []string{}},
		{"bash", `{"command": "touch z"}`, []string{}},
	} {
		if diff := cmp.Diff(c.want, r.offered(c.tool, c.args)); diff != "" {
			t.Errorf("%s %v (-want +got):\n%s", c.tool, c.args, diff)
		}
	}
	for _, kept := range []string{"package.json", ".env"} {
		if text := r.diskOr(kept); text == "x\n" {
			t.Errorf("%s was written without an answer to its question", kept)
		}
	}
	rules, err := p.Rules()
	if err != nil || len(rules) != 1 || rules[0].Scope != tools.ScopeTurn {
		t.Fatalf("rules %+v, %v", rules, err)
	}
	p.EndTurn("another")
	if got := r.offered("write_file", write("d.txt")); got[0] != "not asked" {
		t.Errorf("the end of another turn: %v", got)
	}
	p.EndTurn("t")
	if got := r.offered("write_file", write("e.txt")); got[0] != "turn-edits" {
		t.Errorf("after the turn: %v", got)
	}
}

// diskOr is the content of a file; "" if there is none.
func (r *room) diskOr(name string) string {
	data, err := os.ReadFile(filepath.Join(r.ws.Folders()[0].Path, name))
	if err != nil {
		return ""
	}
	return string(data)
}

// What one turn was allowed holds in no other, and can be taken back while it runs.
func TestAllowedTurnIsNoOther(t *testing.T) {
	r, p := turnRoom(t, nil, "turn-edits")
	r.ok("write_file", `{"path": "a", "content": "x"}`)
	r.asked = nil
	r.say = workspace.Answer{Decision: workspace.Reject}
	res := r.m.Run(t.Context(), tools.Invocation{
		ID: "2", Tool: "write_file", Args: json.RawMessage(`{"path": "b", "content": "x"}`), ConversationID: "c", TurnID: "t2", Reads: r.reads,
	}, tools.Observer{})
	if len(r.asked) != 1 || res.Err == nil {
		t.Errorf("the next turn was asked %d times: %+v", len(r.asked), res)
	}
	rules, err := p.Rules()
	if err != nil || len(rules) != 1 {
		t.Fatal(rules, err)
	}
	if err := p.Revoke(t.Context(), rules[0].ID); err != nil {
		t.Fatal(err)
	}
	r.fails("write_file", `{"path": "c", "content": "x"}`, tools.PermissionError, "did not agree")
}

// An answer with a scope that the question does not offer is a rejection.
func TestUnknownScopeIsARejection(t *testing.T) {
	for _, scope := range []string{"", "turn-reads", "turn-edits ", "*"} {
		r, p := turnRoom(t, map[string]string{"package.json": "{}"}, scope)
		r.fails("write_file", `{"path": "a", "content": "x"}`, tools.PermissionError, "did not agree")
		r.ok("read_file", `{"path": "package.json"}`)
		r.fails("write_file", `{"path": "package.json", "content": "x"}`, tools.PermissionError, "did not agree")
		if rules, err := p.Rules(); err != nil || len(rules) != 0 {
			t.Errorf("%q: rules %v, %v", scope, rules, err)
		}
	}
}

func TestAllReadsOutsideOfATurn(t *testing.T) {
	outside, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.txt", "b.txt", "id_rsa", ".env"} {
		if err := os.WriteFile(filepath.Join(outside, name), []byte("x\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r, _ := turnRoom(t, map[string]string{"in.txt": "x\n"}, "turn-reads")
	for _, c := range []struct {
		command string
		want    []string
	}{
		{"cat " + outside + "/a.txt", []string{"turn-reads"}},
		{"head -n 1 " + outside + "/b.txt | sort", []string{"not asked"}},
		{"wc -l < " + outside + "/b.txt", []string{"not asked"}},
		{"cat " + outside + "/id_rsa", []string{}},
		{"cat " + outside + "/.env", []string{}},
		{"ls " + outside, []string{}},        // a folder as a whole
		{"grep -r x " + outside, []string{}}, // may find secrets
		{"cat " + outside + "/*", []string{}},
		{"cat " + outside + "/a.txt > copy", []string{}},
		{"cat " + outside + "/a.txt && touch z", []string{}},
		{"cat " + outside + "/a.txt | sh", []string{}},
		{"cp " + outside + "/a.txt .", []string{}},
		{"cd " + outside + " && cat a.txt", []string{}},
	} {
		if diff := cmp.Diff(c.want, r.offered("bash", map[string]string{"command": c.command})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.command, diff)
		}
	}
	for _, more := range []string{"network", "background"} {
		got := r.offered("bash", map[string]any{"command": "cat " + outside + "/a.txt", more: true})
		if diff := cmp.Diff([]string{}, got); diff != "" {
			t.Errorf("with %s (-want +got):\n%s", more, diff)
		}
	}
}
