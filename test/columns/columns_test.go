// Package columns checks that no line of source is longer than a reader's screen is wide.
package columns

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// columns is the longest line allowed; a tab counts as one. A literal of more than longLiteral bytes does not count, nor do lines
// within a raw string: a text that is broken can't be searched for.
const (
	columns     = 140
	longLiteral = 60
)

// literal matches a string in quotation marks of any kind.
var literal = regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'|`[^`]*`")

// width returns the columns of a line without its long literals, and whether the next line is within a raw string.
func width(line string, raw bool) (n int, rawNext bool) {
	if raw {
		end := strings.IndexByte(line, '`')
		if end < 0 {
			return 0, true
		}
		line = line[end+1:]
	}
	code := literal.ReplaceAllStringFunc(line, func(s string) string {
		if len(s) > longLiteral {
			return ""
		}
		return strings.ReplaceAll(s, "`", "'")
	})
	if open := strings.IndexByte(code, '`'); open >= 0 && !strings.Contains(code[:open], "//") {
		return utf8.RuneCountInString(code[:open]), true
	}
	return utf8.RuneCountInString(code), false
}

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
		n, size, raw := 0, 0, false
		for line := range bytes.Lines(data) {
			n++
			if size, raw = width(strings.TrimRight(string(line), "\r\n"), raw); size > columns {
				t.Errorf("%s:%d has %d columns", name, n, size)
			}
		}
	}
}

// generated reports whether a file has the usual header of generated code.
func generated(data []byte) bool {
	return bytes.Contains(bytes.ToLower(data[:min(len(data), 300)]), []byte("do not edit"))
}

func TestWidth(t *testing.T) {
	long := strings.Repeat("x", longLiteral)
	for _, tt := range []struct {
		line string
		raw  bool
		n    int
		next bool
	}{
		{"a := 1", false, 6, false},
		{`a := "` + long + `"`, false, 5, false},
		{"a := `" + long, false, 5, true},
		{long + long, true, 0, true},
		{long + "`)", true, 1, false},
		{"// a ` in a comment", false, 19, false},
	} {
		if n, next := width(tt.line, tt.raw); n != tt.n || next != tt.next {
			t.Errorf("width(%q, %v) = %d, %v, want %d, %v", tt.line, tt.raw, n, next, tt.n, tt.next)
		}
	}
}
