//go:build linux

package tools

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/tools/shell"
	"ptk-lsp/tools/shell/shelltest"
)

// TestFreeCommandsDoNothing generates commands and runs those that are judged free, without the sandbox. PTK_COMMANDS is
// their number.
func TestFreeCommandsDoNothing(t *testing.T) {
	n, seed := 1500, uint64(3)
	if v, err := strconv.Atoi(os.Getenv("PTK_COMMANDS")); err == nil {
		n = v
	}
	if v, err := strconv.Atoi(os.Getenv("PTK_SEED")); err == nil {
		seed = uint64(v)
	}
	f := newTrapField(t)
	g := shelltest.New(seed)
	g.Seeds = seeds(t)
	before, free := f.snapshot(t), 0
	for range n {
		if f.check(t, strings.ReplaceAll(g.Command(), "PORT", f.port), before) {
			free++
		}
	}
	t.Logf("%d commands made, %d free and run", n, free)
	if free*100 < n {
		t.Errorf("only %d of %d commands are free: the test does not test much", free, n)
	}
}

// seeds are ordinary commands.
func seeds(tb testing.TB) []string {
	data, err := os.ReadFile("shell/testdata/ordinary.txt")
	must(tb, err)
	var out []string
	for line := range strings.SplitSeq(string(data), "\n") {
		if line != "" && line[0] != '#' {
			out = append(out, line)
		}
	}
	return out
}

// FuzzFreeCommandsDoNothing does the same for commands from any seed, and for any text.
func FuzzFreeCommandsDoNothing(f *testing.F) {
	data, err := os.ReadFile("shell/testdata/hostile.txt")
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.SplitSeq(string(data), "\n") {
		f.Add(uint64(0), line)
	}
	for seed := range uint64(50) {
		f.Add(seed+1, "")
	}
	field, ordinary := newTrapField(f), seeds(f)
	before := field.snapshot(f)
	f.Fuzz(func(t *testing.T, seed uint64, command string) {
		if command == "" {
			g := shelltest.New(seed)
			g.Seeds = ordinary
			command = g.Command()
		}
		field.check(t, strings.ReplaceAll(command, "PORT", field.port), before)
	})
}

// TestFreeCommandsPrintTheSame: the printed command does what the command itself would do.
func TestFreeCommandsPrintTheSame(t *testing.T) {
	f := newTrapField(t)
	for _, command := range []string{
		"cat <<'X'\nhello $(x)\n  it's\nX", "cat <<X\nplain\nX", "cat <<-X\n\tplain\n\tX", "cat <<< 'a b'",
		"timeout 5 bash -c 'ls src; echo x'", "nice bash -c 'echo a | cat'", "env LC_ALL=C bash -c 'echo a'",
		"LC_ALL=C sort b.txt a.txt",
		"x=1; y=\"a b\"; echo \"$x $y\" $x", "x=$(cat a.txt); echo \"$x\"; echo $x",
		"for f in s*/* a.txt; do echo \"<$f>\"; done; echo \"$f\"", "cd src && cat main.go && cd .. && cat a.txt",
		"(cd src && pwd) | tail -c 4; cat a.txt", "cd deep; cat ../a.txt",
		"if [ -d src ]; then echo dir; else echo none; fi", "[[ -f a.txt && ! -d a.txt ]] && echo yes",
		"! grep -q zzz a.txt && echo none", "false || echo or; true && echo and", "echo 'a  b' \"c\\\"d\" e\\ f",
		"printf '%s-%s\\n' a b c", "echo $((1+2*3)) $?", "grep -c a < a.txt",
		"grep -n beta a.txt b.txt | cut -d: -f1,2", "echo [a-b].txt ?.txt *.md no*such .e*nothing",
		"cat a.txt 2>&1 >/dev/null | wc -l", "ls -d s*/", "echo \"`cat a.txt | head -1`\"", "set -euo pipefail; cat a.txt | head -1",
		"bash -c 'x=1; for i in 1 2; do echo $i$x; done'", "find . -maxdepth 1 -name '*.txt' -exec grep -l beta {} + | sort",
		"sed -n '1p;$p' b.txt", "awk '{ if (NR > 1) print $2/2, NR }' data.txt", "grep -rn beta src a.txt b.txt",
		"{ echo a; echo b; } | wc -l", "test 3 -gt 2 && echo more", "echo -e 'a\\tb' | cat -A",
	} {
		v := shell.Classify(command, f.world)
		if v.Decision != shell.Allow {
			t.Errorf("%q is asked: %s", command, v.Reason)
			continue
		}
		got, want := f.run(t, v.Free+"\necho $?"), f.run(t, "PATH=/usr/bin:/bin\nunset CDPATH\n"+command+"\necho $?")
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%q: %s\nby\n%s", command, d, v.Free)
		}
	}
}
