// Package visible makes text safe to look at: characters that hide, move or reorder the text around them, or that control a
// terminal, are replaced by marks. Nothing is dropped, so users see everything that is there.
//
// The editors have the same functions in editors/vscode/src/shared/visible.ts and
// editors/neovim/lua/ptk/base/visible.lua; all three are
// tested with testdata/marks.json. Start at [Line] and [Text].
package visible

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Line returns s as one line, with a mark for each character that is not plainly visible, newlines and tabs included. It is for
// titles, names, paths and labels.
func Line(s string) string { return marked(s, plain) }

// Text is like [Line], but leaves newlines, tabs and the carriage returns before newlines. It is for commands, changes and other
// text that must be read exactly.
func Text(s string) string { return marked(s, newline) }

// Prose is like [Text], but also leaves the blanks, joiners and direction marks that some languages are written with. It is for
// text by people and models.
func Prose(s string) string { return marked(s, joiner) }

// Clean reports whether [Prose] would leave s as it is.
func Clean(s string) bool { return Prose(s) == s }

// marked replaces characters of a kind above most.
func marked(s string, most kind) string {
	at := firstMarked(s, most)
	if at < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	b.WriteString(s[:at])
	before, _ := utf8.DecodeLastRuneInString(s[:at])
	for i := at; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, "⟨0x%02X⟩", s[i])
		case leaves(r, before, s[i+n:], most):
			b.WriteString(s[i : i+n])
		default:
			b.WriteString(mark(r))
		}
		before = r
		i += n
	}
	return b.String()
}

// firstMarked returns the index of the first character that is neither plain ASCII nor left as it is; -1 if there is none.
func firstMarked(s string, most kind) int {
	before := rune(-1)
	for i := 0; i < len(s); {
		if c := s[i]; c >= 0x20 && c < 0x7f {
			before = rune(c)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 || !leaves(r, before, s[i+n:], most) {
			return i
		}
		before = r
		i += n
	}
	return -1
}

// leaves reports whether r stays as it is between its neighbours.
func leaves(r, before rune, after string, most kind) bool {
	if kindOf(r) <= most {
		return true
	}
	switch r {
	case '\r':
		return most >= newline && strings.HasPrefix(after, "\n")
	case 0xFE0E, 0xFE0F: // text or emoji presentation
		return pictograph(before) || before == '#' || before == '*' || before >= '0' && before <= '9'
	case 0x200D: // joins emoji to one
		next, _ := utf8.DecodeRuneInString(after)
		return (pictograph(before) || before == 0xFE0F) && pictograph(next)
	}
	return false
}

// mark returns the mark of r.
func mark(r rune) string {
	switch {
	case r < 0x20:
		return string(0x2400 + r)
	case r == 0x7F:
		return "␡"
	}
	return fmt.Sprintf("⟨U+%04X⟩", r)
}
