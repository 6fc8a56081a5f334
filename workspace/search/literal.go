package search

import (
	"bytes"
	"regexp/syntax"
	"strings"
)

// literals are texts of which one stands in every line that an expression matches; none means nothing is known.
type literals []literal

// literal is a text of plain bytes, with fold true without regard to the case of ASCII letters.
type literal struct {
	text string
	fold bool
}

const maxLiterals = 12

// required finds the literals of an expression.
func required(re *syntax.Regexp) literals {
	switch re.Op {
	case syntax.OpLiteral:
		return literalOf(re)
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0])
		}
	case syntax.OpConcat:
		var best literals
		for _, sub := range re.Sub {
			if l := required(sub); l.better(best) {
				best = l
			}
		}
		return best
	case syntax.OpAlternate:
		var all literals
		for _, sub := range re.Sub {
			l := required(sub)
			if len(l) == 0 || len(all)+len(l) > maxLiterals {
				return nil
			}
			all = append(all, l...)
		}
		return all
	}
	return nil
}

// literalOf gives the text of a literal; where case does not count, the longest part of it whose letters have no other
// forms than the two of ASCII (k and s have).
func literalOf(re *syntax.Regexp) literals {
	text := string(re.Rune)
	if re.Flags&syntax.FoldCase == 0 {
		return literals{{text: text}}
	}
	best := ""
	for _, part := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == 'k' || r == 's' || r >= 0x80 }) {
		if len(part) > len(best) {
			best = part
		}
	}
	if best == "" {
		return nil
	}
	return literals{{best, true}}
}

// better is true where the shortest of l is longer than that of m.
func (l literals) better(m literals) bool {
	return len(l) > 0 && (len(m) == 0 || l.shortest() > m.shortest())
}

func (l literals) shortest() int {
	n := len(l[0].text)
	for _, x := range l {
		n = min(n, len(x.text))
	}
	return n
}

// finder gives the places of literals in one text, from left to right.
type finder struct {
	data []byte
	next []int // of each literal the next place, len(data) for none
	lits literals
}

func newFinder(l literals, data []byte) *finder {
	f := &finder{data: data, lits: l, next: make([]int, len(l))}
	for i := range f.next {
		f.next[i] = -1
	}
	return f
}

// from gives the first place at or after at, len(data) where there is none.
func (f *finder) from(at int) int {
	first := len(f.data)
	for i, l := range f.lits {
		if f.next[i] < at {
			f.next[i] = l.index(f.data, at)
		}
		first = min(first, f.next[i])
	}
	return first
}

func (l literal) index(data []byte, at int) int {
	if at >= len(data) {
		return len(data)
	}
	if !l.fold {
		if i := bytes.Index(data[at:], []byte(l.text)); i >= 0 {
			return at + i
		}
		return len(data)
	}
	return l.foldIndex(data, at)
}

// foldIndex looks for the rarest byte of the text in both its cases, and compares round it.
func (l literal) foldIndex(data []byte, at int) int {
	rare := rarest(l.text)
	low, up := l.text[rare], upper(l.text[rare])
	at += rare
	nextLow, nextUp := -1, -1
	for at < len(data) {
		if nextLow < at {
			nextLow = indexByte(data, low, at)
		}
		if nextUp < at {
			nextUp = indexByte(data, up, at)
		}
		hit := min(nextLow, nextUp)
		if start := hit - rare; hit < len(data) && start+len(l.text) <= len(data) && equalFold(data[start:start+len(l.text)], l.text) {
			return start
		}
		at = hit + 1
	}
	return len(data)
}

func indexByte(data []byte, b byte, at int) int {
	if i := bytes.IndexByte(data[at:], b); i >= 0 {
		return at + i
	}
	return len(data)
}

func upper(b byte) byte {
	if 'a' <= b && b <= 'z' {
		return b - 'a' + 'A'
	}
	return b
}

// equalFold compares with a text in lower case.
func equalFold(data []byte, low string) bool {
	for i, b := range data {
		if 'A' <= b && b <= 'Z' {
			b += 'a' - 'A'
		}
		if b != low[i] {
			return false
		}
	}
	return true
}

// rarest gives the place of the byte that is rarest in source code.
func rarest(text string) int {
	const common = " etnriaoslcdupmfhgybvw_.\t()\",-=kx/;:0{}1'" // the most frequent first
	best, rank := 0, -1
	for i := range len(text) {
		r := strings.IndexByte(common, text[i])
		if r < 0 {
			return i
		}
		if r > rank {
			best, rank = i, r
		}
	}
	return best
}
