package notation

import (
	"encoding/json"
	"slices"
	"strings"
)

// calls returns the calls in a JSON value, and false if there is none.
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

// stringCall reads a string in a list that contains calls.
func (b *bodyReader) stringCall(text string) ([]written, bool) {
	if b.level > 1 || !strings.ContainsAny(text, "({") {
		return nil, false
	}
	inner := b.nested(text)
	inner.readText()
	if inner.fault != nil || inner.junk || len(inner.list) == 0 {
		return nil, false
	}
	b.repair("call in a quoted string")
	return inner.list, true
}

// listed reads a list of calls. A pair of a name and its arguments is one call.
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

// shapeOf reads an object that is a call, or contains some.
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

// isDefinition reports whether an object describes a tool rather than calls it.
func isDefinition(list []member, args *member) bool {
	if args == nil || args.value[0] != '{' || pick(list, []string{"description"}) == nil {
		return false
	}
	inner := members(args.value)
	kind := pick(inner, []string{"type"})
	return kind != nil && string(kind.value) == `"object"` && pick(inner, []string{"properties"}) != nil
}

// wrapped reads an object with a list of calls as a member, or with tools' names and their arguments as members.
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

// named reads an object that names its tool.
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
			return m.name == name.name || slices.Contains(otherKeys, m.name) || m.name == "reasoning"
		}))
		if reason := pick(list, reasonKeys[:1]); reason != nil && reason.value[0] == '"' {
			w.reasoning = unquoteJSON(reason.value)
		}
		return []written{w}, true
	}
	return b.withArgs(w, args.value)
}

// withArgs adds the arguments to a call. They may be JSON in a string or a list.
func (b *bodyReader) withArgs(w written, v json.RawMessage) ([]written, bool) {
	switch v[0] {
	case '{':
		w.args = v
	case 'n':
	case '[':
		for _, m := range members(v) {
			w.unnamed = append(w.unnamed, m.value)
		}
	case '"':
		return b.argsInString(w, strings.TrimSpace(unquoteJSON(v)))
	default:
		w.unnamed = []json.RawMessage{v}
	}
	return []written{w}, true
}

// argsInString reads arguments written as JSON in a string.
func (b *bodyReader) argsInString(w written, text string) ([]written, bool) {
	if text == "" || text == "null" {
		return []written{w}, true
	}
	if text[0] != '{' {
		w.unnamed = []json.RawMessage{quoteJSON(text)}
		return []written{w}, true
	}
	if json.Valid([]byte(text)) {
		w.args = json.RawMessage(text)
		return []written{w}, true
	}
	inner := newReader(text)
	inner.strict = b.strict
	inner.value()
	inner.blank()
	if inner.fault != nil || inner.pos < len(text) {
		return nil, false
	}
	for _, repair := range inner.repaired {
		b.repair(repair)
	}
	w.args = inner.out
	return []written{w}, true
}
