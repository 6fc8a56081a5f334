//go:build linux

package tools

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/tools/shell"
	"ptk-lsp/workspace"
)

// secretText is in all files that no free command may print.
const secretText = "CANARY-9f27"

// trapField is where free commands really run: a workspace full of traps, and its surroundings.
type trapField struct {
	dir, ws   string
	world     shell.World
	port      string
	connected atomic.Int64
}

// editorOf is an editor without documents.
type editorOf struct{ workspace.Editor }

func newTrapField(tb testing.TB) *trapField {
	tb.Helper()
	dir, err := filepath.EvalSymlinks(tb.TempDir())
	if err != nil {
		tb.Fatal(err)
	}
	f := &trapField{dir: dir, ws: filepath.Join(dir, "ws")}
	for name, text := range f.files() {
		path := filepath.Join(dir, filepath.FromSlash(name))
		must(tb, os.MkdirAll(filepath.Dir(path), 0o777))
		must(tb, os.WriteFile(path, []byte(text), 0o666))
		if strings.HasPrefix(text, "#!") {
			must(tb, os.Chmod(path, 0o777))
		}
	}
	for name, to := range map[string]string{"ws/out-link": "../outside", "ws/env-link": ".env", "ws/src/up": "../..", "ws/deep": "src"} {
		must(tb, os.Symlink(to, filepath.Join(dir, name)))
	}
	must(tb, syscall.Mkfifo(filepath.Join(f.ws, "fifo"), 0o666))
	f.repositories(tb)
	for d := dir; d != "/" && d != "/tmp"; d = filepath.Dir(d) { // so that only the command can run them
		must(tb, os.Chmod(d, 0o777))
	}
	must(tb, filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			err = os.Chmod(p, 0o777)
		}
		if err == nil && os.Getuid() == 0 {
			err = os.Lchown(p, 65534, 65534)
		}
		return err
	}))
	w, err := workspace.New([]workspace.Folder{{Path: f.ws}}, editorOf{})
	must(tb, err)
	tb.Cleanup(func() { w.Close() })
	f.world = newWorld(tb.Context(), &Shell{}, w, f.ws)
	f.listen(tb)
	return f
}

func must(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// files returns the files of the field by path. A program that is run leaves a mark.
func (f *trapField) files() map[string]string {
	trap := "#!/bin/sh\necho hit >> '" + f.dir + "/hit'\n"
	return map[string]string{
		"ws/a.txt": "alpha\nbeta\n", "ws/b.txt": "beta\ngamma\n", "ws/main.go": "package main\n\nfunc main() {}\n",
		"ws/src/main.go": "package src\n", "ws/sub/x": "x\n", "ws/docs/index.md": "# docs\n",
		"ws/package.json": `{"name":"n","version":"1","scripts":{"a":"b"}}`, "ws/README.md": "readme foo\n",
		"ws/data.txt": "1 2 3\n4 5 6\n", "ws/go.mod": "module m\n\ngo 1.20\n",
		"ws/.env": "KEY=" + secretText + "\n", "ws/sub/.env": "KEY=" + secretText + "\n", "ws/key.pem": secretText,
		"outside/secret": secretText, "home/.ssh/id_rsa": secretText, "outside/.env": secretText,
		"ws/-rf": "", "ws/--pre=./evil": "", "ws/a b": "", "ws/$(touch canary)": "", "ws/FS=x": "", "ws/-f.env": "",
		"ws/--files0-from=.env": "", "ws/x;touch canary": "",
		"ws/evil": trap, "ws/ls": trap, "ws/cat": trap, "ws/git": trap, "ws/bin/cat": trap, "ws/bin/ls": trap, "ws/sub/git": trap,
		"ws/.ripgreprc": "--pre=./evil\n", "ws/.jq": "def f: env;", "ws/.bashrc": "touch canary\n",
		"ws/bare/HEAD": "ref: refs/heads/main\n", "ws/bare/config": "[core]\n\tfsmonitor = ./evil\n\tbare = true\n",
		"ws/bare/objects/x": "", "ws/bare/refs/x": "",
		"ws/hostile/a.txt": "old\n", "ws/hostile/.gitattributes": "* filter=x diff=x\n", "tmp/x": "",
	}
}

// repositories creates an ordinary repository in the workspace, and a hostile one in a folder of it.
func (f *trapField) repositories(tb testing.TB) {
	evil := filepath.Join(f.ws, "evil")
	for _, c := range []string{
		"git init -q . && git add -f a.txt b.txt main.go src/main.go docs README.md && git -c user.name=n -c user.email=e@x commit -qm one && echo more >> a.txt",
		"cd hostile && git init -q . && git add a.txt && git -c user.name=n -c user.email=e@x commit -qm one && echo new > a.txt && git config core.fsmonitor " + evil +
			" && git config filter.x.clean " + evil + " && git config filter.x.smudge " + evil +
			" && git config diff.x.textconv " + evil + " && git config diff.x.command " + evil +
			" && git config diff.external " + evil + " && git config core.pager " + evil + " && git config alias.status '!" +
			evil + "' && git config core.sshCommand " + evil,
	} {
		cmd := exec.Command("bash", "-c", c)
		cmd.Dir, cmd.Env = f.ws, []string{"PATH=/usr/bin:/bin", "HOME=" + f.dir, "GIT_CONFIG_NOSYSTEM=1"}
		if out, err := cmd.CombinedOutput(); err != nil {
			tb.Fatalf("%s: %v: %s", c, err, out)
		}
	}
	for _, hook := range []string{"post-checkout", "pre-commit", "post-index-change", "fsmonitor-watchman"} {
		for _, repo := range []string{"", "hostile/"} {
			must(tb, os.WriteFile(filepath.Join(f.ws, repo+".git/hooks", hook), []byte("#!/bin/sh\necho hit >> '"+f.dir+"/hit'\n"), 0o777))
		}
	}
}

// listen counts connections.
func (f *trapField) listen(tb testing.TB) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	must(tb, err)
	tb.Cleanup(func() { l.Close() })
	_, f.port, err = net.SplitHostPort(l.Addr().String())
	must(tb, err)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			f.connected.Add(1)
			c.Close()
		}
	}()
}

