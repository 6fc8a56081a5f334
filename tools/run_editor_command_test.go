package tools_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// vim is an editor that judges its commands: !x runs x in a shell.
type vim struct {
	workspace.Disk
	dir string
	ran []string
}

func (v *vim) JudgeCommand(_ context.Context, c workspace.EditorCommand) (workspace.JudgedCommand, error) {
	j := workspace.JudgedCommand{Effect: workspace.CommandRuns, Risk: "It runs code.", Target: "a.txt", Path: filepath.Join(v.dir, "a.txt")}
	if c.Path != "" {
		j.Target, j.Path = filepath.Base(c.Path), c.Path
	}
	switch c.Name {
	case "ls":
		j.Effect, j.Risk = workspace.CommandShows, ""
	case "undo":
		j.Effect, j.Risk = workspace.CommandEdits, "It changes text."
	case "new":
		j.Effect = "of a later version"
	case "!":
		j.Shell, j.Dir, j.Risk = strings.Join(c.Args, " "), v.dir, "Not in the sandbox."
	}
	return j, nil
}

func (v *vim) RunCommand(_ context.Context, c workspace.EditorCommand) (string, error) {
	v.ran = append(v.ran, fmt.Sprint(c.Name, c.Args, " in ", filepath.Base(c.Path)))
	return "ok", nil
}

// Commands of the editor are asked for by what the editor says of them; what they give to a shell is judged as bash judges it.
func TestEditorCommandsAreJudged(t *testing.T) {
	r := newRoom(t, map[string]string{"a.txt": "", "b.txt": ""})
	v := &vim{dir: r.dir}
	v.Ask = r.ask
	ws, err := workspace.New([]workspace.Folder{{Path: r.dir}}, v)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	always := []tools.Rule{
		{Tool: "run_editor_command", Decision: tools.RuleAllow},
		{Tool: "bash", Match: "curl *", Decision: tools.RuleReject},
		{Tool: "run_editor_command", Match: "ls secret", Decision: tools.RuleAsk},
	}
	can := tools.Can{EditorCommands: true, Shell: &tools.Shell{Temp: t.TempDir()}}
	for _, c := range []struct {
		args   string
		rules  []tools.Rule
		risk   string // of the question; "" if there is none
		always bool   // can be chosen
		fails  string
		ran    string
	}{
		{args: `{"command": "ls"}`, ran: "ls[] in a.txt"},
		{
			args: `{"command": "ls", "args": ["secret"]}`, rules: always, risk: "Commands of the editor may", always: true,
			ran: "ls[secret] in a.txt",
		},
		{args: `{"command": "undo", "path": "b.txt"}`, risk: "It changes text.", always: true, ran: "undo[] in b.txt"},
		{args: `{"command": "undo"}`, rules: always, ran: "undo[] in a.txt"},
		{args: `{"command": "lua", "args": ["x"]}`, rules: always, risk: "It runs code.", ran: "lua[x] in a.txt"},
		{args: `{"command": "new"}`, rules: always, risk: "It runs code.", ran: "new[] in a.txt"},
		{args: `{"command": "!", "args": ["cat", "a.txt"]}`, rules: always, risk: "Not in the sandbox.", ran: "![cat a.txt] in a.txt"},
		{args: `{"command": "!", "args": ["rm", "-r", "a.txt"]}`, rules: always, risk: "It deletes", ran: "![rm -r a.txt] in a.txt"},
		{args: `{"command": "!", "args": ["rm -rf /"]}`, rules: always, fails: "refused"},
		{args: `{"command": "!", "args": ["curl example.org"]}`, rules: always, fails: "do not allow"},
		{args: `{"command": "undo", "path": "../x"}`, fails: "outside"},
	} {
		r.asked, v.ran = nil, nil
		r.m = tools.NewManager(tools.Builtin(can), ws, tools.Options{Permissions: tools.OpenPermissions("", c.rules)})
		result := r.call("run_editor_command", c.args)
		if c.fails != "" {
			if result.Err == nil || !strings.Contains(result.Err.Message, c.fails) || len(v.ran) > 0 || len(r.asked) > 0 {
				t.Errorf("%s: %v, ran %v, asked %v", c.args, result.Err, v.ran, r.asked)
			}
			continue
		}
		if got := strings.Join(v.ran, " "); result.Err != nil || got != c.ran {
			t.Errorf("%s: %v, ran %q, want %q", c.args, result.Err, got, c.ran)
		}
		if c.risk == "" && len(r.asked) > 0 || c.risk != "" && (len(r.asked) != 1 || !strings.HasPrefix(r.asked[0].Risk, c.risk) ||
			(r.asked[0].Rule != "") != c.always || r.asked[0].Target == "") {
			t.Errorf("%s: asked %+v", c.args, r.asked)
		}
	}
}
