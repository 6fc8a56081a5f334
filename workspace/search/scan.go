package search

import "bytes"

// folded is a byte that is compared after bits were set in the other: 0x20 converts letters to lower case.
type masked struct{ b, mask byte }

func (m masked) is(b byte) bool { return b|m.mask == m.b }

// pair is two bytes of a text, preferably rare ones, that are searched for; dist is the distance between them.
type pair struct {
	first, second masked
	at, dist      int // the index of the first in the text
}

func newPair(text string, fold bool) pair {
	i := rarest(text, -1)
	j := rarest(text, i)
	if i > j {
		i, j = j, i
	}
	return pair{maskedByte(text[i], fold), maskedByte(text[j], fold), i, j - i}
}

func maskedByte(b byte, fold bool) masked {
	if fold && 'a' <= b && b <= 'z' {
		return masked{b, 0x20}
	}
	return masked{b, 0}
}

// indexPairPlain is indexPair without special instructions: it searches for one of the bytes, for the second if the first has two
// forms and the second has one.
func indexPairPlain(data []byte, p *pair) int {
	end := len(data) - p.dist
	for at := 0; at < end; at++ {
		switch {
		case p.first.mask == 0:
			i := bytes.IndexByte(data[at:end], p.first.b)
			if i < 0 {
				return -1
			}
			at += i
		case p.second.mask == 0:
			i := bytes.IndexByte(data[at+p.dist:], p.second.b)
			if i < 0 {
				return -1
			}
			at += i
		}
		if p.first.is(data[at]) && p.second.is(data[at+p.dist]) {
			return at
		}
	}
	return -1
}

// rarest returns the index of the byte that is rarest in source code, except taken if there is another.
func rarest(text string, taken int) int {
	best, rank := 0, -1
	for i := range len(text) {
		if r := rarity(text[i]); r > rank && (i != taken || len(text) == 1) {
			best, rank = i, r
		}
	}
	return best
}

// rarity ranks bytes: the higher, the rarer in source code.
func rarity(b byte) int {
	const common = " etnriaoslcdupmfhgybvw_.\t()\",-=kx/;:0{}1'*I>ESTRA2CDNOLPMF" // the most frequent first
	for i := range len(common) {
		if common[i] == b {
			return i
		}
	}
	return len(common)
}
