package notation

import (
	"encoding/json"
	"strings"
)

// ptk is the notation's own form, <PTK_CALL>…</PTK_CALL>, with its legacy tag and the typos that models make in it.
type ptk struct{}

func (ptk) Name() string { return "ptk" }

func (ptk) Keys() []string { return []string{"ptk*", "toolcall"} }

func (ptk) Opens(t Tag) bool {
	key := t.Key
	if key == "ptk" {
		key += foldTag(t.Attributes)
	}
	switch key {
	case "ptkcall", "ptkcalls", "ptkcal", "ptkbatch", "ptktoolcall", "ptktoolcalls", "ptkcallbatch", "ptkbatchcall", "ptkbath":
		return true
	case "toolcall":
		return t.Name != "tool_call" || t.Square
	}
	return false
}

func (ptk) Read(b Body) ([]Call, error) { return tagged(b) }

// tagged reads what may stand between the tags of any dialect: JSON or functions, arguments alone where the tag names the
// tool, and Gemma's form.
func tagged(b Body) ([]Call, error) {
	if isGemma(b.Text) {
		return gemmaCalls(b)
	}
	calls, err := b.calls()
	return nameFromTag(b, calls, err)
}

// nameFromTag reads a body that holds only arguments, where the tag itself names the tool.
func nameFromTag(b Body, calls []Call, err error) ([]Call, error) {
	name := b.Tag.Attribute("tool")
	if name == "" {
		name = b.Tag.Attribute("name")
	}
	if name == "" || len(calls) > 0 {
		return calls, err
	}
	r := &reader{src: strings.TrimSpace(b.Text)}
	if r.src == "" {
		r.src = "{}"
	}
	r.value()
	if r.fault != nil || r.out[0] != '{' {
		return calls, err
	}
	c, _ := settle(written{name: name, args: json.RawMessage(r.out)}, b.tools)
	c.Repaired = append(r.repaired, "name in the tag")
	return []Call{c}, nil
}
