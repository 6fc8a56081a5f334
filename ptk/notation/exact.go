package notation

import "strings"

// isExactTag says whether a tag that opens a call is spelt as its dialect has it. raw is the tag as written.
func isExactTag(raw string, t Tag, d Tagged) bool {
	closer := byte('>')
	if t.Square {
		closer = ']'
	}
	if t.open || len(raw) < 2 || raw[len(raw)-1] != closer || !strings.HasPrefix(raw[1:], t.Name) {
		return false
	}
	switch d.(type) {
	case ptk, Hermes:
		return !t.Square && isBare(t) && oneOf(t.Name, exactTags())
	case Token:
		return oneOf(t.Key, []string{"channel", "start"}) && isToken(t.Name) || isBare(t) && isOwnToken(t)
	case XMLTool:
		return t.Value == "" && oneOf(t.Name, []string{"tool", "invoke", "function", "antml:invoke", "｜DSML｜invoke", "steptml:invoke"})
	case CoderFunction:
		return t.Name == "function" && t.Attributes == ""
	case Mistral:
		return t.Name == "TOOL_CALLS" && isBare(t)
	}
	return false
}

// isBare says whether nothing stands in a tag but its name.
func isBare(t Tag) bool { return t.Attributes+t.Value == "" }

// exactTags are PTK's own tags, and those round JSON as the models' templates have them.
func exactTags() []string {
	return []string{
		"PTK_CALL", "PTK_BATCH", "TOOL_CALL",
		"tool_call", "tool_calls", "function_call", "function_calls", "tool_use", "|python_tag|", "|tool_call|", "|tool_call",
		"longcat_tool_call", "minimax:tool_call", "seed:tool_call", "TOOLCALL", "｜DSML｜function_calls",
	}
}

// isOwnToken says whether a token is spelt as one of the models' templates has it.
func isOwnToken(t Tag) bool {
	name := strings.ReplaceAll(strings.ReplaceAll(t.Name, "｜", "|"), "▁", "_")
	return oneOf(name, []string{
		"|tool_calls_section_begin|", "|tool_call_begin|", "|tool_calls_begin|", "|tool_call_start|", "|START_ACTION|",
		"|action_start|", "|tools_prefix|", "start_function_call",
	})
}

// isExactEnd says whether a tag that ends a call is the one that belongs to its opening tag.
func isExactEnd(raw string, t, opening Tag) bool {
	switch {
	case isControl(t), !t.Closing && t.Key == opening.Key:
		return hasNoEnd(opening)
	case t.open || !t.Closing || t.Square != opening.Square || strings.ContainsAny(raw, " \t\r\n\\"):
		return false
	}
	return t.Key == opening.Key || t.Name == "steptml:invoke" && opening.Key == "toolcallbegin"
}

// hasNoEnd says whether calls behind an opening tag have no closing tag in the models' templates.
func hasNoEnd(opening Tag) bool {
	return opening.Square && opening.Key == "toolcalls" || opening.Key == "pythontag"
}

// isExact says whether the call stands between exact tags at the start of a line; rest is what follows it.
func (r *region) isExact(closed bool, rest string) bool {
	return r.frame == frameNone && r.exact && (closed || hasNoEnd(r.tag) && isBlankText(rest))
}

// hasGuesses says whether something was mended in a call other than how it writes values that are all there, each with its
// beginning and end.
func hasGuesses(repaired []string) bool {
	for _, r := range repaired {
		switch r {
		case "trailing comma", "extra comma", "comment", "no-break space", "byte order mark", "Python literal", "number", "expression",
			"unquoted name", "= for a colon", "=> for a colon", "tuple", "single quotes", "curly quotes", "string prefix",
			"raw line break or control character in a string", "escaped underscore", "hexadecimal escape", "lone backslash",
			"code fence", "name before the arguments":
		default:
			return true
		}
	}
	return false
}
