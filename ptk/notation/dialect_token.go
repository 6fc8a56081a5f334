package notation

import "strings"

// Token is a call between the control tokens of a model's own template, where a server hands them on as text: those of
// Kimi, DeepSeek, LFM2, Command, InternLM, Apertus and Gemma, and the channels of gpt-oss.
type Token struct{}

// Name is "token".
func (Token) Name() string { return "token" }

// Keys are the tokens that open a call or a list of calls.
func (Token) Keys() []string {
	return []string{
		"toolcallbegin", "toolcallsbegin", "toolcallssectionbegin", "toolcallstart", "startaction", "actionstart",
		"toolsprefix", "startfunctioncall", "channel", "start",
	}
}

// Opens takes a token; one that opens a channel, where that is directed to a tool.
func (Token) Opens(t Tag) bool {
	switch t.Key {
	case "startfunctioncall":
		return true
	case "channel", "start":
		return strings.Contains(t.Attributes, "to=")
	}
	return isToken(t.Name)
}

// isToken says whether a tag's name is written as control tokens are.
func isToken(name string) bool { return strings.HasPrefix(name, "|") || strings.HasPrefix(name, "｜") }

// enderOf gives the key of the token that ends what one of the given key begins; "" where there is none.
func enderOf(key string) string {
	switch key {
	case "toolcallbegin", "toolcallstart":
		return "toolcallend"
	case "toolcallsbegin":
		return "toolcallsend"
	case "toolcallssectionbegin":
		return "toolcallssectionend"
	case "startaction":
		return "endaction"
	case "actionstart":
		return "actionend"
	case "toolsprefix":
		return "toolssuffix"
	case "startfunctioncall":
		return "endfunctioncall"
	case "channel", "start":
		return "call"
	}
	return ""
}

// isEnder says whether a key is that of a token which ends a call.
func isEnder(key string) bool {
	switch key {
	case "toolcallend", "toolcallsend", "toolcallssectionend", "endaction", "actionend", "toolssuffix", "endfunctioncall":
		return true
	}
	return false
}

// Read reads a name and its arguments, with a token between them, or a list of calls.
func (Token) Read(b Body) ([]Call, error) {
	if _, name, found := strings.Cut(b.Tag.Attributes, "to="); found && b.Tag.size > 0 {
		end := strings.IndexAny(name+" ", " <")
		return xmlCall(b, name[:end], orEmpty(b.Text))
	}
	if name, args, found := cutToken(b.Text); found {
		return headed(b, name, args)
	}
	return tagged(b)
}

// cutToken cuts a text at the token between a call's name and its arguments.
func cutToken(text string) (before, after string, found bool) {
	for from := 0; ; from++ {
		i := strings.IndexByte(text[from:], '<')
		if i < 0 {
			return text, "", false
		}
		from += i
		t, v := readTag(text[from:], true)
		if v == yes && (t.Key == "toolcallargumentbegin" || t.Key == "toolsep") {
			return text[:from], text[from+t.size:], true
		}
	}
}

// headed is functions.read_file:0 and its arguments; DeepSeek's older form writes "function" there, and the name on the
// first line behind it.
func headed(b Body, name, args string) ([]Call, error) {
	if name = strings.TrimSpace(name); name == "function" {
		if args = strings.TrimSpace(args); args != "" && args[0] == '<' {
			return invoked(b, args)
		}
		name, args, _ = strings.Cut(args, "\n")
	}
	if i := strings.LastIndexByte(name, ':'); i > 0 && strings.Trim(name[i+1:], "0123456789") == "" {
		name = name[:i]
	}
	return xmlCall(b, name, orEmpty(unfence(args)))
}

// invoked is a call in Anthropic's tags inside of others.
func invoked(b Body, text string) ([]Call, error) {
	t, v := readTag(text, true)
	if v != yes || t.Attribute("name") == "" {
		return nil, &Error{Code: InvalidToolCall, Message: "the call names no tool"}
	}
	return xmlCall(b, t.Attribute("name"), text[t.size:])
}

// unfence takes away the code fence round a text.
func unfence(s string) string {
	s = strings.TrimSpace(s)
	if rest, found := strings.CutPrefix(s, "```"); found {
		_, rest, _ = strings.Cut(rest, "\n")
		return strings.TrimSuffix(strings.TrimSpace(rest), "```")
	}
	return s
}

// orEmpty gives an empty object for arguments that are left out.
func orEmpty(args string) string {
	if isBlankText(args) {
		return "{}"
	}
	return args
}
