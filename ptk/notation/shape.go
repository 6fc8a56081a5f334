package notation

import (
	"encoding/json"
	"slices"
	"strings"
)

// The names under which models give a call's parts, the surest first.
var (
	nameKeys   = []string{"tool", "tool_name", "toolName", "function_name", "name", "function", "action", "recipient_name"}
	argKeys    = []string{"args", "arguments", "parameters", "input", "params", "tool_input", "tool_args", "action_input", "kwargs"}
	reasonKeys = []string{"reasoning", "reason", "thought", "thoughts", "explanation", "rationale"}
	listKeys   = []string{"tool_calls", "tool_call", "function_call", "calls", "tools", "function_calls", "ptk_call", "ptk_batch", "tool_uses"}
	asideKeys  = []string{"id", "type", "call_id", "index", "tool_call_id"}
)

// calls finds the calls in a JSON value; false where it holds none.
func (b *bodyReader) calls(v json.RawMessage, depth int) ([]written, bool) {
	if depth > 4 || len(v) == 0 {
		return nil, false
	}
	switch v[0] {
	case '[':
		return b.listed(members(v), depth)
	case '{':
		return b.shapeOf(members(v), depth)
	case '"':
		return b.stringCall(unquoteJSON(v))
	}
	return nil, false
}

// stringCall is an element of a list that is a call in a string.
func (b *bodyReader) stringCall(text string) ([]written, bool) {
	if b.level > 1 || !strings.ContainsAny(text, "({") {
		return nil, false
	}
	inner := &bodyReader{reader: reader{src: text, strict: b.strict}, tools: b.tools, whole: b.whole, level: b.level + 1}
	if trimmed := strings.TrimSpace(text); json.Valid([]byte(trimmed)) {
		inner.take(json.RawMessage(trimmed), 0)
	} else {
		inner.read()
	}
	if inner.fault != nil || inner.junk || len(inner.list) == 0 {
		return nil, false
	}
	b.mend("call in a quoted string")
	return inner.list, true
}

// listed is a list of calls; a pair of a name and its arguments is one.
func (b *bodyReader) listed(list []member, depth int) ([]written, bool) {
	if len(list) == 2 && list[0].value[0] == '"' && list[1].value[0] == '{' {
		if t, ok := b.tools.find(unquoteJSON(list[0].value)); ok {
			return []written{{name: t.Name, args: list[1].value}}, true
		}
	}
	var all []written
	for _, m := range list {
		found, ok := b.calls(m.value, depth+1)
		if !ok || len(all) > mostCalls {
			return all, ok
		}
		all = append(all, found...)
	}
	return all, len(all) > 0 || len(list) == 0
}

// shapeOf is a call as an object, or an object that wraps some.
func (b *bodyReader) shapeOf(list []member, depth int) ([]written, bool) {
	name, args := pick(list, nameKeys), pick(list, argKeys)
	if name == nil && len(list) >= 1 {
		return b.wrapped(list, depth)
	}
	if name == nil || isDefinition(list, args) {
		return nil, false
	}
	switch name.value[0] {
	case '"':
		return b.named(list, name, args)
	case '{': // OpenAI's {"type": "function", "function": {"name", "arguments"}}
		return b.shapeOf(members(name.value), depth+1)
	}
	return nil, false
}

// isDefinition says whether an object describes a tool rather than calls it.
func isDefinition(list []member, args *member) bool {
	if args == nil || args.value[0] != '{' || pick(list, []string{"description"}) == nil {
		return false
	}
	inner := members(args.value)
	kind := pick(inner, []string{"type"})
	return kind != nil && string(kind.value) == `"object"` && pick(inner, []string{"properties"}) != nil
}

// wrapped is an object whose one member is a list of calls, or a tool's name with its arguments.
func (b *bodyReader) wrapped(list []member, depth int) ([]written, bool) {
	if inner := pick(list, listKeys); inner != nil {
		return b.calls(inner.value, depth+1)
	}
	var all []written
	for _, m := range list {
		t, ok := b.tools.find(m.name)
		if !ok || m.value[0] != '{' {
			return nil, false
		}
		all = append(all, written{name: t.Name, args: m.value})
	}
	return all, true
}

// named is an object that names its tool.
func (b *bodyReader) named(list []member, name, args *member) ([]written, bool) {
	w := written{name: cleanName(unquoteJSON(name.value))}
	if w.name == "" {
		return nil, false
	}
	if reason := pick(list, reasonKeys); reason != nil && reason.value[0] == '"' && (args != nil) {
		w.reasoning = unquoteJSON(reason.value)
	}
	if args == nil {
		w.args = joinObject(slices.DeleteFunc(slices.Clone(list), func(m member) bool {
			return m.name == name.name || slices.Contains(asideKeys, m.name) || m.name == "reasoning"
		}))
		if reason := pick(list, reasonKeys[:1]); reason != nil && reason.value[0] == '"' {
			w.reasoning = unquoteJSON(reason.value)
		}
		return []written{w}, true
	}
	return b.withArgs(w, args.value)
}

// withArgs gives a call its arguments, which may be JSON in a string or a list.
func (b *bodyReader) withArgs(w written, v json.RawMessage) ([]written, bool) {
	switch v[0] {
	case '{':
		w.args = v
	case 'n':
	case '[':
		for _, m := range members(v) {
			w.places = append(w.places, m.value)
		}
	case '"':
		return b.argsInString(w, strings.TrimSpace(unquoteJSON(v)))
	default:
		w.places = []json.RawMessage{v}
	}
	return []written{w}, true
}

// argsInString reads arguments that are given as JSON in a string.
func (b *bodyReader) argsInString(w written, text string) ([]written, bool) {
	if text == "" || text == "null" {
		return []written{w}, true
	}
	if text[0] != '{' {
		w.places = []json.RawMessage{quoteJSON(text)}
		return []written{w}, true
	}
	if json.Valid([]byte(text)) {
		w.args = json.RawMessage(text)
		return []written{w}, true
	}
	inner := &reader{src: text, strict: b.strict}
	inner.value()
	inner.blank()
	if inner.fault != nil || inner.pos < len(text) {
		return nil, false
	}
	for _, repair := range inner.repaired {
		b.mend(repair)
	}
	w.args = inner.out
	return []written{w}, true
}

// pick finds the last member that has the first of the names.
func pick(list []member, names []string) *member {
	for _, name := range names {
		for i := len(list) - 1; i >= 0; i-- {
			if list[i].name == name || unescapeName(list[i].name) == name || strings.EqualFold(list[i].name, name) {
				return &list[i]
			}
		}
	}
	return nil
}

// cleanName takes away what models put round a name.
func cleanName(name string) string {
	name = unescapeName(strings.Trim(name, " \t\r\n`\"'"))
	return strings.TrimSuffix(name, "()")
}
