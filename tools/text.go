package tools

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	defaultLines = 2000 // of a file, if the call sets no limit
	maxLineBytes = 2000 // of a line
)

func firstLines(lines []string, n int) []string {
	if len(lines) > n {
		return append(lines[:n:n], fmt.Sprintf("… %d more", len(lines)-n))
	}
	return lines
}

// counted returns a number with a noun, in the plural with s unless it is one.
func counted(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// splitLines returns the lines without their endings; a newline at the end begins no line.
func splitLines(text string) []string {
	if text == "" {
		return nil
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSuffix(l, "\r")
	}
	return lines
}

// snippet returns lines in the format of code in prompts; start is the number of the first.
func snippet(path string, start int, lines []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<code=%q #%d:%d>\n", path, start, start+len(lines)-1)
	for i, l := range lines {
		fmt.Fprintf(&b, "%6d\t%s\n", start+i, cutLine(l))
	}
	b.WriteString("</code>")
	return b.String()
}

func cutLine(l string) string {
	if len(l) <= maxLineBytes {
		return l
	}
	end := maxLineBytes
	for !utf8.RuneStart(l[end]) {
		end--
	}
	return fmt.Sprintf("%s… (%d more bytes)", l[:end], len(l)-end)
}

// cutTitle returns the beginning of a text on one line.
func cutTitle(s string) string {
	const limit = 80
	for i, r := range s {
		if r == '\n' || i >= limit {
			return s[:i] + "…"
		}
	}
	return s
}

// joinWords joins the sentences that are not empty.
func joinWords(sentences ...string) string {
	return strings.Join(slices.DeleteFunc(sentences, func(s string) bool { return s == "" }), " ")
}
