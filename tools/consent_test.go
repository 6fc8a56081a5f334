package tools_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// with replaces the room's manager by one with the options.
func (r *room) with(o tools.Options) *room {
	r.m = tools.NewManager(tools.Builtin(tools.Can{}), r.ws, o)
	return r
}

func TestConsentIsRemembered(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state", "rules.json")
	r := newRoom(t, nil).with(tools.Options{Permissions: tools.OpenPermissions(file, nil)})
	write := func(path string, asked int) {
		t.Helper()
		r.asked = nil
		r.ok("write_file", map[string]string{"path": path, "content": "x"})
		if len(r.asked) != asked {
			t.Errorf("%s: asked %d times, want %d", path, len(r.asked), asked)
		}
	}
	write("src/a", 1)
	write("src/b", 1)
	r.say.Decision = workspace.AllowSession
	write("src/c", 1)
	write("src/deep/d", 0)
	write("other/e", 1)
	r.with(tools.Options{Permissions: tools.OpenPermissions(file, nil)})
	write("src/f", 1)
	r.say.Decision = workspace.AllowAlways
	write("lib/g", 1)
	p := tools.OpenPermissions(file, nil)
	r.with(tools.Options{Permissions: p})
	write("lib/h", 0)
	rules, err := p.Rules()
	if err != nil || len(rules) != 1 || rules[0].Text != "change files in lib and below" || rules[0].Scope != tools.ScopeWorkspace {
		t.Fatalf("got %+v, %v", rules, err)
	}
	if err := tools.OpenPermissions(file, nil).Revoke(t.Context(), rules[0].ID); err != nil { // as another program would
		t.Fatal(err)
	}
	r.say.Decision = workspace.AllowOnce
	write("lib/i", 1)
	if err := p.Revoke(t.Context(), rules[0].ID); !errors.Is(err, tools.ErrNoRule) {
		t.Errorf("got %v", err)
	}
	r.ok("read_file", `{"path": "lib/g"}`)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the rules can be read by others: %v %v", info, err)
	}
}

func TestRulesOfTheSettings(t *testing.T) {
	p := tools.OpenPermissions("", []tools.Rule{
		{Tool: "edit", Match: "src/*", Decision: tools.RuleAllow},
		{Tool: "*", Match: "src/gen/*", Decision: tools.RuleReject},
		{Tool: "write_file", Match: "src/api*", Decision: tools.RuleAsk},
		{Tool: "list_files", Decision: tools.RuleAsk},
	})
	r := newRoom(t, nil).with(tools.Options{Permissions: p})
	r.ok("write_file", `{"path": "src/a", "content": ""}`)
	if len(r.asked) != 0 {
		t.Error("asked for what is allowed")
	}
	r.fails("write_file", `{"path": "src/gen/a", "content": ""}`, tools.PermissionError, "settings")
	r.ok("write_file", `{"path": "src/api.go", "content": ""}`)
	r.put("src/gen/b", "")
	if err := os.Symlink("src/gen/b", filepath.Join(r.dir, "link")); err != nil {
		t.Fatal(err)
	}
	for tool, args := range map[string]string{
		"read_file": `{"path": "src/gen/b"}`, "read": `{"file_paths": ["src/a", "link"]}`, "delete_file": `{"path": "src/gen/b"}`,
		"move_file": `{"from": "src/a", "to": "src/gen/c"}`,
	} {
		r.fails(tool, args, tools.PermissionError, "settings")
	}
	r.ok("list_files", `{}`)
	if len(r.asked) != 2 {
		t.Errorf("asked %d times, want 2", len(r.asked))
	}
	if err := p.Revoke(t.Context(), "settings-1"); !errors.Is(err, tools.ErrNoRule) {
		t.Errorf("got %v", err)
	}
}

func TestSensitiveFilesAreAskedForEachTime(t *testing.T) {
	r := newRoom(t, map[string]string{".env": "KEY=1", ".ENV": "KEY=1", "plain": "", "key.pem": "k"})
	for name, to := range map[string]string{"link": ".env", "dir": ".git"} {
		if err := os.Symlink(to, filepath.Join(r.dir, name)); err != nil {
			t.Skip(err)
		}
	}
	r.put(".git/config", "[core]\n")
	r.with(tools.Options{Permissions: tools.OpenPermissions("", []tools.Rule{{Tool: "*", Decision: tools.RuleAllow}})})
	r.say = workspace.Answer{Decision: workspace.Reject}
	for tool, args := range map[string][]string{
		"read_file": {`{"path": ".env"}`, `{"path": ".ENV"}`, `{"path": "link"}`, `{"path": "./x/../.env"}`, `{"path": "key.pem"}`},
		"read":      {`{"file_paths": ["plain", ".env"]}`},
		"write_file": {
			`{"path": ".git/hooks/pre-commit", "content": ""}`, `{"path": ".GIT/x", "content": ""}`,
			`{"path": "dir/x", "content": ""}`, `{"path": ".vscode/tasks.json", "content": ""}`,
			`{"path": ".ptk/config.toml", "content": ""}`, `{"path": "sub/.envrc", "content": ""}`,
		},
		"move_file": {`{"from": "plain", "to": ".git/x"}`, `{"from": ".env", "to": "plain2"}`},
	} {
		for _, a := range args {
			r.asked = nil
			r.fails(tool, a, tools.PermissionError, "did not agree")
			if len(r.asked) != 1 || r.asked[0].Rule != "" {
				t.Errorf("%s %s: asked %+v", tool, a, r.asked)
			}
		}
	}
	r.say.Decision = workspace.AllowAlways
	for range 2 {
		r.asked = nil
		r.ok("read_file", `{"path": ".env"}`)
		if len(r.asked) != 1 {
			t.Error("a secret was shown unasked")
		}
	}
}

