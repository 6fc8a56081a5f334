package ptk

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// titleLength is how long a title that is made of a message may be, in characters.
const titleLength = 60

// title makes a conversation's title of its first message: the first line, cut at a word.
func title(message string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(message), "\n")
	line = strings.Join(strings.FieldsFunc(line, func(c rune) bool { return unicode.IsSpace(c) || unicode.IsControl(c) }), " ")
	if utf8.RuneCountInString(line) <= titleLength {
		return line
	}
	cut := string([]rune(line)[:titleLength])
	if at := strings.LastIndexByte(cut, ' '); at > len(cut)/2 {
		cut = cut[:at]
	}
	return strings.TrimRight(cut, " ,.;:") + "…"
}
