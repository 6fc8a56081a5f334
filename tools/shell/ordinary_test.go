package shell_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"ptk-lsp/tools/shell"
)

// lines returns the lines of a file of testdata without comments.
func lines(t testing.TB, name string) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for line := range strings.SplitSeq(string(data), "\n") {
		if line != "" && line[0] != '#' {
			out = append(out, line)
		}
	}
	return out
}

// TestOrdinaryCommands: of the commands that only read, less than one in twenty needs a question.
func TestOrdinaryCommands(t *testing.T) {
	list := lines(t, "ordinary.txt")
	var asked []string
	for _, c := range list {
		if v := shell.Classify(c, world()); v.Decision != shell.Allow {
			asked = append(asked, c+"\n\t\t"+v.Reason)
		}
	}
	t.Logf("%d of %d are asked:\n\t%s", len(asked), len(list), strings.Join(asked, "\n\t"))
	if len(list) < 300 || len(asked)*20 >= len(list) {
		t.Errorf("%d of %d commands are asked", len(asked), len(list))
	}
}

// TestHostileCommands: none of the commands that try to change, leak or run something is free. A line has \n for a newline,
// and \r, \e and \u202e for invisible characters.
func TestHostileCommands(t *testing.T) {
	list := lines(t, "hostile.txt")
	count := map[string]int{}
	for _, c := range list {
		c = strings.NewReplacer(`\\\n`, "\\\n", `\n`, "\n", `\e`, "\x1b", `\r`, "\r", `\u202e`, "\u202e").Replace(c)
		v := shell.Classify(c, world())
		count[v.Decision.String()]++
		if v.Decision == shell.Allow {
			t.Errorf("%q runs free:\n%s", c, v.Free)
		}
	}
	t.Logf("%d hostile commands: %v", len(list), count)
	if len(list) < 500 {
		t.Errorf("only %d commands", len(list))
	}
}

// TestEndlessCommandsAreAsked: commands that take long to judge are given up early, and the user is asked.
func TestEndlessCommandsAreAsked(t *testing.T) {
	for name, c := range map[string]string{
		"patterns": "ls " + strings.Repeat("*/../*/ ", 500), "loops": strings.Repeat(
			"for f in 1 2 3 4 5 6 7 8 9; do ", 20,
		) + "ls" + strings.Repeat("; done", 20),
		"unknown loops": strings.Repeat(
			"for f in 1 $x; do ", 25,
		) + "ls" + strings.Repeat("; done", 25), "parentheses": strings.Repeat("(", 10000) + "ls" + strings.Repeat(")", 10000),
		"substitutions": strings.Repeat("$(", 5000) + "ls", "arithmetic": strings.Repeat("$((", 4000) + "1", "lines": strings.Repeat(
			"ls\n", 10000,
		), "shells": strings.Repeat(
			"bash -c ", 3000,
		) + "ls",
		"eval": strings.Repeat("eval ", 6000) + "ls", "others": strings.Repeat(
			"busybox ", 4000,
		) + "ls", "size": strings.Repeat("x", 1<<20), "sudo": strings.Repeat("sudo ", 6000) + "ls",
	} {
		began := time.Now()
		v := shell.Classify(c, world())
		if took := time.Since(began); v.Decision < shell.AskEach || took > 30*time.Second {
			t.Errorf("%s: %s after %v", name, v.Decision, took)
		}
	}
}

// BenchmarkClassify judges an ordinary command, without its files.
func BenchmarkClassify(b *testing.B) {
	w := world()
	for b.Loop() {
		shell.Classify("git log --oneline -5 | head -3 && grep -n 'func main' main.go src/main.go", w)
	}
}
