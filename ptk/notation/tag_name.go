package notation

import "strings"

// nameEnd returns the end of the tag name that starts at i. The bars and special characters are those of the models'
// control tokens.
func nameEnd(s string, i int) int {
	for i < len(s) {
		switch c := s[i]; {
		case c|0x20 >= 'a' && c|0x20 <= 'z', c >= '0' && c <= '9', c >= 0x80,
			c == '_', c == '-', c == '.', c == ':', c == '|':
			i++
		case c == '\\' && i+1 < len(s) && s[i+1] == '_':
			i += 2
		default:
			return i
		}
	}
	return i
}

// foldTag returns the key of a tag's name.
func foldTag(name string) string {
	switch name { // avoids an allocation
	case "PTK_CALL":
		return "ptkcall"
	case "tool_call":
		return "toolcall"
	}
	for i := range len(name) {
		if c := name[i]; c < 'a' || c > 'z' {
			var buf [64]byte
			return string(foldTagInto(buf[:0], name))
		}
	}
	return name
}

// foldTagInto appends the key of a tag's name: lower case, without separators and namespace.
func foldTagInto(to []byte, name string) []byte {
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case c >= 'A' && c <= 'Z':
			to = append(to, c|0x20)
		case c == ':' && isNamespace(to):
			to = to[:0]
		case c == '_' || c == '-' || c == '\\' || c == '.' || c == '|':
		case c == 0xEF && isSeparator(name[i:], "｜"):
			if i += 2; isNamespace(to) {
				to = to[:0]
			}
		case c == 0xE2 && isSeparator(name[i:], "▁"):
			i += 2
		default:
			to = append(to, c)
		}
	}
	return to
}

// isNamespace reports whether a folded name is a namespace of the default dialects.
func isNamespace(name []byte) bool {
	for _, space := range namespaces() {
		if string(name) == space {
			return true
		}
	}
	return false
}

// isSeparator reports whether rest begins with the separator, or is a part of it at the end of the text.
func isSeparator(rest, separator string) bool {
	return strings.HasPrefix(rest, separator) || strings.HasPrefix(separator, rest)
}
