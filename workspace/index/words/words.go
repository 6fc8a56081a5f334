// Package words splits text into the words by which it is found, and knows which words stand for each other in code.
package words

import (
	"bytes"
	"iter"
)

// MaxLen is the length in bytes of the longest words that are searched for.
const MaxLen = 40

const minWord = 2 // bytes of the shortest

// Splitter splits text into words. It serves one goroutine.
type Splitter struct {
	low   []byte // the identifier in lower case, without underscores
	parts []int  // where its parts end in low
}

// Identifiers returns the runs of letters, digits and underscores of a text that don't begin with a digit.
func Identifiers(text []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for at := 0; at < len(text); {
			if !IsLetter(text[at]) {
				at++
				continue
			}
			end := at + 1
			for end < len(text) && (IsLetter(text[end]) || IsDigit(text[end])) {
				end++
			}
			if !yield(text[at:end]) {
				return
			}
			at = end
		}
	}
}

// Words calls each for every word of the text in lower case: the parts of identifiers (camelCase, snake_case) by their
// stem, and identifiers of several parts also as a whole. The word is only valid during the call.
func (s *Splitter) Words(text []byte, each func(word []byte, whole bool)) {
	for id := range Identifiers(text) {
		s.split(id)
		from := 0
		for _, to := range s.parts {
			if w := stem(s.low[from:to]); len(w) >= minWord && len(w) <= MaxLen && !IsDigit(w[0]) {
				each(w, false)
			}
			from = to
		}
		if len(s.parts) > 1 && len(s.low) <= MaxLen {
			each(s.low, true)
		}
	}
}

// split splits an identifier: aReadHTTPFile_x becomes a, read, http, file, x.
func (s *Splitter) split(id []byte) {
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
		case IsUpper(c):
			if i > 0 && (!IsUpper(id[i-1]) || i+1 < len(id) && isLower(id[i+1])) {
				cut()
			}
			c += 'a' - 'A'
		}
		s.low = append(s.low, c)
	}
	cut()
}

// IsUpper reports whether c is a capital letter of ASCII.
func IsUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }

// IsDigit reports whether c is a digit of ASCII.
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

// IsLetter reports whether c is a letter of ASCII, an underscore or part of a character beyond ASCII.
func IsLetter(c byte) bool { return isLower(c|0x20) || c == '_' || c >= 0x80 }

// stem removes the usual endings of English words: parse, parses, parsed, parsing and parser become pars.
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

// single removes one of two equal letters at the end: stopp becomes stop.
func single(w []byte) []byte {
	if n := len(w); n > 3 && w[n-1] == w[n-2] && w[n-1] != 'l' && w[n-1] != 's' {
		return w[:n-1]
	}
	return w
}
