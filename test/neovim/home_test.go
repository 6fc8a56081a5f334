package neovim

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ptk-lsp/llm/llmtest"
)

// home is a user's home folder with a workspace and a configuration.
type home struct {
	dir       string
	workspace string
	env       []string
}

// newHome creates a home folder whose plugin uses the model server, or the offline model if that is nil.
func newHome(t testing.TB, model *llmtest.Server, files map[string]string) home {
	t.Helper()
	dir := newFolder(t)
	h := home{dir: dir, workspace: filepath.Join(dir, "work")}
	h.write(t, ".git/HEAD", "ref: refs/heads/main\n")
	for name, text := range files {
		h.write(t, name, text)
	}
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		if name == "PATH" || name == "GOCOVERDIR" {
			h.env = append(h.env, v)
		}
	}
	h.env = append(h.env, "HOME="+dir, "LANG=C.UTF-8", "TERM=screen-256color", "TMPDIR="+dir,
		"XDG_CONFIG_HOME="+dir+"/config", "XDG_STATE_HOME="+dir+"/state", "XDG_DATA_HOME="+dir+"/data",
		"XDG_CACHE_HOME="+dir+"/cache", "XDG_RUNTIME_DIR="+dir)
	settings := "model = 'offline/search'"
	if model != nil {
		settings = "model = 'openai/test-model'"
		h.env = append(h.env, "OPENAI_BASE_URL="+model.URL+"/v1", "OPENAI_API_KEY=sk-test")
	}
	h.write(t, "../init.lua", `
vim.opt.rtp:prepend('`+repository()+`/editors/neovim')
vim.opt.swapfile = false
require('ptk').setup({ cmd = { '`+serverPath+`' }, settings = { `+settings+` } })
`)
	return h
}

// newFolder creates a folder that is removed after the test. It retries, because the server may still write its log.
func newFolder(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "ptk-home-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		err := os.RemoveAll(dir)
		for end := time.Now().Add(patience); err != nil && time.Now().Before(end); err = os.RemoveAll(dir) {
			time.Sleep(50 * time.Millisecond)
		}
		if err != nil {
			t.Error(err)
		}
	})
	return dir
}

// path returns the path of a file of the workspace.
func (h home) path(name string) string { return filepath.Join(h.workspace, name) }

func (h home) write(t testing.TB, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(h.path(name)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(h.path(name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (h home) read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(h.path(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// goEnv returns a variable of go env.
func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
