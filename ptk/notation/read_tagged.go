package notation

import (
	"encoding/json"
	"strings"
)

// tagged reads what the tags of any dialect may contain: JSON or functions, only arguments if the tag names the tool, and
// Gemma's form.
func tagged(b Body) ([]Call, error) {
	if isGemma(b.Text) {
		return gemmaCalls(b)
	}
	calls, err := b.calls()
	return nameFromTag(b, calls, err)
}

// nameFromTag reads a body that contains only arguments, if the tag itself names the tool.
func nameFromTag(b Body, calls []Call, err error) ([]Call, error) {
	name := b.Tag.Attribute("tool")
	if name == "" {
		name = b.Tag.Attribute("name")
	}
	if name == "" || len(calls) > 0 {
		return calls, err
	}
	r := newReader(strings.TrimSpace(b.Text))
	if r.src == "" {
		r.src = "{}"
	}
	r.value()
	if r.fault != nil || r.out[0] != '{' {
		return calls, err
	}
	c, _ := resolve(written{name: name, args: json.RawMessage(r.out)}, b.tools)
	c.Repaired = append(r.repaired, "name in the tag")
	return []Call{c}, nil
}

// orEmpty returns an empty object for arguments that are left out.
func orEmpty(args string) string {
	if isBlankText(args) {
		return "{}"
	}
	return args
}