// snapshot returns the content, mode and time of everything.
func (f *trapField) snapshot(tb testing.TB) map[string]string {
	tb.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(f.dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		line := fmt.Sprint(info.Mode(), info.ModTime().UnixNano(), info.Size())
		if info.Mode().IsRegular() {
			data, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			line += fmt.Sprintf(" %x", sha256.Sum256(data))
		}
		out[p] = line
		return nil
	})
	must(tb, err)
	return out
}

// run runs a command that was judged free, as another user if possible, and returns its output.
func (f *trapField) run(tb testing.TB, code string) string {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), 5*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-c", code)
	cmd.Dir = f.ws
	cmd.Env = []string{
		"PATH=" + f.ws + ":" + f.ws + "/bin:/usr/bin:/bin", "HOME=" + filepath.Join(f.dir, "home"),
		"TMPDIR=" + filepath.Join(f.dir, "tmp"), "BASH_ENV=" + f.ws + "/.bashrc-not", "GIT_EXTERNAL_DIFF=" + f.ws + "/evil",
		"RIPGREP_CONFIG_PATH=" + f.ws + "/.ripgreprc", "CDPATH=" + f.dir,
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if os.Getuid() == 0 {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: 65534, Gid: 65534}
	}
	var out bytes.Buffer
	both := &limited{w: &out} // one writer, so that only one goroutine writes
	cmd.Stdout, cmd.Stderr = both, both
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && ctx.Err() == nil && !errors.Is(err, exec.ErrWaitDelay) {
		tb.Fatalf("%s: %v", code, err)
	}
	return out.String()
}

// check runs a command that was judged free, and fails if anything has changed, leaked or connected.
func (f *trapField) check(tb testing.TB, command string, before map[string]string) (ran bool) {
	tb.Helper()
	v := shell.Classify(command, f.world)
	if v.Decision != shell.Allow {
		return false
	}
	out := f.run(tb, v.Free)
	switch {
	case strings.Contains(out, secretText):
		tb.Errorf("%q leaks:\n%s\nby\n%s", command, out, v.Free)
	case f.connected.Load() > 0:
		tb.Errorf("%q connects by\n%s", command, v.Free)
	}
	if d := cmp.Diff(before, f.snapshot(tb)); d != "" {
		tb.Fatalf("%q changes:\n%s\nby\n%s", command, d, v.Free)
	}
	return true
}
