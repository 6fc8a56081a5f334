package notation

import "strings"

// Tag is one tag as a model wrote it, such as <PTK_CALL id="1">, [TOOL_CALLS] or </tool>.
type Tag struct {
	// Name is the tag's name as written.
	Name string
	// Key is the name folded: lower case, without separators and namespace, such as "ptkcall".
	Key string
	// Closing is set if the tag starts with a slash.
	Closing bool
	// Square is set if the tag is in square brackets.
	Square bool
	// Value is the text after a = right after the name, as in <function=read_file>.
	Value string
	// Attributes is the rest of the tag as written.
	Attributes string
	size       int  // in bytes of the message
	open       bool // the last bracket is missing
}

// Attribute returns the value of an attribute, "" if there is none.
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

// cutValue splits off an attribute's value, quoted or not.
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

// readTag reads the tag that starts at s[0], a < or [. The verdict is more if s may be the start of one.
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

// finish reads from the end of the name to the last bracket of the tag, or to where it is missing.
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

// head reads from a token that opens a channel to the one that ends its head; the text between is the attributes.
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

// blankTo reports whether there are only blanks between i and the closer.
func blankTo(s string, i int, closer byte) bool {
	i = skipBlank(s, i)
	return i == len(s) || s[i] == closer
}

// unclosed reads a tag whose last bracket is missing. It is a tag only if nothing but blanks follows its name.
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

// isBare reports whether the tag consists of its name only.
func (t Tag) isBare() bool { return t.Attributes+t.Value == "" }

// isToken reports whether the name is written as control tokens are.
func (t Tag) isToken() bool {
	return strings.HasPrefix(t.Name, "|") || strings.HasPrefix(t.Name, "｜")
}

// isControl reports whether the tag is a token with which models begin or end their turns.
func (t Tag) isControl() bool {
	switch t.Key {
	case "imend", "imstart", "eotid", "eomid", "endoftext", "s", "eos", "end", "endofturn", "startofturn", "assistant",
		"endheaderid", "startheaderid", "beginoftext", "eot", "eom", "pad", "im":
		return t.Name[0] == '|' || t.Key == "s" || t.Key == "eos" || t.Key == "endofturn" || t.Key == "startofturn"
	}
	return false
}

// isIndex reports whether a name in square brackets is rather source code, such as [tool_calls].
func (t Tag) isIndex() bool {
	return t.Square && (t.open || !strings.HasPrefix(t.Key, "ptk") && t.Name != strings.ToUpper(t.Name))
}

// isExact reports whether an opening tag is spelled as its dialect has it. raw is the tag as written.
func (t Tag) isExact(raw string, d Tagged) bool {
	closer := byte('>')
	if t.Square {
		closer = ']'
	}
	if t.open || len(raw) < 2 || raw[len(raw)-1] != closer || !strings.HasPrefix(raw[1:], t.Name) {
		return false
	}
	return d.IsExact(t)
}
