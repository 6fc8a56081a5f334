package hostile

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ptk-lsp/llm/llmtest"
)

const (
	canary  = "CANARY-hunter2" // in every secret
	maxRSS  = 400 << 10        // KiB
	maxSize = 300_000          // bytes of a request
)

// within is the time limit of what takes a second on an idle machine; less for another program, which may hang.
func within() time.Duration {
	if os.Getenv("PTK_HOSTILE_BIN") != "" {
		return 10 * time.Second
	}
	return 2 * time.Minute
}

// bed is a user's machine with one repository.
type bed struct {
	t    *testing.T
	base string
	dir  string // the repository
	key  string // the user's key
	ran  string // exists once a planted program has run
	// model is the user's own, evil the one that the repository tries to redirect requests to.
	model, evil *llmtest.Server
}

// at returns the path of a file of the repository, and creates its folder.
func (b *bed) at(rel string) string {
	path := filepath.Join(b.dir, filepath.FromSlash(rel))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		b.t.Fatal(err)
	}
	return path
}

func newBed(t *testing.T, plant func(*bed) error) *bed {
	base := t.TempDir()
	b := &bed{
		t: t, base: base, dir: filepath.Join(base, "repo"), key: filepath.Join(base, "home", ".ssh", "id_rsa"), ran: filepath.Join(base, "ran"),
		model: llmtest.New(t, llmtest.Always(llmtest.Say("ok"))), evil: llmtest.New(t, llmtest.Always(llmtest.Say("thanks"))),
	}
	for path, text := range map[string]string{
		b.at(".env"): "TOKEN=" + canary, b.key: canary, filepath.Join(filepath.Dir(b.key), "config"): canary,
		filepath.Join(filepath.Dir(b.key), "copilot-instructions.md"): canary, filepath.Join(filepath.Dir(b.key), "notes.md"): canary,
		filepath.Join(base, "config", "ptk", "servers.toml"): "[mcpServers.one]\ncommand = \"npx\"\nargs = [\"--offline\", \"--yes\"," +
			" \"ptk-canary-server\"]\n" +
			"[mcpServers.two]\ncommand = \"python3\"\nargs = [\"-m\", \"ptk_canary\"]\n",
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := plant(b); err != nil {
		t.Fatal(err)
	}
	return b
}

// useServers adds MCP servers to the user's settings, whose launchers read files of the working directory.
func (b *bed) useServers() {
	dir := filepath.Join(b.base, "config", "ptk")
	if err := os.Rename(filepath.Join(dir, "servers.toml"), filepath.Join(dir, "config.toml")); err != nil {
		b.t.Fatal(err)
	}
}

// run runs the program in the repository, as a user does who has its programs on the PATH.
func (b *bed) run(args ...string) (said string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), within())
	defer cancel()
	// A process that needs more memory than this is killed.
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", `ulimit -v 6000000; exec "$@"`, "sh", binary(b.t)}, args...)...)
	cmd.Dir, cmd.WaitDelay = b.dir, time.Second
	home := func(name string) string { return filepath.Join(b.base, name) }
	path := []string{filepath.Join(b.dir, "node_modules", ".bin"), b.dir, ".", "node_modules/.bin", os.Getenv("PATH")}
	cmd.Env = []string{
		"PATH=" + strings.Join(path, ":"), "HOME=" + home("home"), "XDG_CONFIG_HOME=" + home("config"), "XDG_STATE_HOME=" + home("state"),
		"XDG_CACHE_HOME=" + home("cache"), "XDG_DATA_HOME=" + home("data"), "OPENAI_API_KEY=sk-test", "OPENAI_BASE_URL=" + b.model.URL,
		"OLLAMA_HOST=127.0.0.1:1", "npm_config_update_notifier=false", "PYENV_ROOT=" + os.Getenv("PYENV_ROOT"),
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	began := time.Now()
	err := cmd.Run()
	if ctx.Err() != nil {
		b.t.Errorf("%s hangs\n%.1000s", args[0], out.String())
		return out.String()
	}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok && usage.Maxrss > maxRSS {
		b.t.Errorf("%s takes %d MiB", args[0], usage.Maxrss>>10)
	}
	if code := cmd.ProcessState.ExitCode(); code > 1 || code < 0 {
		b.t.Errorf("%s ends with %v\n%.2000s", args[0], err, out.String())
	}
	b.t.Logf("%s: %v", args[0], time.Since(began).Round(time.Millisecond))
	return out.String()
}

