package notation

import "strings"

// verdict is what can be said of the start of something: it is not that, more text is needed, it is.
type verdict int

const (
	no verdict = iota
	more
	yes
)

// Tag is one tag as a model wrote it, such as <PTK_CALL id="1">, [TOOL_CALLS] or </tool>.
type Tag struct {
	// Name is the tag's name as written.
	Name string
	// Key is the name folded: small letters without separators, such as "ptkcall".
	Key string
	// Closing says that the tag starts with a slash.
	Closing bool
	// Square says that the tag stands in square brackets.
	Square bool
	// Value is what follows a = right behind the name, as in <function=read_file>.
	Value string
	// Attributes is the rest of the tag as written.
	Attributes string
	// size is how many bytes of the message the tag takes.
	size int
	// open says that the tag lacks its last bracket.
	open bool
}

// Attribute gives the value of an attribute; "" where there is none.
func (t Tag) Attribute(name string) string {
	rest := t.Attributes
	for rest != "" {
		key, after, found := strings.Cut(rest, "=")
		if !found {
			return ""
		}
		value, tail := cutValue(strings.TrimSpace(after))
		if fields := strings.Fields(key); len(fields) > 0 && strings.EqualFold(fields[len(fields)-1], name) {
			return value
		}
		rest = tail
	}
	return ""
}

// cutValue takes an attribute's value, quoted or not, off the front.
func cutValue(s string) (value, rest string) {
	if s == "" {
		return "", ""
	}
	if q := s[0]; q == '"' || q == '\'' {
		if end := strings.IndexByte(s[1:], q); end >= 0 {
			return s[1 : 1+end], s[2+end:]
		}
		return s[1:], ""
	}
	if end := strings.IndexAny(s, " \t\n/"); end >= 0 {
		return s[:end], s[end:]
	}
	return s, ""
}

// longestTag is how long a tag may be, attributes included.
const longestTag = 512

// readTag reads the tag that starts at s[0], a < or [. It says more where s may be the start of one.
func readTag(s string, final bool) (t Tag, v verdict) {
	t.Square = s[0] == '['
	i := skipBlank(s, 1)
	for i < len(s) && (s[i] == '/' || s[i] == '\\' || s[i] == '|' && strings.HasPrefix(s[i:], "|/")) {
		t.Closing = true
		i = skipBlank(s, i+1)
	}
	start := i
	i = nameEnd(s, i)
	t.Name = s[start:i]
	if i == len(s) && !final {
		return t, moreIf(len(s) < longestTag)
	}
	if t.Name == "" {
		return t, no
	}
	t.Key = foldTag(t.Name)
	if t.Name[0] == '|' && (t.Key == "channel" || t.Key == "start") {
		v = t.head(s, i, final)
		return t, v
	}
	t.Closing = t.Closing || t.Name[len(t.Name)-1] == '|' && t.Name[0] != '|'
	v = t.finish(s, i, final)
	return t, v
}

func moreIf(ok bool) verdict {
	if ok {
		return more
	}
	return no
}

// finish reads from behind the name to the tag's last bracket, or to where it should stand.
func (t *Tag) finish(s string, i int, final bool) verdict {
	closer := byte('>')
	if t.Square {
		closer = ']'
	}
	start, quote := i, byte(0)
	for ; i < len(s) && i < longestTag; i++ {
		switch c := s[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == closer:
			t.size = i + 1
			if start < i {
				t.takeAttributes(s[start:i])
			}
			return yes
		case c == '{' || c == '<' || c == '[' || c == '\n' && strings.TrimSpace(s[start:i]) == "" && !blankTo(s, i, closer):
			return t.unclosed(s, start, i)
		}
	}
	if i >= longestTag {
		return no
	}
	if !final {
		return more
	}
	return t.unclosed(s, start, i)
}

// head reads on from a token that opens a channel to the one that ends its head; what stands between is its attributes.
func (t *Tag) head(s string, i int, final bool) verdict {
	const end, longest = "<|message|>", 160
	text, _, whole := strings.Cut(s[i:min(len(s), i+longest)], "\n")
	if n := strings.Index(text, end); n >= 0 {
		t.size, t.Attributes = i+n+len(end), strings.TrimPrefix(text[:n], ">")
		return yes
	}
	if !final && !whole && len(text) < longest {
		return more
	}
	return t.finish(s, i, final)
}

// blankTo says whether only blanks stand between i and the closer.
func blankTo(s string, i int, closer byte) bool {
	i = skipBlank(s, i)
	return i == len(s) || s[i] == closer
}

// unclosed is a tag whose last bracket is missing; it counts only where nothing but blanks follows its name.
func (t *Tag) unclosed(s string, start, i int) verdict {
	if start < i && !isBlankText(s[start:i]) {
		return no
	}
	t.size, t.open = start, true
	return yes
}

func (t *Tag) takeAttributes(rest string) {
	rest = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "/"))
	if after, found := strings.CutPrefix(rest, "="); found {
		t.Value, rest = cutValue(strings.TrimSpace(after))
	}
	t.Attributes = strings.TrimSpace(rest)
}

func skipBlank(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\n' || s[i] == '\t' || s[i] == '\r') {
		i++
	}
	return i
}

// nameEnd gives the end of a tag's name. The bars and special characters are those of the models' own control tokens.
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

// foldTag makes the key of a tag's name.
func foldTag(name string) string {
	switch name { // without a copy
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

// foldTagInto appends the key of a tag's name: small letters, without separators and a namespace.
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

// isNamespace says whether a folded name is one that models write before the names of their tags.
func isNamespace(name []byte) bool {
	switch string(name) {
	case "antml", "dsml", "minimax", "seed", "steptml", "xai":
		return true
	}
	return false
}

// mayBeNamespace says whether a folded name may go on to be a namespace.
func mayBeNamespace(name string) bool {
	for _, space := range []string{"antml", "dsml", "minimax", "seed", "steptml", "xai"} {
		if strings.HasPrefix(space, name) {
			return true
		}
	}
	return false
}

// isSeparator says whether rest begins with the separator, or is what has come of it so far.
func isSeparator(rest, separator string) bool {
	return strings.HasPrefix(rest, separator) || strings.HasPrefix(separator, rest)
}

// isControl says whether a tag is a token by which models end or begin their turns.
func isControl(t Tag) bool {
	switch t.Key {
	case "imend", "imstart", "eotid", "eomid", "endoftext", "s", "eos", "end", "endofturn", "startofturn", "assistant",
		"endheaderid", "startheaderid", "beginoftext", "eot", "eom", "pad", "im":
		return t.Name[0] == '|' || t.Key == "s" || t.Key == "eos" || t.Key == "endofturn" || t.Key == "startofturn"
	}
	return false
}

// isIndex says whether a name in square brackets is rather source code, such as [tool_calls].
func (t Tag) isIndex() bool {
	return t.Square && (t.open || !strings.HasPrefix(t.Key, "ptk") && t.Name != strings.ToUpper(t.Name))
}
