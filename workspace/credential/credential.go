// Package credential finds keys and tokens of known shapes in text, so that they can be asked for or masked before a model's
// provider sees them. It looks for shapes, not for meaning: a password of no shape is not found.
package credential

import (
	"slices"
	"strings"
)

// In gives in words what a text holds that looks like a credential, such as "a GitHub token", or "".
func In(text string) string {
	return strings.Join(Kinds(text), ", ")
}

// Kinds gives what of credentials a text holds, each kind once.
func Kinds(text string) (kinds []string) {
	for _, s := range find(text) {
		if !slices.Contains(kinds, s.kind) {
			kinds = append(kinds, s.kind)
		}
	}
	return kinds
}

// What stands in the place of a credential. It holds no line break: a text keeps its lines.
const (
	gap      = "…"
	maskHead = gap + "[masked: "
	maskFoot = "]"
)

// longestKind is how long the words for a credential are at most.
const longestKind = 60

// Mask gives the text with what looks like a credential replaced by what it is, such as ghp_…[masked: a GitHub token].
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

// Masks counts the marks of [Mask] in a text: one that a model writes back holds no credential, but its mark.
func Masks(text string) (n int) {
	for {
		_, after, found := strings.Cut(text, maskHead)
		if !found {
			return n
		}
		if kind, _, closed := strings.Cut(after[:min(len(after), longestKind)], maskFoot); closed && known(kind) {
			n++
		}
		text = after
	}
}

// known reports whether a mark can name the kind.
func known(kind string) bool {
	return slices.ContainsFunc(table().rules, func(r rule) bool { return r.kind == kind })
}
