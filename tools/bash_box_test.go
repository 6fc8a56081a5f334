//go:build unix

package tools_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ptk-lsp/tools"
	"ptk-lsp/tools/sandbox"
)

func needStrict(t *testing.T) {
	t.Helper()
	if ok, why := sandbox.New("").Strict(); !ok {
		t.Skip(why)
	}
}

// TestFreeCommandsAreHarmless: if a command is wrongly judged to be free, the sandbox still holds. Such commands were once
// found.
func TestFreeCommandsAreHarmless(t *testing.T) {
	needStrict(t)
	const canary = "canary-5b1c"
	files := map[string]string{"a.txt": "hello\n", ".env": canary, "sub/secrets.json": canary, "sub/b.txt": "b\n"}
	r, s := newShell(t, files)
	outside := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(outside, []byte(canary), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(filepath.Join(r.dir, ".env"), filepath.Join(r.dir, "sub", "notes.txt")); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{
		"cat .env", "cat sub/secrets.json", "cat sub/notes.txt", "cat " + outside, "grep -r canary .", "env",
		"cat /proc/*/environ", "echo x > new", "echo x > " + outside, "rm -f a.txt", "chmod 777 a.txt",
		"touch -d @1 a.txt", "find . -name a.txt -delete", "echo x > /tmp/ptk-new", "sleep 64.5 & setsid sleep 64.5 &",
		"echo canary > /dev/udp/127.0.0.1/9", "cat ~/.ssh/id_rsa", "cat " + s.Temp + "/x",
	} {
		out := tools.RunFree(t.Context(), s, r.ws, command)
		if strings.Contains(out, canary) {
			t.Errorf("%s: %s", command, out)
		}
	}
	if out := tools.RunFree(t.Context(), s, r.ws, "cat a.txt sub/b.txt; ls -a"); !strings.HasPrefix(out, "hello\nb\n") ||
		!strings.Contains(out, ".env") {
		t.Errorf("ordinary reading gives %q", out)
	}
	long := strings.Fields(tools.RunFree(t.Context(), s, r.ws, "seq 100000") + " ")
	for _, word := range long {
		if strings.HasPrefix(word, s.Temp) {
			if out := tools.RunFree(t.Context(), s, r.ws, "tail -1 "+word); out != "100000\n" {
				t.Errorf("the long output can't be looked through: %q", out)
			}
			long = nil
			break
		}
	}
	if long != nil {
		t.Error("no file with the long output is reported")
	}
	for name, text := range files {
		if r.disk(name) != text {
			t.Errorf("%s was changed", name)
		}
	}
	if info, err := os.Stat(filepath.Join(r.dir, "a.txt")); err != nil || info.Mode().Perm() == 0o777 || info.ModTime().Unix() == 1 {
		t.Errorf("a.txt was touched: %v %v", info, err)
	}
	if _, err := os.Stat(filepath.Join(r.dir, "new")); err == nil {
		t.Error("a file was made")
	}
}

func TestFloodOfOutputIsEnded(t *testing.T) {
	r, s := newShell(t, map[string]string{"large.txt": strings.Repeat("0123456789abcde\n", 2<<20)})
	res := r.call("bash", `{"command": "cat large.txt", "timeout": 60}`)
	if res.Err == nil || !strings.Contains(res.Err.Message, "more than 16 MiB of output") {
		t.Fatalf("got %s", res.JSON())
	}
	var total int64
	entries, err := os.ReadDir(s.Temp)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		total += info.Size()
	}
	if total > 17<<20 {
		t.Errorf("%d bytes of disk were filled", total)
	}
}

