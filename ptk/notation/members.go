package notation

import (
	"bytes"
	"encoding/json"
	"slices"
)

// member is a member of a JSON object, or an element of an array, which has no name.
type member struct {
	name  string
	value json.RawMessage
}

// members returns the members of an object or the elements of an array in the order written. The JSON must be valid.
func members(raw json.RawMessage) []member {
	raw = bytes.TrimSpace(raw)
	if len(raw) < 2 || raw[0] != '{' && raw[0] != '[' {
		return nil
	}
	var list []member
	isObject := raw[0] == '{'
	for i := skipSeparators(raw, 1); i < len(raw)-1; i = skipSeparators(raw, i) {
		var m member
		if isObject {
			end := valueEnd(raw, i)
			m.name = unquoteJSON(raw[i:end])
			i = skipSeparators(raw, end)
		}
		end := valueEnd(raw, i)
		m.value = raw[i:end:end]
		list = append(list, m)
		i = end
	}
	return list
}

func skipSeparators(raw []byte, i int) int {
	for i < len(raw) {
		switch raw[i] {
		case ' ', '\n', '\t', '\r', ',', ':':
			i++
		default:
			return i
		}
	}
	return i
}

// valueEnd returns the end of the value that starts at i. The JSON must be valid.
func valueEnd(raw []byte, i int) int {
	depth := 0
	for i < len(raw) {
		switch raw[i] {
		case '"':
			i = stringEnd(raw, i)
			if depth == 0 {
				return i
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return i
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case ',', ' ', '\n', '\t', '\r', ':':
			if depth == 0 {
				return i
			}
		}
		i++
	}
	return i
}

// stringEnd returns the end of the JSON string that starts at i.
func stringEnd(raw []byte, i int) int {
	for i++; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(raw)
}

// unquoteJSON returns the text of a JSON string, and anything else unchanged.
func unquoteJSON(raw []byte) string {
	if len(raw) >= 2 && raw[0] == '"' && bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1])
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return string(raw)
	}
	return s
}

// quoteJSON returns a text as a JSON string, with no more escapes than JSON requires.
func quoteJSON(s string) json.RawMessage {
	return appendQuoted(nil, s)
}

const hexDigits = "0123456789abcdef"

// appendQuoted appends a text as a JSON string.
func appendQuoted(to []byte, s string) []byte {
	to = append(to, '"')
	from := 0
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' {
			to = append(to, s[from:i]...)
			to = appendEscaped(to, c)
			from = i + 1
		}
	}
	to = append(to, s[from:]...)
	return append(to, '"')
}

// appendEscaped appends a byte that must be escaped in a JSON string.
func appendEscaped(to []byte, c byte) []byte {
	if cap(to)-len(to) < 8 {
		to = slices.Grow(to, len(to)+8) // text of nothing but escapes grows sixfold
	}
	switch c {
	case '"', '\\':
		return append(to, '\\', c)
	case '\n':
		return append(to, '\\', 'n')
	case '\t':
		return append(to, '\\', 't')
	case '\r':
		return append(to, '\\', 'r')
	}
	return append(to, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}

// joinObject returns a JSON object with the members.
func joinObject(list []member) json.RawMessage {
	out := []byte{'{'}
	for i, m := range list {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendQuoted(out, m.name)
		out = append(out, ':')
		out = append(out, m.value...)
	}
	return append(out, '}')
}

// joinArray returns a JSON array with the values.
func joinArray(list []member) json.RawMessage {
	out := []byte{'['}
	for i, m := range list {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, m.value...)
	}
	return append(out, ']')
}
