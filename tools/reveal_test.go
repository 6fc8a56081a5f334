package tools_test

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"strings"
	"testing"

	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// token looks like one of GitHub; its random part is a canary.
const (
	canary = "kQ8vT2mZx5LrW9pJ4cNyB7hD3sFgA6uE1oRi"
	token  = "ghp_" + canary
)

func privateKey(t *testing.T) string {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: append(der, der...)}))
}

func TestReadingACredentialIsAskedForOnce(t *testing.T) {
	r := newRoom(t, map[string]string{"app.yaml": "name: web\ntoken: " + token + "\nport: 80\n", "plain.yaml": "name: web\n"})
	r.say.Decision = workspace.Reject
	for range 2 {
		got := r.ok("read_file", `{"path": "app.yaml"}`)
		if text := fmt.Sprint(got); strings.Contains(text, canary) || !strings.Contains(text, "ghp_…[masked: a GitHub token]") ||
			!strings.Contains(text, "port: 80") || !strings.Contains(fmt.Sprint(got["note"]), "masked") {
			t.Errorf("got %v", got)
		}
	}
	if len(r.asked) != 1 || !strings.Contains(
		r.asked[0].Risk, "app.yaml holds what looks like a GitHub token, which the model and its provider would see.",
	) || r.asked[0].Rule != "" {
		t.Errorf("asked %+v", r.asked)
	}
	r.ok("read_file", `{"path": "app.yaml", "offset": 3}`)
	r.ok("read_file", `{"path": "plain.yaml"}`)
	if len(r.asked) != 1 {
		t.Errorf("asked %d times", len(r.asked))
	}
	r.put("app.yaml", "name: web\ntoken: "+token+"\nport: 81\n") // another text needs another question
	r.say.Decision = workspace.AllowAlways
	for range 2 {
		if got := fmt.Sprint(r.ok("read", `{"file_paths": ["plain.yaml", "app.yaml"]}`)); !strings.Contains(got, canary) ||
			strings.Contains(got, "masked") {
			t.Errorf("got %v", got)
		}
	}
	if len(r.asked) != 2 {
		t.Errorf("asked %d times", len(r.asked))
	}
	r.put("app.yaml", "token: "+token+"\n")
	r.say = workspace.Answer{Decision: workspace.Reject, Feedback: "not this file"}
	r.fails("read_file", `{"path": "app.yaml"}`, tools.PermissionError, "not this file")
}

// A rule that allows all reading does not show a credential. Without an answer it is masked.
func TestNobodyToAskIsMasked(t *testing.T) {
	r := newRoom(t, map[string]string{"a.txt": token + "\n"})
	ask := func(context.Context, workspace.Question) (workspace.Answer, error) {
		return workspace.Answer{}, workspace.ErrUnsupported
	}
	ws, err := workspace.New([]workspace.Folder{{Path: r.dir}}, workspace.Disk{Ask: ask})
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	r.ws = ws
	r.with(tools.Options{Permissions: tools.OpenPermissions("", []tools.Rule{{Tool: "*", Decision: tools.RuleAllow}})})
	if got := fmt.Sprint(r.ok("read_file", `{"path": "a.txt"}`)); strings.Contains(got, canary) ||
		!strings.Contains(got, "masked: a GitHub token") {
		t.Errorf("got %s", got)
	}
}

// No tool shows a part of a private key: neither the file from its middle, nor its lines in a search.
func TestPiecesOfAPrivateKeyAreMasked(t *testing.T) {
	key := privateKey(t)
	lines := strings.Split(strings.TrimSpace(key), "\n")
	r := newRoom(
		t,
		map[string]string{"conf.txt": "one\n" + key + "two\n", "crlf.txt": "one\r\n" + strings.ReplaceAll(key, "\n", "\r\n") + "two\r\n"},
	)
	r.say.Decision = workspace.Reject
	calls := map[string][]string{"read_file": nil, "search_code": nil}
	for _, file := range []string{"conf.txt", "crlf.txt"} {
		for offset := 1; offset <= len(lines)+2; offset++ {
			calls["read_file"] = append(
				calls["read_file"], fmt.Sprintf(`{"path": %q, "offset": %d, "limit": 1}`, file, offset),
				fmt.Sprintf(`{"path": %q, "offset": %d}`, file, offset),
			)
		}
	}
	for _, l := range lines[1 : len(lines)-1] {
		calls["search_code"] = append(calls["search_code"], fmt.Sprintf(`{"query": %q}`, l[:20]))
	}
	calls["search_code"] = append(
		calls["search_code"], `{"query": "^one", "regex": true, "context_lines": 5}`,
		`{"query": "^two", "regex": true, "context_lines": 5}`, `{"query": "PRIVATE KEY", "context_lines": 5}`,
	)
	n := 0
	for tool, all := range calls {
		for _, args := range all {
			n++
			res := string(r.call(tool, args).JSON())
			for _, l := range lines[1 : len(lines)-1] {
				if len(l) > 20 && strings.Contains(res, l) {
					t.Errorf("%s %s shows the key: %s", tool, args, res)
				}
			}
		}
	}
	t.Logf("%d calls", n)
}

