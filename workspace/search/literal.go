package search

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// literals are texts of which at least one is in every line that an expression matches; if empty, none is known.
type literals []literal

// literal is a sequence of bytes; with fold, the case of ASCII letters is ignored.
type literal struct {
	text string
	fold bool
}

const maxLiterals = 12

// required returns the literals of an expression.
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

// literalOf returns the text of a literal, or the longest part of it that has only one form: U+FFFD also matches invalid UTF-8,
// and if case is ignored, letters beyond ASCII, k and s have other forms.
func literalOf(re *syntax.Regexp) literals {
	text, fold := string(re.Rune), re.Flags&syntax.FoldCase != 0
	if fold {
		text = strings.ToLower(text)
	}
	best := ""
	hasForms := func(r rune) bool { return r == utf8.RuneError || fold && (r == 'k' || r == 's' || r >= 0x80) }
	for _, part := range strings.FieldsFunc(text, hasForms) {
		if len(part) > len(best) {
			best = part
		}
	}
	if best == "" {
		return nil
	}
	return literals{{best, fold}}
}

// plain reports whether an expression is a text or a choice of texts, which are then its literals.
func plain(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral:
		return re.Flags&syntax.FoldCase == 0 &&
			!slices.ContainsFunc(re.Rune, func(r rune) bool { return r == '\r' || r == '\n' || r == utf8.RuneError })
	case syntax.OpCapture:
		return plain(re.Sub[0])
	case syntax.OpAlternate:
		return !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !plain(sub) })
	}
	return false
}

// better reports whether the shortest of l is longer than that of m.
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

// useful reports whether the literals are rare enough that searching for them saves time.
func (l literals) useful() bool {
	for _, x := range l {
		if len(x.text) == 1 && (x.fold || rarity(x.text[0]) < 40) {
			return false
		}
	}
	return len(l) > 0
}

// finder finds literals in a text, from left to right.
type finder struct {
	lits  literals
	pairs []pair
	data  []byte
	next  []int // the next index of each literal, len(data) for none
}

func newFinder(l literals) *finder {
	f := &finder{lits: l, next: make([]int, len(l))}
	for _, x := range l {
		f.pairs = append(f.pairs, newPair(x.text, x.fold))
	}
	return f
}

// reset starts with another text.
func (f *finder) reset(data []byte) {
	f.data = data
	for i := range f.next {
		f.next[i] = -1
	}
}

// from returns the first index at or after at, len(data) if there is none.
func (f *finder) from(at int) int {
	first := len(f.data)
	for i := range f.lits {
		if f.next[i] < at {
			f.next[i] = f.lits[i].index(f.data, at, &f.pairs[i])
		}
		first = min(first, f.next[i])
	}
	return first
}

// index returns the first index of the text at or after at, len(data) if there is none: it searches for the pair and compares
// around it.
func (l *literal) index(data []byte, at int, p *pair) int {
	last := len(data) - len(l.text) // the last index at which the text fits
	for at <= last {
		i := indexPair(data[at+p.at:last+p.at+p.dist+1], p)
		if i < 0 {
			break
		}
		at += i
		if l.is(data[at : at+len(l.text)]) {
			return at
		}
		at++
	}
	return len(data)
}

// is compares with data of the same length.
func (l *literal) is(data []byte) bool {
	if l.fold {
		return equalFold(data, l.text)
	}
	return string(data) == l.text
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