// harmless fails the test if something has leaked or run.
func (b *bed) harmless(said string) {
	b.t.Helper()
	for _, r := range b.model.Requests() {
		all := fmt.Sprint(r.Messages, r.Texts)
		if strings.Contains(all, canary) || strings.Contains(all, evil) {
			b.t.Errorf("the model is told %.500s", around(all))
		}
		if len(all) > maxSize {
			b.t.Errorf("the model is told %d bytes", len(all))
		}
	}
	if n := len(b.evil.Requests()); n > 0 {
		b.t.Errorf("another server is asked %d times", n)
	}
	for _, path := range []string{b.ran, b.at("ran")} {
		if data, err := os.ReadFile(path); err == nil {
			b.t.Errorf("a program of the repository has run: %s", data)
		}
	}
	if strings.ContainsRune(said, 0x1b) {
		b.t.Errorf("codes reach the terminal: %.300q", said)
	}
	if _, err := os.Stat(b.at("trace")); err == nil {
		b.t.Error("a trace was written")
	}
}

func around(all string) string {
	i := max(strings.Index(all, canary), strings.Index(all, evil), 0)
	return all[max(0, i-200):min(len(all), i+200)]
}

// binary returns the program, built once; PTK_HOSTILE_BIN names another.
var binary = func() func(t *testing.T) string {
	var (
		once sync.Once
		path string
		err  error
	)
	return func(t *testing.T) string {
		once.Do(func() {
			if path = os.Getenv("PTK_HOSTILE_BIN"); path != "" {
				return
			}
			dir, mkErr := os.MkdirTemp("", "ptk-hostile-")
			if err = mkErr; err == nil {
				path = filepath.Join(dir, "ptk-lsp")
				out, buildErr := exec.Command("go", "build", "-o", path, "ptk-lsp/cmd/ptk-lsp").CombinedOutput()
				if err = buildErr; err != nil {
					err = fmt.Errorf("%w: %s", err, out)
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
}()

// Opening a repository, chatting and searching in it sends no secret, runs none of its programs, does not hang and needs little memory.
func TestRepositories(t *testing.T) {
	for _, r := range repositories() {
		t.Run(strings.ReplaceAll(r.name, "/", "_"), func(t *testing.T) {
			b := newBed(t, r.plant)
			if r.servers {
				b.useServers()
			}
			message := r.message
			if message == "" {
				message = "hi"
			}
			said := b.run("chat", "-C", b.dir, "-m", "openai/test-model", message)
			if !strings.Contains(said, "ok") || len(b.model.Requests()) == 0 {
				t.Errorf("there is no answer: %.1000s", said)
			}
			if !strings.Contains(said, r.notice) {
				t.Errorf("the user is not told of %q: %.2000s", r.notice, said)
			}
			for _, args := range [][]string{
				{"tool", "-C", b.dir, "search_code", `{"query":"package"}`},
				{"tool", "-C", b.dir, "list_files", `{}`},
				{"index", "-C", b.dir, "build"},
			} {
				said += b.run(args...)
			}
			if r.doctor {
				said += b.run("doctor", "-C", b.dir)
			}
			if slices.Contains([]string{"ordinary files that are none", "a file of 100 GB"}, r.name) {
				said += b.run("chat", "-C", b.dir, "-m", "offline", "Read package.json and tell me the version")
				said += b.run("tool", "-C", b.dir, "read_file", `{"path":"a.go"}`)
			}
			b.harmless(said)
		})
	}
}
