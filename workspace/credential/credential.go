// Package credential finds keys and tokens of known shapes in text, so that the user can be asked, or the text masked, before a
// model's provider sees them. It recognizes shapes, not meaning: a password of no particular shape is not found.
package credential

import (
	"slices"
	"strings"
)

// In describes the credentials that a text seems to contain, such as "a GitHub token"; "" if there is none.
func In(text string) string {
	return strings.Join(Kinds(text), ", ")
}

// Kinds returns the kinds of credentials in a text, each once.
func Kinds(text string) (kinds []string) {
	for _, s := range find(text) {
		if !slices.Contains(kinds, s.kind) {
			kinds = append(kinds, s.kind)
		}
	}
	return kinds
}

// The parts of a mask. They contain no line break, so that a text keeps its lines.
const (
	gap      = "…"
	maskHead = gap + "[masked: "
	maskFoot = "]"
)

// maxKind is the length limit of the name of a kind.
const maxKind = 60

// Mask returns the text with its credentials replaced by their kind, such as ghp_…[masked: a GitHub token].
func Mask(text string) string {
	spans := find(text)
	if len(spans) == 0 {
		return text
	}
	var b strings.Builder
	last := 0
	for _, s := range spans {
		b.WriteString(text[last:s.start])
		if s.quiet {
			b.WriteString(gap)
		} else {
			b.WriteString(maskHead + s.kind + maskFoot)
		}
		last = s.end
	}
	return b.String() + text[last:]
}

// Masks counts the marks of [Mask] in a text: what a model writes back contains the mark, not the credential.
func Masks(text string) (n int) {
	for {
		_, after, found := strings.Cut(text, maskHead)
		if !found {
			return n
		}
		if kind, _, closed := strings.Cut(after[:min(len(after), maxKind)], maskFoot); closed && known(kind) {
			n++
		}
		text = after
	}
}

// known reports whether a mark can name the kind.
func known(kind string) bool {
	return slices.ContainsFunc(table().rules, func(r rule) bool { return r.kind == kind })
}
