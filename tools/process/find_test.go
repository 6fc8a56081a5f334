//go:build unix

package process

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestProgramsOfTheWorkspaceAreNotFound(t *testing.T) {
	ws, tools, links := t.TempDir(), t.TempDir(), t.TempDir()
	evil := filepath.Join(ws, "node_modules", ".bin")
	for _, dir := range []string{evil, tools} {
		plantProgram(t, filepath.Join(dir, "npx"))
	}
	plantProgram(t, filepath.Join(evil, "only-there"))
	linked := filepath.Join(links, "to-the-workspace")
	if err := os.Symlink(evil, linked); err != nil {
		t.Fatal(err)
	}
	t.Chdir(ws)
	for _, path := range [][]string{
		{evil, tools}, {"node_modules/.bin", tools}, {".", "", tools}, {linked, tools}, {
			"../" + filepath.Base(ws) + "/node_modules/.bin", tools,
		}, {evil + "/", tools},
	} {
		env := []string{"PATH=" + tools, "A=b", "PATH=" + strings.Join(path, ":")}
		if got, err := Find("npx", env, []string{ws}); got != filepath.Join(tools, "npx") || err != nil {
			t.Errorf("PATH=%s: %q, %v", path, got, err)
		}
		if got, err := Find("only-there", env, []string{ws}); !errors.Is(err, ErrNotFound) {
			t.Errorf("PATH=%s: %q, %v", path, got, err)
		}
		if got := strings.Join(SafePath(env, []string{ws}), " "); got != "A=b PATH="+tools {
			t.Errorf("PATH=%s becomes %q", path, got)
		}
	}
	// The workspace is reached through a link, or holds the user's home.
	other := filepath.Join(links, "ws")
	if err := os.Symlink(ws, other); err != nil {
		t.Fatal(err)
	}
	if got, err := Find("only-there", []string{"PATH=" + evil}, []string{other}); err == nil {
		t.Errorf("found through a link: %s", got)
	}
	t.Setenv("HOME", ws)
	if _, err := Find("only-there", []string{"PATH=" + evil}, []string{ws}); err != nil {
		t.Error("the user's own programs are not found where the workspace is their home:", err)
	}
	if got, err := Find("./npx", nil, nil); got != "./npx" || err != nil {
		t.Errorf("a path is no name: %q %v", got, err)
	}
}

func plantProgram(t *testing.T, path string) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = os.WriteFile(path, []byte("#!/bin/sh\n"), 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
}
