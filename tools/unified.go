package tools

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

var hunkHead = regexp.MustCompile(`^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@\n$`)

// unified returns a change as a unified diff with three lines of context. go-udiff 0.4.1 counts the new file's lines wrong
// in all hunks but the first, so they are counted here: a hunk is moved by the lines that the hunks before it added.
func unified(from, to, before, after string) string {
	var b strings.Builder
	shift := 0
	for line := range strings.Lines(udiff.Unified(from, to, before, after)) {
		m := hunkHead.FindStringSubmatch(line)
		if m == nil {
			b.WriteString(line)
			continue
		}
		if m[3] != "0" {
			m[3] = strconv.Itoa(number(m[1]) + shift)
		}
		b.WriteString("@@ -" + span(m[1], m[2]) + " +" + span(m[3], m[4]) + " @@\n")
		shift += number(m[4]) - number(m[2])
	}
	return b.String()
}

// number reads a number in a hunk header; a count of one is omitted there.
func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 1
	}
	return n
}

func span(first, count string) string {
	if count == "" {
		return first
	}
	return first + "," + count
}
