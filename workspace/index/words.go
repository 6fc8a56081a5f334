package index

import (
	"bytes"
	"iter"
)

// Words shorter or longer than these bytes are not looked for.
const (
	minWord = 2
	maxWord = 40
)

// splitter takes text apart into words; it serves one goroutine.
type splitter struct {
	low   []byte // the identifier in lower case, without underscores
	parts []int  // where its parts end in low
}

// identifiers gives the runs of letters, digits and underscores of a text that begin with no digit.
func identifiers(text []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for at := 0; at < len(text); {
			if !isLetter(text[at]) {
				at++
				continue
			}
			end := at + 1
			for end < len(text) && (isLetter(text[end]) || isDigit(text[end])) {
				end++
			}
			if !yield(text[at:end]) {
				return
			}
			at = end
		}
	}
}

// words calls each for every word of the text in lower case: the parts of identifiers (camelCase, snake_case) by their
// stem, and those that have several parts also as a whole. The word is only valid during the call.
func (s *splitter) words(text []byte, each func(word []byte, whole bool)) {
	for id := range identifiers(text) {
		s.split(id)
		from := 0
		for _, to := range s.parts {
			if w := stem(s.low[from:to]); len(w) >= minWord && len(w) <= maxWord && !isDigit(w[0]) {
				each(w, false)
			}
			from = to
		}
		if len(s.parts) > 1 && len(s.low) <= maxWord {
			each(s.low, true)
		}
	}
}

// split takes an identifier apart: aReadHTTPFile_x is a, read, http, file, x.
func (s *splitter) split(id []byte) {
	s.low, s.parts = s.low[:0], s.parts[:0]
	cut := func() {
		if n := len(s.low); n > 0 && (len(s.parts) == 0 || s.parts[len(s.parts)-1] < n) {
			s.parts = append(s.parts, n)
		}
	}
	for i, c := range id {
		switch {
		case c == '_':
			cut()
			continue
		case isUpper(c):
			if i > 0 && (!isUpper(id[i-1]) || i+1 < len(id) && isLower(id[i+1])) {
				cut()
			}
			c += 'a' - 'A'
		}
		s.low = append(s.low, c)
	}
	cut()
}

func isUpper(c byte) bool  { return 'A' <= c && c <= 'Z' }
func isLower(c byte) bool  { return 'a' <= c && c <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return isLower(c|0x20) || c == '_' || c >= 0x80 }

// stem takes off the endings by which English words of one meaning differ most: parse, parses, parsed, parsing, parser.
func stem(w []byte) []byte {
	n := len(w)
	switch {
	case n > 4 && bytes.HasSuffix(w, []byte("ies")):
		w = append(w[:n-3:n-3], 'y')
	case n > 3 && w[n-1] == 's' && w[n-2] != 's' && w[n-2] != 'u' && w[n-2] != 'i':
		w = w[:n-1]
	}
	n = len(w)
	switch {
	case n > 5 && bytes.HasSuffix(w, []byte("ing")):
		w = single(w[:n-3])
	case n > 4 && (bytes.HasSuffix(w, []byte("ed")) || bytes.HasSuffix(w, []byte("er"))):
		w = single(w[:n-2])
	}
	if n = len(w); n > 3 && w[n-1] == 'e' {
		w = w[:n-1]
	}
	return w
}

// single makes one of two equal letters at the end: stopp is stop.
func single(w []byte) []byte {
	if n := len(w); n > 3 && w[n-1] == w[n-2] && w[n-1] != 'l' && w[n-1] != 's' {
		return w[:n-1]
	}
	return w
}

// filler are words that a question is put with, and that say nothing of what it asks for; stemmed.
func filler(word string) bool {
	switch word {
	case "how", "what", "where", "which", "who", "why", "when", "do", "doe", "did", "is", "are", "was", "be", "been", "the", "an", "of", "in",
		"on", "to", "for", "from", "with", "and", "or", "not", "by", "it", "its", "that", "this", "there", "thing", "cod", "get", "can",
		"i", "you", "we", "my", "if", "at", "as", "into", "out", "us", "used", "happen", "happens", "find", "show", "me", "happened", "mak", "made",
		"so", "any", "all", "has", "hav", "tell", "function", "plac", "decid", "implement", "implemented", "handl":
		return true
	}
	return false
}
