package lsp

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"go.lsp.dev/jsonrpc2"
)

// longText is the length in bytes from which a string in the params of a document change is decoded separately: whole documents
// are one string, and a decoder that looks at each byte takes three times as long.
const longText = 32 << 10

// liftTexts replaces long strings in params by short marks and returns the strings. If there is no long string, or one is invalid
// JSON, it returns params unchanged.
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

// markHead is the prefix of marks. Params that contain it are not changed.
const markHead = "ptk:lifted:"

// mark returns the mark of the n-th text.
func mark(n int) string { return markHead + strconv.Itoa(n) }

// lowered returns the text of a mark, and any other text unchanged.
func lowered(text string, lifted []string) string {
	if n, ok := strings.CutPrefix(text, markHead); ok {
		if i, err := strconv.Atoi(n); err == nil && i >= 0 && i < len(lifted) {
			return lifted[i]
		}
	}
	return text
}

// literalLength returns the offset of the quote that ends a string, or -1 if there is none.
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

// unquote decodes a JSON string; ok is false if it is invalid.
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

// codePoint decodes \uXXXX, or a surrogate pair of them, and returns its length, or 0 if it is invalid.
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
	return 0, 0 // a lone surrogate: the decoder decides
}