// The output of commands is masked, and no command gets a mask in place of the value.
func TestOutputOfCommandsIsMasked(t *testing.T) {
	r := newRoom(t, map[string]string{"app.yaml": "token: " + token + "\n", "conf.txt": privateKey(t)})
	r.m = tools.NewManager(tools.Builtin(tools.Can{Shell: &tools.Shell{Temp: t.TempDir()}}), r.ws, tools.Options{})
	key := strings.Split(r.disk("conf.txt"), "\n")[1]
	for _, command := range []string{
		"cat app.yaml", "cat -n app.yaml conf.txt", "grep -rn . .", "head -c 120 conf.txt; cat app.yaml", "tail -n 2 conf.txt",
		"diff /dev/null conf.txt", "sed 's/^/> /' conf.txt", "cat app.yaml >&2; false",
	} {
		res := string(r.call("bash", map[string]string{"command": command}).JSON())
		if strings.Contains(res, canary) || strings.Contains(res, key) || !strings.Contains(res, "[masked: a ") {
			t.Errorf("%s: %s", command, res)
		}
	}
	r.fails("bash", map[string]string{"command": "echo 'ghp_…[masked: a GitHub token]' > app.yaml"}, tools.UserError, "masked value")
	if r.disk("app.yaml") != "token: "+token+"\n" {
		t.Error("the mask was written")
	}
}

// speaker is a tool whose result, error and preview hold a credential.
func speaker(s tools.Spec, fail bool) tools.Tool {
	s.Description, s.Kind = "Speaks.", tools.KindOther
	return tools.New(s, func(context.Context, *tools.Call, struct{}) (*tools.Action, error) {
		return &tools.Action{Title: "Speak", Do: func(context.Context) (*tools.Result, error) {
			if fail {
				return nil, &tools.Error{Type: tools.UserError, Code: "X", Message: "it said " + token, Suggestion: "not " + token}
			}
			return &tools.Result{
				Fields: map[string]any{
					"a": []string{"x\n" + token}, "output \"" + token: 1, "raw": json.RawMessage(`{"b":"<` + token + `>"}`),
				},
			}, nil
		}}, nil
	})
}

func TestResultsOfAllToolsAreMasked(t *testing.T) {
	r := newRoom(t, map[string]string{"a.txt": "x " + token + " y\n"})
	r.m = tools.NewManager(
		append(
			tools.Builtin(tools.Can{}), speaker(tools.Spec{Name: "speak"}, false), speaker(tools.Spec{Name: "break"}, true),
			speaker(tools.Spec{Name: "far", Source: tools.SourceMCP}, false),
		),
		r.ws, tools.Options{},
	)
	for tool, args := range map[string]string{"speak": `{}`, "break": `{}`, "far": `{}`, "search_code": `{"query": "x"}`} {
		res := r.call(tool, args)
		text := string(res.JSON())
		if res.Err != nil {
			text += res.Err.Message + res.Err.Suggestion
		}
		if strings.Contains(text, canary) || !strings.Contains(text, "ghp_…[masked: a GitHub token]") || !json.Valid(res.JSON()) {
			t.Errorf("%s: %s", tool, text)
		}
	}
}

// A file with a masked value can be changed around it; the mask itself is never written.
func TestMasksAreNotWritten(t *testing.T) {
	text := "name: web\ntoken: " + token + "\nport: 80\n"
	r := newRoom(t, map[string]string{"app.yaml": text, "notes.md": "says ghp_…[masked: a GitHub token]\nand more\n"})
	r.say.Decision = workspace.Reject
	masked := fmt.Sprint(r.ok("read_file", `{"path": "app.yaml"}`)["content"])
	if !strings.Contains(masked, "[masked:") {
		t.Fatal(masked)
	}
	r.say.Decision = workspace.AllowOnce
	const mask = "token: ghp_…[masked: a GitHub token]\n"
	for tool, args := range map[string]map[string]string{
		"write_file": {"path": "app.yaml", "content": "name: web\n" + mask + "port: 81\n"},
		"edit_file":  {"path": "app.yaml", "old_string": mask + "port: 80", "new_string": mask + "port: 81"},
	} {
		r.fails(tool, args, tools.UserError, "masked value")
	}
	r.fails(
		"edit_file", map[string]string{"path": "app.yaml", "old_string": "port: 80", "new_string": "port: 81\n" + mask},
		tools.UserError, "masked value",
	)
	r.fails("write_file", map[string]string{"path": "new.yaml", "content": mask}, tools.UserError, "masked value")
	if r.disk("app.yaml") != text {
		t.Errorf("the file is now %q", r.disk("app.yaml"))
	}
	r.ok("edit_file", `{"path": "app.yaml", "old_string": "port: 80", "new_string": "port: 81"}`)
	if got := r.disk("app.yaml"); got != strings.Replace(text, "80", "81", 1) {
		t.Errorf("the file is now %q", got)
	}
	r.ok("read_file", `{"path": "notes.md"}`) // a text that contains such a mark itself can be edited
	r.ok("edit_file", `{"path": "notes.md", "old_string": "and more", "new_string": "and less"}`)
}

// Consent to show one file of a call does not cover the others.
func TestConsentToASecretIsForThatFile(t *testing.T) {
	r := newRoom(t, map[string]string{".env": "K=plain-value\n", "app.yaml": "token: " + token + "\n"})
	n := 0
	ask := func(context.Context, workspace.Question) (workspace.Answer, error) {
		n++
		return workspace.Answer{Decision: map[bool]workspace.Decision{true: workspace.AllowOnce, false: workspace.Reject}[n == 1]}, nil
	}
	ws, err := workspace.New([]workspace.Folder{{Path: r.dir}}, workspace.Disk{Ask: ask})
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	r.ws = ws
	r.with(tools.Options{})
	got := fmt.Sprint(r.ok("read", `{"file_paths": [".env", "app.yaml"]}`))
	if n != 2 || !strings.Contains(got, "plain-value") || strings.Contains(got, canary) {
		t.Errorf("asked %d times, got %s", n, got)
	}
}
