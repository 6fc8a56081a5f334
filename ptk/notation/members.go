package notation

import (
	"bytes"
	"encoding/json"
	"slices"
)

// member is one name and its value in a JSON object; name is empty for the elements of an array.
type member struct {
	name  string
	value json.RawMessage
}

// members takes valid JSON apart by one level: the members of an object or the elements of an array, in the order written.
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

// valueEnd gives the offset behind the value that starts at i of valid JSON.
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

// stringEnd gives the offset behind the closing quote of the JSON string that starts at i.
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

// unquoteJSON gives the text of a JSON string, and anything else as it stands.
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

// quoteJSON writes a text as a JSON string, with no more escapes than JSON asks for.
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

// appendEscaped appends a byte that can't stand in a JSON string.
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

// joinObject writes members as a JSON object.
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

// joinArray writes values as a JSON array.
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
