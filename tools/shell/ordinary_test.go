package shell_test

import (
	"os"
	"strings"
	"testing"

	"ptk-lsp/tools/shell"
)

// lines returns the lines of a file of testdata that are no comments.
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

// TestOrdinaryCommands: of commands that only read, less than one in twenty is asked.
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

// TestHostileCommands: none of the commands that try to change, leak or run something is free. A line has \n for a newline, \r, \e
// and \u202e for what can't be seen.
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
