package sandbox_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/tools/sandbox"
)

// TestReadersWork: programs that only read print the same in the strict sandbox as outside.
func TestReadersWork(t *testing.T) {
	needStrict(t)
	a := newArena(t)
	if err := os.RemoveAll(filepath.Join(a.ws, ".git")); err != nil {
		t.Fatal(err)
	}
	env := []string{
		"PATH=" + sandbox.SystemPath, "HOME=/nonexistent", "LANG=C.UTF-8", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null",
		"GIT_OPTIONAL_LOCKS=0", "GIT_ATTR_NOSYSTEM=1",
	}
	outside := func(script string) (string, error) {
		cmd := exec.Command("/bin/bash", "--norc", "-c", script)
		cmd.Dir, cmd.Env = a.ws, env
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := outside(`set -e; git init -q .; git config user.email a@b; git config user.name n; echo .env > .gitignore; git add .gitignore file other sub; git commit -qm one
echo more >> file; git commit -qam two; git branch side; git tag v1; echo changed >> other; echo '{"a": [1, 2]}' > j.json; seq 1 200 > numbers; seq 7000000 > big; ln -s numbers alias`); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	p := a.strict()
	for _, name := range []string{".git", ".gitignore", "j.json", "numbers", "big", "sub", "empty", "file", "other"} {
		p.Read = append(p.Read, filepath.Join(a.ws, name))
	}
	for _, script := range []string{
		"ls", "ls -la sub", "ls -lR sub empty", "ls -l --color=auto", "cat file other", "cat alias", "grep -rn b sub",
		"grep -c 1 numbers", "find sub empty -type f", "find . -maxdepth 1 -name '*.json'", "head -3 numbers", "tail -3 numbers",
		"tail -n +198 numbers", "wc -l numbers file", "du -a sub", "stat -c '%n %s %a %U %G' file",
		"sort -rn numbers | head -2", "uniq numbers | wc -l", "cut -c1 numbers | sort | uniq -c", "tr 1 x < numbers | tail -1",
		"awk '{s+=$1} END {print s}' numbers", "sed -n 5,7p numbers", "diff file other; true", "cmp file other; true",
		"comm -12 numbers numbers | wc -l", "paste numbers numbers | head -1", "nl numbers | tail -1", "tac numbers | head -1",
		"rev numbers | tail -1", "od -c file | head -2", "md5sum numbers", "sha256sum numbers", "basename $PWD/x.go .go",
		"dirname /a/b", "realpath sub", "readlink alias", "file j.json", "date -d @0 -u", "printf '%s\\n' a", "echo $((1+2))",
		"expr 1 + 2", "seq 3", "test -f file && echo yes", "[[ -d sub ]] && echo yes", "id -un", "whoami", "uname -s", "hostname",
		"nproc", "env | sort", "which ls cat", "type cat", "column -t file", "fold -w 3 file", "expand file", "strings file",
		"tree sub", "jq .a j.json", "xargs -n1 echo < file", "cat <(echo sub) <(echo stitution)", "cat <<< here",
		"mapfile -t x < numbers; echo ${#x[@]}", "while read -r l; do echo $l; done < numbers | tail -1",
		"for f in *; do echo $f; done", "echo sub/*", "yes | head -2", "timeout 5 echo hi", "time -p true 2>/dev/null; echo done",
		"sleep 0.01; echo slept", "echo a | tee /dev/null", "numfmt --to=iec 2048", "bc <<< 1+1", "factor 12", "locale | head -1",
		"getconf PAGE_SIZE", "getent passwd root",
		"git status", "git status --short", "git log --oneline", "git log --stat", "git log -p", "git diff", "git diff HEAD~1",
		"git diff --stat HEAD~1 HEAD", "git show", "git show HEAD:file", "git blame file", "git grep -n more", "git ls-files",
		"git ls-tree HEAD", "git branch -a", "git tag", "git remote -v", "git rev-parse HEAD", "git rev-list --count HEAD",
		"git describe --tags", "git stash list", "git reflog", "git shortlog -sn HEAD", "git cat-file -p HEAD",
		"git check-ignore .env", "git config --get user.name", "git count-objects", "git merge-base HEAD side", "git for-each-ref",
		"git worktree list", "git name-rev HEAD",
		"python3 --version", "python3 -c 'import json, re, os; print(json.dumps(1))'", "node --version",
		"node -e 'console.log(1+1)'", "perl -e 'print 1'", "ruby --version", "go version", "gcc --version", "make --version",
		"rg --version", "rg -n 19 numbers", "bash --version | head -1", "awk --version | head -1",
		"sort -S 512M big | tail -1", "seq 300000 | sort -S 512M -n | tail -1",
	} {
		want, wantErr := outside(script)
		if ee := (*exec.ExitError)(nil); errors.As(wantErr, &ee) && ee.ExitCode() == 127 {
			continue // there is no such program
		}
		cmd := exec.Command("/bin/bash", "--norc", "-c", script)
		var b strings.Builder
		cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = a.ws, env, &b, &b
		box, err := a.sandbox.Start(cmd, p)
		if err != nil {
			t.Fatal(err)
		}
		err = cmd.Wait()
		box.End()
		if d := cmp.Diff(strings.ReplaceAll(want, "SHLVL=0\n", ""), strings.ReplaceAll(b.String(), "SHLVL=0\n", "")); d != "" ||
			(err == nil) != (wantErr == nil) {
			t.Errorf("%s: %v, outside %v %s: %s", script, err, wantErr, box.Exceeded(), d)
		}
	}
}

// TestAsAnotherUser runs the tests of this package again as a user without privileges, if it is run with privileges.
func TestAsAnotherUser(t *testing.T) {
	if os.Getuid() != 0 || testing.Short() {
		t.Skip("only the superuser can become another")
	}
	const nobody = 65534
	dir, err := os.MkdirTemp("", "ptk-nobody-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chown(dir, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "program")
	copyProgram(t, program)
	cmd := exec.CommandContext(t.Context(), program, "-test.run", "^Test(Strict|Agreed|Attempts|Readers)", "-test.v")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "TMPDIR="+dir, "HOME="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestStrictSystemCalls") {
		t.Errorf("%v: %s", err, out)
	}
}

// BenchmarkBox measures what the strict sandbox adds to a command, compared to the command without it.
func BenchmarkBox(b *testing.B) {
	if ok, why := sandbox.New("").Strict(); !ok {
		b.Skip(why)
	}
	s := sandbox.New("")
	p := sandbox.Policy{Strict: true, Limits: sandbox.StrictLimits()}
	var bare, boxed []time.Duration
	for b.Loop() {
		for _, in := range []bool{false, true} {
			cmd := exec.Command("/bin/bash", "--norc", "-c", ":")
			cmd.Env = []string{"PATH=" + sandbox.SystemPath}
			began := time.Now()
			if !in {
				if err := cmd.Run(); err != nil {
					b.Fatal(err)
				}
				bare = append(bare, time.Since(began))
				continue
			}
			box, err := s.Start(cmd, p)
			if err != nil {
				b.Fatal(err)
			}
			_ = cmd.Wait()
			box.End()
			boxed = append(boxed, time.Since(began))
		}
	}
	b.ReportMetric(middle(boxed)-middle(bare), "ms-added")
	b.ReportMetric(middle(bare), "ms-bare")
	b.ReportMetric(middle(boxed)/middle(bare), "x-bare")
}

// middle returns the median in milliseconds.
func middle(d []time.Duration) float64 {
	sort.Slice(d, func(i, j int) bool { return d[i] < d[j] })
	return float64(d[len(d)/2].Microseconds()) / 1e3
}