func TestQuestionsHideNothing(t *testing.T) {
	r := newRoom(t, nil)
	r.say.Decision = workspace.AllowAlways
	r.ok("write_file", map[string]string{"path": "a\nsrc/\u202ex", "content": ""})
	r.ok("write_file", map[string]string{"path": "src/y", "content": ""})
	if len(r.asked) != 2 || r.asked[0].Title != "Create a␊src/⟨U+202E⟩x" || r.asked[0].Rule != "" {
		t.Errorf("asked %+v", r.asked)
	}
}

func TestLostQuestionIsARejection(t *testing.T) {
	r := newRoom(t, nil)
	ask := func(ctx context.Context, _ workspace.Question) (workspace.Answer, error) {
		<-ctx.Done()
		return workspace.Answer{}, ctx.Err()
	}
	ws, err := workspace.New([]workspace.Folder{{Path: r.dir}}, workspace.Disk{Ask: ask})
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	r.ws = ws
	r.with(tools.Options{QuestionTimeout: 20 * time.Millisecond})
	r.fails("write_file", `{"path": "a", "content": ""}`, tools.PermissionError, "not answered in time")

	r.with(tools.Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	res := r.m.Run(ctx, tools.Invocation{Tool: "write_file", Args: []byte(`{"path": "a", "content": ""}`)}, tools.Observer{})
	if res.Success() {
		t.Errorf("got %s", res.JSON())
	}
}

func TestStartIsToldOnceAndFirst(t *testing.T) {
	r := newRoom(t, nil)
	for args, title := range map[string]string{
		`{"path": "a", "content": "x"}`: "Create a", `{"path": "../a", "content": ""}`: "", `{"path": 1}`: "",
	} {
		var reported []string
		r.asked = nil
		r.m.Run(t.Context(), tools.Invocation{
			Tool: "write_file", Args: []byte(args),
		}, tools.Observer{Start: func(s tools.Spec, a *tools.Action) {
			if len(r.asked) > 0 {
				t.Error("reported after the question")
			}
			if a != nil {
				reported = append(reported, a.Title)
			} else {
				reported = append(reported, "")
			}
		}})
		if diff := cmp.Diff([]string{title}, reported); diff != "" {
			t.Errorf("%s: %s", args, diff)
		}
	}
}

func TestMiddlewareAndPanic(t *testing.T) {
	r := newRoom(t, map[string]string{"a": ""})
	var order []string
	layer := func(name string) tools.Middleware {
		return func(next tools.Runner) tools.Runner {
			return func(ctx context.Context, run tools.Running) (*tools.Result, error) {
				order = append(order, name+" "+run.Spec.Name)
				return next(ctx, run)
			}
		}
	}
	r.with(tools.Options{Middleware: []tools.Middleware{layer("outer"), layer("inner")}})
	r.ok("read_file", `{"path": "a"}`)
	if diff := cmp.Diff([]string{"outer read_file", "inner read_file"}, order); diff != "" {
		t.Error(diff)
	}
	r.with(tools.Options{Middleware: []tools.Middleware{func(tools.Runner) tools.Runner {
		return func(context.Context, tools.Running) (*tools.Result, error) { panic("boom") }
	}}})
	r.fails("read_file", `{"path": "a"}`, tools.SystemError, "boom")
}

func TestDeadline(t *testing.T) {
	r := newRoom(
		t, map[string]string{"a": ""},
	).with(tools.Options{Timeout: time.Millisecond, Middleware: []tools.Middleware{func(tools.Runner) tools.Runner {
		return func(ctx context.Context, _ tools.Running) (*tools.Result, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}
	}}})
	if res := r.fails(
		"read_file", `{"path": "a"}`, tools.SystemError, "longer than",
	); !strings.Contains(string(res.JSON()), `"code":"TIMEOUT"`) {
		t.Errorf("got %s", res.JSON())
	}
}
