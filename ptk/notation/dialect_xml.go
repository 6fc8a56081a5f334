package notation

import (
	"encoding/json"
	"strings"
)

// XMLTool is <tool name="read_file"><arg name="path">…</arg></tool>, and Anthropic's <invoke name="…"><parameter name="…">.
type XMLTool struct{}

// Name is "xml".
func (XMLTool) Name() string { return "xml" }

// Keys are the tags that name their tool in an attribute.
func (XMLTool) Keys() []string {
	return []string{"tool", "invoke", "function", "antmlinvoke", "antml:invoke"}
}

// Opens takes a tag with a name.
func (XMLTool) Opens(t Tag) bool { return t.Attribute("name") != "" && !t.Square }

// IsXML marks the dialect.
func (XMLTool) IsXML() {}

// Read reads the arguments.
func (XMLTool) Read(b Body) ([]Call, error) { return xmlCall(b, b.Tag.Attribute("name"), b.Text) }

// CoderFunction is Qwen-Coder's <function=read_file><parameter=path>…, and Llama's <function=read_file>{…}</function>.
type CoderFunction struct{}

// Name is "function_tag".
func (CoderFunction) Name() string { return "function_tag" }

// Keys is the tag.
func (CoderFunction) Keys() []string { return []string{"function"} }

// Opens takes a tag with a name behind its equals sign.
func (CoderFunction) Opens(t Tag) bool { return t.Value != "" && !t.Square }

// IsXML marks the dialect.
func (CoderFunction) IsXML() {}

// Read reads the arguments.
func (CoderFunction) Read(b Body) ([]Call, error) { return xmlCall(b, b.Tag.Value, b.Text) }

// ForeignTag is <read_file><path>…</path></read_file>: a registered tool's name as the tag.
type ForeignTag struct{}

// Name is "tag".
func (ForeignTag) Name() string { return "tag" }

// Keys are none of its own: the registered tools' names open its calls.
func (ForeignTag) Keys() []string { return nil }

// Opens takes any such tag in pointed brackets.
func (ForeignTag) Opens(t Tag) bool { return !t.Square && !t.open }

// IsXML marks the dialect.
func (ForeignTag) IsXML() {}

// Read reads the arguments.
func (ForeignTag) Read(b Body) ([]Call, error) { return xmlCall(b, b.Tag.Name, b.Text) }

// xmlCall reads a call of which the name is known and the arguments are tags, or JSON.
func xmlCall(b Body, name, text string) ([]Call, error) {
	w := written{name: strings.TrimSpace(name)}
	var repairs []string
	if body := strings.TrimSpace(text); body != "" && body[0] == '{' {
		r := &reader{src: body}
		r.value()
		if r.fault != nil {
			return nil, &Error{Code: ParseError, Message: r.fault.say, Offset: strings.Index(text, body) + r.fault.pos, Tool: w.name}
		}
		w.args, repairs = json.RawMessage(r.out), r.repaired
	} else {
		s := &schema{}
		if i := b.tools.locate(w.name); i >= 0 {
			s = b.tools.schema(i)
		}
		w.args, repairs = xmlArgs(text, s)
	}
	c, ok := settle(w, b.tools)
	if !ok {
		return nil, &Error{Code: InvalidToolCall, Message: "the call names no tool"}
	}
	c.Repaired = repairs
	return []Call{c}, nil
}
