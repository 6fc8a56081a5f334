package settings

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"ptk-lsp/ptk/chat"
)

// TestResolve reads testdata/*.txtar: the sources (user.toml, workspace.toml, editor.json), and what they come to
// (settings.json, and in problems one line each).
func TestResolve(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txtar"), func(t *testing.T) { resolveCase(t, f) })
	}
}

func resolveCase(t *testing.T, file string) {
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	part := map[string]string{}
	for _, f := range a.Files {
		part[f.Name] = string(f.Data)
		name := f.Name
		if name == "workspace.toml" {
			name = filepath.Join("w", ".ptk", "config.toml")
		}
		write(t, filepath.Join(dir, name), f.Data)
	}
	l := Layers{UserFile: filepath.Join(dir, "user.toml"), Workspace: filepath.Join(dir, "w"), Editor: json.RawMessage(part["editor.json"])}
	got, problems := l.Resolve()
	var want Settings
	if err := json.Unmarshal([]byte(part["settings.json"]), &want); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("settings (-want +got):\n%s", d)
	}
	var said strings.Builder
	for _, p := range problems {
		said.WriteString(strings.NewReplacer(l.WorkspaceFile(), "workspace.toml", dir+string(filepath.Separator), "").Replace(p.String()) + "\n")
	}
	if d := cmp.Diff(part["problems"], said.String()); d != "" {
		t.Errorf("problems (-want +got):\n%s", d)
	}
}

func TestUnreadableFileIsAProblem(t *testing.T) {
	_, problems := Layers{UserFile: t.TempDir()}.Resolve()
	if len(problems) != 1 {
		t.Fatalf("a folder in the file's place: %v", problems)
	}
}

func write(t testing.TB, path string, data []byte) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = os.WriteFile(path, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func FuzzResolve(f *testing.F) {
	f.Add(`{"chat":{"maxIterations":3}}`, "model = \"a/b\"\n[[permissions.rules]]\ntool='bash'\ndecision='allow'\n")
	f.Add(`{"providers":{"x":{"models":[1]}}}`, "[providers.x]\nmodels=[{a=1}]\n")
	f.Add(`{}`, "chat.maxCostUsd = 0.5\nchat.turnTimeoutMs = 0\n")
	f.Add(`{}`, "chat = { maxIterations = 99, maxToolCalls = 3 }\ncontext.mapTokens = 0\ncontext.rulesTokens = 1\nchat.maxIterations = nan\n")
	f.Fuzz(func(t *testing.T, editor, file string) {
		l := Layers{Workspace: t.TempDir()}
		write(t, l.WorkspaceFile(), []byte(file))
		s, _ := l.Resolve()
		harmless(t, s)
		Layers{Editor: json.RawMessage(editor)}.Resolve()
	})
}

// harmless fails where settings that come from a workspace alone hold more than they may.
func harmless(t *testing.T, s Settings) {
	t.Helper()
	d := chat.DefaultLimits()
	for _, r := range s.Permissions.Rules {
		if r.Decision == "allow" {
			t.Errorf("a workspace may not allow %+v", r)
		}
	}
	if s.Chat.MaxIterations > d.MaxIterations || s.Chat.MaxToolCalls > d.MaxToolCalls || s.Chat.MaxRepairs > d.MaxRepairs ||
		s.Context.ToolResultTokens > d.ToolResultTokens || s.Context.MapTokens != nil && *s.Context.MapTokens > d.MapTokens {
		t.Errorf("a workspace may not raise %+v", s)
	}
	if ms := s.Chat.TurnTimeoutMs; ms != nil && (*ms == 0 || *ms > int(d.Turn.Milliseconds())) {
		t.Errorf("a workspace may not raise the time limit to %d", *ms)
	}
	s.Permissions.Rules, s.Chat.MaxIterations, s.Chat.MaxToolCalls, s.Chat.MaxRepairs = nil, 0, 0, 0
	s.Chat.MaxCostUSD, s.Chat.TurnTimeoutMs = 0, nil // there is no limit of cost unless the user sets one
	s.Context.ToolResultTokens, s.Context.MapTokens = 0, nil
	if d := cmp.Diff(Settings{}, s); d != "" {
		t.Errorf("a workspace may not set %s", d)
	}
}
