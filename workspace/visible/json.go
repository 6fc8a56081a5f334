package visible

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// JSON returns valid JSON with the characters that [Prose] marks as escapes, so that it can be shown and still means the same.
func JSON(data []byte) []byte {
	s := string(data)
	if Clean(s) {
		return data
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError, kindOf(r) != hidden || r < 0x20:
			b.WriteString(s[i : i+width(s[i:])])
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return []byte(b.String())
}

func width(s string) int {
	_, n := utf8.DecodeRuneInString(s)
	return n
}
