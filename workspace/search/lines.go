package search

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

const maxShown = 400 // bytes of a line that are shown

// lines iterates over the lines of a text.
type lines struct {
	data       []byte
	start, end int // of the line, its end excluded
	number     int // of lines before counted
	counted    int
}

// goTo moves to the line that contains place; at is the beginning of a line before it.
func (l *lines) goTo(at, place int) {
	l.start = at + bytes.LastIndexByte(l.data[at:place], '\n') + 1
	l.end = lineEnd(l.data, place)
}

// text returns the line without its line ending.
func (l *lines) text() []byte { return withoutCR(l.data[l.start:l.end]) }

func withoutCR(line []byte) []byte { return bytes.TrimSuffix(line, []byte("\r")) }

// lineEnd returns the end of the line that contains at.
func lineEnd(data []byte, at int) int {
	if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(data)
}

// match returns the match at an index of the line.
func (l *lines) match(rel string, at, context int) Match {
	l.number += bytes.Count(l.data[l.counted:l.start], []byte("\n"))
	l.counted = l.start
	text := l.text()
	return Match{
		Rel: rel, Line: l.number + 1, Column: utf16Len(text[:at]) + 1, Text: shown(text, at), Before: l.before(context),
		After: l.after(context),
	}
}

func (l *lines) before(n int) []string {
	var out []string
	for at := l.start; n > 0 && at > 0; n-- {
		from := bytes.LastIndexByte(l.data[:at-1], '\n') + 1
		out = append(out, shown(withoutCR(l.data[from:at-1]), 0))
		at = from
	}
	slices.Reverse(out)
	return out
}

func (l *lines) after(n int) []string {
	var out []string
	for at := l.end + 1; n > 0 && at < len(l.data); n-- {
		to := lineEnd(l.data, at)
		out = append(out, shown(withoutCR(l.data[at:to]), 0))
		at = to + 1
	}
	return out
}

// shown returns the line; if it is long, the part around an index.
func shown(line []byte, at int) string {
	if len(line) <= maxShown {
		return strings.ToValidUTF8(string(line), "\ufffd")
	}
	from := max(0, min(at-maxShown/4, len(line)-maxShown))
	for from > 0 && !utf8.RuneStart(line[from]) {
		from--
	}
	cut := strings.ToValidUTF8(string(line[from:min(from+maxShown, len(line))]), "")
	if from > 0 {
		cut = "…" + cut
	}
	if from+maxShown < len(line) {
		cut += "…"
	}
	return cut
}

// utf16Len counts the units of a text in UTF-16.
func utf16Len(s []byte) int {
	n := 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRune(s[i:])
		n += max(1, utf16.RuneLen(r))
		i += size
	}
	return n
}

const sniffed = 8000 // bytes in which a NUL marks a binary file

// asText returns the text of a file as UTF-8; ok is false if the file is binary.
func asText(data []byte) (text []byte, ok bool) {
	if len(data) >= 2 && (data[0] == 0xff && data[1] == 0xfe || data[0] == 0xfe && data[1] == 0xff) {
		return decodeUTF16(data[2:], data[0] == 0xfe), true
	}
	return bytes.TrimPrefix(data, []byte("\ufeff")), bytes.IndexByte(data[:min(len(data), sniffed)], 0) < 0
}

func decodeUTF16(data []byte, big bool) []byte {
	low, high := 0, 1
	if big {
		low, high = 1, 0
	}
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = uint16(data[2*i+low]) | uint16(data[2*i+high])<<8
	}
	return []byte(string(utf16.Decode(units)))
}
