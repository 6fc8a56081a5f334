package gitrepo

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// git runs git in a folder, without settings of this machine.
func git(t testing.TB, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e@example.org"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_ALLOW_PROTOCOL=file")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v: %s", args, err, out)
	}
	return string(out)
}

// newRepo makes a repository with some files.
func newRepo(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	git(t, dir, "init", "-q")
	for _, f := range []string{"a.txt", "sub/b.txt", "sub/deeper/c.txt", "x.pem", "sub/name with spaces"} {
		path := filepath.Join(dir, filepath.FromSlash(f))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(f), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-qm", "one")
	return dir
}

func TestTrackedAgreesWithGit(t *testing.T) {
	for _, version := range []string{"2", "3", "4"} {
		dir := newRepo(t)
		git(t, dir, "update-index", "--index-version", version)
		if version == "3" {
			git(t, dir, "add", "-N", "--", "a.txt")
		}
		want := strings.Split(strings.Trim(git(t, dir, "ls-files", "-z"), "\x00"), "\x00")
		r, err := Find(filepath.Join(dir, "sub"))
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.Tracked()
		if d := cmp.Diff(want, got); d != "" || err != nil {
			t.Errorf("version %s: %v %s", version, err, d)
		}
	}
}

func TestFindRefusesUnusualRepositories(t *testing.T) {
	for name, spoil := range map[string]func(dir string) (at string){
		"no repository": func(dir string) string { _ = os.RemoveAll(filepath.Join(dir, ".git")); return dir },
		"a bare one": func(dir string) string {
			git(t, dir, "init", "-q", "--bare", "sub/bare")
			return filepath.Join(dir, "sub/bare")
		},
		"below a bare one": func(dir string) string {
			git(t, dir, "init", "-q", "--bare", "sub/bare")
			return filepath.Join(dir, "sub/bare/refs")
		},
		"the folder .git": func(dir string) string { return filepath.Join(dir, ".git/hooks") },
		"a working tree":  func(dir string) string { git(t, dir, "worktree", "add", "-q", "wt"); return filepath.Join(dir, "wt") },
		"a file .git": func(dir string) string {
			write(t, dir, "sub/.git", "gitdir: /tmp/x\n")
			return filepath.Join(dir, "sub")
		},
		"alternates":           func(dir string) string { write(t, dir, ".git/objects/info/alternates", "/tmp/x\n"); return dir },
		"a common folder":      func(dir string) string { write(t, dir, ".git/commondir", "/tmp/x\n"); return dir },
		"a link for config":    func(dir string) string { link(t, dir, ".git/config"); return dir },
		"a link for objects":   func(dir string) string { link(t, dir, ".git/objects"); return dir },
		"an include":           func(dir string) string { git(t, dir, "config", "include.path", "/tmp/x"); return dir },
		"a conditional one":    func(dir string) string { git(t, dir, "config", "includeIf.gitdir:/.path", "/tmp/x"); return dir },
		"a filter":             func(dir string) string { git(t, dir, "config", "filter.x.clean", "touch y"); return dir },
		"a process":            func(dir string) string { git(t, dir, "config", "filter.x.process", "touch y"); return dir },
		"a driver of diff":     func(dir string) string { git(t, dir, "config", "diff.x.textconv", "touch y"); return dir },
		"an external diff":     func(dir string) string { git(t, dir, "config", "diff.external", "touch y"); return dir },
		"a driver of merge":    func(dir string) string { git(t, dir, "config", "merge.x.driver", "touch y"); return dir },
		"a pager":              func(dir string) string { git(t, dir, "config", "core.pager", "touch y"); return dir },
		"a pager of log":       func(dir string) string { git(t, dir, "config", "pager.log", "touch y"); return dir },
		"an alias":             func(dir string) string { git(t, dir, "config", "alias.status", "!touch y"); return dir },
		"another working tree": func(dir string) string { git(t, dir, "config", "core.worktree", "/"); return dir },
		"signatures":           func(dir string) string { git(t, dir, "config", "gpg.program", "./x"); return dir },
		"shown signatures":     func(dir string) string { git(t, dir, "config", "log.showSignature", "true"); return dir },
		"a helper":             func(dir string) string { git(t, dir, "config", "credential.helper", "!touch y"); return dir },
		"a password program":   func(dir string) string { git(t, dir, "config", "core.askPass", "./x"); return dir },
		"ssh":                  func(dir string) string { git(t, dir, "config", "core.sshCommand", "./x"); return dir },
		"attributes elsewhere": func(dir string) string { git(t, dir, "config", "core.attributesFile", "/tmp/x"); return dir },
		"a promisor":           func(dir string) string { git(t, dir, "config", "remote.o.promisor", "true"); return dir },
		"a partial clone":      func(dir string) string { git(t, dir, "config", "extensions.partialClone", "o"); return dir },
		"settings of a tree":   func(dir string) string { git(t, dir, "config", "extensions.worktreeConfig", "true"); return dir },
		"a token in a remote": func(dir string) string {
			git(t, dir, "config", "remote.o.url", "https://u:t@example.com/x")
			return dir
		},
		"a user in a remote": func(dir string) string {
			git(t, dir, "config", "remote.o.url", "https://ghp_x@example.com/x")
			return dir
		},
		"a remote that runs":   func(dir string) string { git(t, dir, "config", "remote.o.url", "ext::sh -c x"); return dir },
		"a pack of a remote":   func(dir string) string { git(t, dir, "config", "remote.o.uploadpack", "./x"); return dir },
		"a submodule's update": func(dir string) string { git(t, dir, "config", "submodule.x.update", "!touch y"); return dir },
		"a trailer":            func(dir string) string { git(t, dir, "config", "trailer.x.command", "touch y"); return dir },
		"a header of http":     func(dir string) string { git(t, dir, "config", "http.extraHeader", "Authorization: x"); return dir },
		"an unknown key":       func(dir string) string { git(t, dir, "config", "core.whatever", "x"); return dir },
		"one line":             func(dir string) string { appendTo(t, dir, ".git/config", "[core] pager = x\n"); return dir },
		"a continued line": func(dir string) string {
			appendTo(t, dir, ".git/config", "[user]\n\tname = x\\\n[core]\n\tpager = y\n")
			return dir
		},
		"a comment behind":  func(dir string) string { appendTo(t, dir, ".git/config", "[user] ; x\n\tname = x\n"); return dir },
		"a NUL":             func(dir string) string { appendTo(t, dir, ".git/config", "[user]\n\tname = x\x00\n"); return dir },
		"a carriage return": func(dir string) string { appendTo(t, dir, ".git/config", "[user]\r[core]\r pager=x\n"); return dir },
		"the old form":      func(dir string) string { appendTo(t, dir, ".git/config", "[diff.x]\n\ttextconv = y\n"); return dir },
		"a quote in a name": func(dir string) string {
			appendTo(t, dir, ".git/config", "[branch \"a\\\"]\n[core]\n\tpager = x\n#\"]\n")
			return dir
		},
		"a link for a file that status prints": func(dir string) string {
			write(t, dir, ".git/rebase-merge/interactive", "")
			write(t, dir, ".git/rebase-merge/done", "pick x\n")
			link(t, dir, ".git/rebase-merge/done")
			return dir
		},
		"a link for a tree's folder": func(dir string) string {
			write(t, dir, ".git/worktrees/x/gitdir", "/x/.git\n")
			link(t, dir, ".git/worktrees/x/gitdir")
			return dir
		},
		"a hard link for a message": func(dir string) string {
			if err := os.Link(filepath.Join(dir, "x.pem"), filepath.Join(dir, ".git/BISECT_START")); err != nil {
				t.Skip(err)
			}
			return dir
		},
		"a link for the packs":       func(dir string) string { link(t, dir, ".git/objects/pack"); return dir },
		"a link for what is ignored": func(dir string) string { link(t, dir, ".git/info/exclude"); return dir },
		"a very long one":            func(dir string) string { appendTo(t, dir, ".git/config", strings.Repeat("# x\n", 20000)); return dir },
	} {
		dir := newRepo(t)
		if r, err := Find(spoil(dir)); err == nil {
			t.Errorf("%s: %+v is accepted", name, r)
		}
	}
}

func write(t testing.TB, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func appendTo(t testing.TB, dir, name, text string) {
	t.Helper()
	had, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, name, string(had)+text)
}

// link moves a file away and leaves a link to it.
func link(t testing.TB, dir, name string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.Rename(path, path+"-moved"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(path+"-moved", path); err != nil {
		t.Skip(err)
	}
}

// The settings that git and people write are known.
func TestOrdinarySettings(t *testing.T) {
	dir := newRepo(t)
	for _, kv := range []string{
		"user.name=N", "user.email=n@example.org", "remote.origin.url=git@github.com:a/b.git",
		"remote.origin.fetch=+refs/heads/*:refs/remotes/origin/*", "branch.main.remote=origin", "branch.main.merge=refs/heads/main",
		"pull.rebase=true", "core.autocrlf=input", "init.defaultBranch=main", "color.ui=auto", "submodule.lib.url=https://example.com/lib",
		"submodule.lib.active=true", "core.hooksPath=.husky/_", "remote.up.url=ssh://git@example.com/x", "branch.a.vscode-merge-base=origin/main",
	} {
		name, value, _ := strings.Cut(kv, "=")
		git(t, dir, "config", name, value)
	}
	if r, err := Find(filepath.Join(dir, "sub", "deeper")); err != nil || r.Root != dir {
		t.Errorf("%+v: %v", r, err)
	}
}

// FuzzCheckConfig checks that git reads no unknown key from a config that is accepted.
func FuzzCheckConfig(f *testing.F) {
	for _, s := range []string{
		"[core]\n\tbare = false\n", "[core]pager=x", "[remote \"o\"]\n\turl = x\n", "[user]\n\tname = \"a\n",
		"[user]\n[core]\n name", "[color \"x\"]\n ui=a", "[user]\nname=a ; b\n", "[diff]\nrenames\n",
	} {
		f.Add(s)
	}
	dir := f.TempDir()
	n := 0
	f.Fuzz(func(t *testing.T, text string) {
		if CheckConfig(text) != nil {
			return
		}
		n++
		path := filepath.Join(dir, fmt.Sprint("config", n%50))
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("git", "config", "--file", path, "--list", "-z", "--name-only")
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
		out, err := cmd.Output()
		if err != nil {
			return // git refuses it
		}
		for key := range strings.SplitSeq(strings.Trim(string(out), "\x00"), "\x00") {
			section, rest, _ := strings.Cut(key, ".")
			i := strings.LastIndexByte(rest, '.')
			sub, name := "", rest
			if i >= 0 {
				sub, name = rest[:i], rest[i+1:]
			}
			if key != "" && !harmless(section, sub, name, "false") && key != "extensions.objectformat" {
				t.Errorf("%q has the key %q", text, key)
			}
		}
	})
}

// FuzzIndex: no index breaks it.
func FuzzIndex(f *testing.F) {
	f.Add([]byte("DIRC\x00\x00\x00\x02\x00\x00\x00\x01"))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, _ = parseIndex(data)
	})
}
