// Package clip shortens texts for people and models.
package clip

import "strings"

// Runes returns the first n characters of s, and an ellipsis if there are more.
func Runes(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n]) + "…"
}

// OneLine returns s with each run of white space replaced by a single space.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
