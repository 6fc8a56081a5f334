package transcript

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// TitleLength is the longest title that is made from a message, in characters.
const TitleLength = 60

// Title returns the title of a conversation that begins with a message: its first line, cut at a word.
func Title(message string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(message), "\n")
	line = strings.Join(strings.FieldsFunc(line, func(c rune) bool { return unicode.IsSpace(c) || unicode.IsControl(c) }), " ")
	if utf8.RuneCountInString(line) <= TitleLength {
		return line
	}
	cut := string([]rune(line)[:TitleLength])
	if at := strings.LastIndexByte(cut, ' '); at > len(cut)/2 {
		cut = cut[:at]
	}
	return strings.TrimRight(cut, " ,.;:") + "…"
}