// TestAskedIfTheSandboxDoesNotHold: the user is asked about a command that only reads if it could still read a secret.
func TestAskedIfTheSandboxDoesNotHold(t *testing.T) {
	needStrict(t)
	r, s := newShell(t, map[string]string{"a.txt": "a\n"})
	if out, err := exec.Command("git", "init", "-q", r.dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	asked := func(command string) string {
		r.asked = nil
		r.ok("bash", map[string]string{"command": command})
		if len(r.asked) == 0 {
			return ""
		}
		return r.asked[0].Risk
	}
	if why := asked("git status; ls"); why != "" {
		t.Errorf("asked for git: %s", why)
	}
	config := filepath.Join(r.dir, ".git", "config")
	if err := os.WriteFile(config, []byte("[remote \"o\"]\n\turl = https://u:ghp_abcdefabcdef@host/a\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if why := asked("git status"); !strings.Contains(why, "remote.o.url") {
		t.Errorf("not asked for git beside a password: %q", why)
	}
	if why := asked("ls"); why != "" {
		t.Errorf("asked for ls: %s", why)
	}
	s.Environ = append(s.Environ[:0:0], "PATH="+os.Getenv("PATH"), "HOME="+r.dir)
	if why := asked("ls -l"); !strings.Contains(why, "home folder") {
		t.Errorf("not asked where the workspace is the home: %q", why)
	}
}

// TestAgreedCommandsKeepSteeringFiles: a command that the user agreed to can't plant a hook, and gets its own cache for
// builds.
func TestAgreedCommandsKeepSteeringFiles(t *testing.T) {
	needStrict(t)
	plant := "echo x > .envrc; echo x > .vscode/tasks.json; echo x > .git/hooks/pre-commit; echo x >> .git/config; touch made; echo $XDG_CACHE_HOME; touch $XDG_CACHE_HOME/x && echo cached\n"
	r, s := newShell(t, map[string]string{".envrc": "ok\n", ".vscode/tasks.json": "{}\n", "a.txt": "", "plant.sh": plant})
	s.Cache = filepath.Join(t.TempDir(), "fresh", "cache")
	if out, err := exec.Command("git", "init", "-q", r.dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	res := r.call("bash", `{"command": "bash plant.sh"}`)
	if _, err := os.Stat(filepath.Join(r.dir, ".git", "hooks", "pre-commit")); err == nil || r.disk(".envrc") != "ok\n" ||
		r.disk(".vscode/tasks.json") != "{}\n" {
		t.Errorf("steering files were written: %s", res.JSON())
	}
	if r.disk("made") != "" || !strings.Contains(string(res.JSON()), "cached") {
		t.Errorf("got %s", res.JSON())
	}
	r.ok(
		"bash",
		`{"command": "git -c user.email=a@b -c user.name=n commit -q --allow-empty -m x && git checkout -q -b other && git branch -u other"}`,
	)
}

// TestNewSteeringFilesAreTold: files that the sandbox can't prevent are reported, unless the question named them.
func TestNewSteeringFilesAreTold(t *testing.T) {
	plant := "mkdir .vscode && echo '{}' >.vscode/tasks.json; echo x >.envrc; echo x >CLAUDE.md; mkdir node_modules; echo x >made.txt"
	r, _ := newShell(t, map[string]string{"AGENTS.md": "mine\n", "plant.sh": plant})
	res := r.call("bash", `{"command": "bash plant.sh"}`)
	got, _ := res.Fields.(tools.Ran)
	reported := strings.Join(got.Steering, "\n")
	for _, want := range []string{".vscode: ", ".envrc: ", "CLAUDE.md: "} {
		if !strings.Contains(reported, want) {
			t.Errorf("%s is not reported in %q", want, reported)
		}
	}
	if len(got.Steering) != 3 || !strings.Contains(strings.Join(got.Preview(), "\n"), "It has made .vscode: ") {
		t.Errorf("reported %q, shown %q", reported, got.Preview())
	}
	res = r.call("bash", `{"command": "mkdir .idea; echo x > .exrc"}`)
	if got, _ := res.Fields.(tools.Ran); len(got.Steering) != 0 {
		t.Errorf("what the question named is reported again: %q", got.Steering)
	}
}
