package lsp

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"go.lsp.dev/jsonrpc2"
)

// longText is the length in bytes from which on a string in the params of a document's change is read by itself: whole
// documents come as one string, and a decoder that looks at each byte takes three times as long.
const longText = 32 << 10

// liftTexts takes the strings that are long out of params and puts short marks in their place, for which lifted gives them
// back. Where there is none, or one that is not as JSON wants it, the params are as they were.
func liftTexts(params jsonrpc2.RawMessage) (small jsonrpc2.RawMessage, lifted []string) {
	if len(params) < longText || bytes.Contains(params, []byte(markHead)) {
		return params, nil
	}
	from := 0
	for at := 0; ; {
		open := bytes.IndexByte(params[at:], '"')
		if open < 0 {
			break
		}
		open += at
		n := literalLength(params[open+1:])
		if n < 0 {
			return params, nil
		}
		at = open + 1 + n + 1
		if n < longText {
			continue
		}
		text, ok := unquote(params[open+1 : open+1+n])
		if !ok {
			return params, nil
		}
		small = append(small, params[from:open]...)
		small = append(small, `"`+mark(len(lifted))+`"`...)
		lifted, from = append(lifted, text), at
	}
	return append(small, params[from:]...), lifted
}

// markHead begins the marks; params that hold it themselves are left to the decoder.
const markHead = "ptk:lifted:"

// mark stands for the n-th text that was lifted.
func mark(n int) string { return markHead + strconv.Itoa(n) }

// lowered gives the text that a mark stands for, or what is no mark as it is.
func lowered(text string, lifted []string) string {
	if n, ok := strings.CutPrefix(text, markHead); ok {
		if i, err := strconv.Atoi(n); err == nil && i >= 0 && i < len(lifted) {
			return lifted[i]
		}
	}
	return text
}

// literalLength finds the quote that ends a string; -1 where there is none.
func literalLength(rest []byte) int {
	for at := 0; ; {
		n := bytes.IndexByte(rest[at:], '"')
		if n < 0 {
			return -1
		}
		at += n
		escapes := 0
		for at-escapes > 0 && rest[at-escapes-1] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return at
		}
		at++
	}
}

// unquote gives what a JSON string means; ok is false where it is none.
func unquote(literal []byte) (text string, ok bool) {
	if !utf8.Valid(literal) {
		return "", false
	}
	var b strings.Builder
	b.Grow(len(literal))
	for {
		n := bytes.IndexByte(literal, '\\')
		if n < 0 {
			b.Write(literal)
			return b.String(), true
		}
		b.Write(literal[:n])
		literal = literal[n:]
		if len(literal) < 2 {
			return "", false
		}
		size := 2
		switch literal[1] {
		case '"', '\\', '/':
			b.WriteByte(literal[1])
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case 'b':
			b.WriteByte('\b')
		case 'f':
			b.WriteByte('\f')
		case 'u':
			r, n := codePoint(literal)
			if n == 0 {
				return "", false
			}
			b.WriteRune(r)
			size = n
		default:
			return "", false
		}
		literal = literal[size:]
	}
}

// codePoint reads \uXXXX, or two of them that are one character, and gives their length; 0 where they are none.
func codePoint(literal []byte) (r rune, n int) {
	unit := func(at int) rune {
		if len(literal) < at+6 || literal[at] != '\\' || literal[at+1] != 'u' {
			return -1
		}
		v, err := strconv.ParseUint(string(literal[at+2:at+6]), 16, 16)
		if err != nil {
			return -1
		}
		return rune(v)
	}
	first := unit(0)
	if first < 0 {
		return 0, 0
	}
	if !utf16.IsSurrogate(first) {
		return first, 6
	}
	if r := utf16.DecodeRune(first, unit(6)); r != utf8.RuneError {
		return r, 12
	}
	return 0, 0 // half a character: the decoder decides
}
