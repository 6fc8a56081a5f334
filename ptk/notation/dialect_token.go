package notation

import "strings"

// Token is a call between the control tokens of a model's template, if a server passes them on as text: those of
// Kimi, DeepSeek, LFM2, Command, InternLM, Apertus and Gemma, and the channels of gpt-oss.
type Token struct{}

// Name returns "token".
func (Token) Name() string { return "token" }

// Tags declares the tokens that open a call or a list of calls.
func (Token) Tags() Tags {
	return Tags{
		Open: []string{
			"toolcallbegin", "toolcallsbegin", "toolcallssectionbegin", "toolcallstart", "startaction", "actionstart",
			"toolsprefix", "startfunctioncall", "channel", "start",
		},
		Ends: map[string]string{
			"toolcallbegin": "|tool_call_end|", "toolcallstart": "|tool_call_end|", "toolcallsbegin": "|tool_calls_end|",
			"toolcallssectionbegin": "|tool_calls_section_end|", "startaction": "|END_ACTION|", "actionstart": "|action_end|",
			"toolsprefix": "|tools_suffix|", "startfunctioncall": "end_function_call", "channel": "|call|", "start": "|call|",
		},
		OtherEnds: map[string]string{"toolcallbegin": "steptml:invoke"},
		Leftover: []string{
			"|tool_call_end|", "|tool_calls_end|", "|tool_calls_section_end|", "|END_ACTION|", "|action_end|", "|tools_suffix|",
			"end_function_call",
		},
	}
}

// Opens reports whether the tag is a token; one that opens a channel must address a tool.
func (Token) Opens(t Tag) bool {
	switch t.Key {
	case "startfunctioncall":
		return true
	case "channel", "start":
		return strings.Contains(t.Attributes, "to=")
	}
	return t.isToken()
}

// IsExact reports whether the token is spelled as in one of the models' templates.
func (Token) IsExact(t Tag) bool {
	if t.Key == "channel" || t.Key == "start" {
		return t.isToken()
	}
	name := strings.ReplaceAll(strings.ReplaceAll(t.Name, "｜", "|"), "▁", "_")
	return t.isBare() && oneOf(name, []string{
		"|tool_calls_section_begin|", "|tool_call_begin|", "|tool_calls_begin|", "|tool_call_start|", "|START_ACTION|",
		"|action_start|", "|tools_prefix|", "start_function_call",
	})
}

// Read reads a name and its arguments with a token between them, or a list of calls.
func (Token) Read(b Body) ([]Call, error) {
	if _, name, found := strings.Cut(b.Tag.Attributes, "to="); found && b.Tag.size > 0 {
		end := strings.IndexAny(name+" ", " <")
		return xmlCall(b, name[:end], orEmpty(b.Text))
	}
	if name, args, found := cutToken(b.Text); found {
		return readNamed(b, name, args)
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

// readNamed reads a call from a name such as functions.read_file:0 and its arguments. DeepSeek's older form has "function"
// as the name, and the tool's name on the first line after it.
func readNamed(b Body, name, args string) ([]Call, error) {
	if name = strings.TrimSpace(name); name == "function" {
		if args = strings.TrimSpace(args); args != "" && args[0] == '<' {
			return readInvoke(b, args)
		}
		name, args, _ = strings.Cut(args, "\n")
	}
	if i := strings.LastIndexByte(name, ':'); i > 0 && strings.Trim(name[i+1:], "0123456789") == "" {
		name = name[:i]
	}
	return xmlCall(b, name, orEmpty(unfence(args)))
}

// readInvoke reads a call in Anthropic's tags inside other ones.
func readInvoke(b Body, text string) ([]Call, error) {
	t, v := readTag(text, true)
	if v != yes || t.Attribute("name") == "" {
		return nil, &Error{Code: InvalidToolCall, Message: "the call names no tool"}
	}
	return xmlCall(b, t.Attribute("name"), text[t.size:])
}

// unfence removes the code fence around a text.
func unfence(s string) string {
	s = strings.TrimSpace(s)
	if rest, found := strings.CutPrefix(s, "```"); found {
		_, rest, _ = strings.Cut(rest, "\n")
		return strings.TrimSuffix(strings.TrimSpace(rest), "```")
	}
	return s
}
