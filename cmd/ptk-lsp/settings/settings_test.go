package settings

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
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
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	l := Layers{UserFile: filepath.Join(dir, "user.toml"), WorkspaceFile: filepath.Join(dir, "workspace.toml"), Editor: json.RawMessage(part["editor.json"])}
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
		said.WriteString(strings.TrimPrefix(p.String(), dir+string(filepath.Separator)) + "\n")
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

func FuzzResolve(f *testing.F) {
	f.Add(`{"chat":{"maxIterations":3}}`, "model = \"a/b\"\n[[permissions.rules]]\ntool='bash'\ndecision='allow'\n")
	f.Add(`{"providers":{"x":{"models":[1]}}}`, "[providers.x]\nmodels=[{a=1}]\n")
	f.Fuzz(func(t *testing.T, editor, file string) {
		path := filepath.Join(t.TempDir(), "c.toml")
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		s, _ := Layers{WorkspaceFile: path}.Resolve()
		if len(s.MCPServers) > 0 || len(s.CustomTools) > 0 || s.Telemetry != (Telemetry{}) {
			t.Errorf("a workspace may not set %+v", s)
		}
		for _, r := range s.Permissions.Rules {
			if r.Decision == "allow" {
				t.Errorf("a workspace may not allow %+v", r)
			}
		}
		Layers{Editor: json.RawMessage(editor)}.Resolve()
	})
}
