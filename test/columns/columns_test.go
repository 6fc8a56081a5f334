// Package columns checks that no line of source is longer than a reader's screen is wide.
package columns

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// columns is the longest line allowed; a tab counts as one.
const columns = 140

// languages are the extensions of the files that are checked.
var languages = []string{".go", ".lua", ".ts", ".tsx", ".js", ".mjs", ".css"}

func TestLines(t *testing.T) {
	root := filepath.Join("..", "..")
	out, err := exec.Command("git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.SplitSeq(strings.TrimRight(string(out), "\x00"), "\x00") {
		if !slices.Contains(languages, filepath.Ext(name)) {
			continue
		}
		data, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) { // deleted, but not committed
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if generated(data) {
			continue
		}
		n := 0
		for line := range bytes.Lines(data) {
			n++
			if width := utf8.RuneCount(bytes.TrimRight(line, "\r\n")); width > columns {
				t.Errorf("%s:%d has %d columns", name, n, width)
			}
		}
	}
}

// generated reports whether a file has the usual header of generated code.
func generated(data []byte) bool {
	return bytes.Contains(data[:min(len(data), 300)], []byte("DO NOT EDIT"))
}
