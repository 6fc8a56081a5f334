package notation

import (
	"encoding/json"
	"strings"
)

// paramTags are the keys of tags that contain one argument.
var paramTags = []string{"parameter", "param", "arg", "argument", "argkey", "argvalue"}

// groupTags are the keys of tags that enclose all arguments.
var groupTags = []string{"args", "arguments", "parameters", "params", "input"}

// isParamTag reports whether a tag opens an argument.
func isParamTag(t Tag) bool { return !t.Closing && oneOf(t.Key, paramTags) }

// xmlState is the state of a body of XML that is being read.
type xmlState struct {
	pos    int
	param  string   // the key of the open argument
	params int      // arguments that were closed
	stop   innerTag // the first closing tag inside an argument
}

// tag reads a tag and reports whether it ends the call, whose tag has the key outer. In that case pos stays before it.
func (x *xmlState) tag(src string, t Tag, outer string, closing *closingTags) bool {
	at := x.pos
	ends := t.Closing && (t.Key == outer || closing.ends(t.Key))
	if ends && x.param == "" {
		return true
	}
	x.pos += t.size
	switch {
	case t.Closing && t.Key == x.param:
		x.param, x.stop.at = "", 0
		x.params++
	case ends && x.stop.at == 0:
		x.stop.at, x.stop.end = at, at+t.size
	case t.Closing || x.param != "" || oneOf(t.Key, groupTags):
	case strings.HasSuffix(src[at:x.pos], "/>"):
		x.params++
	default:
		x.param = t.Key
	}
	return false
}

// xmlCall reads a call whose name is known and whose arguments are tags or JSON.
func xmlCall(b Body, name, text string) ([]Call, error) {
	w := written{name: strings.TrimSpace(name)}
	var repairs []string
	if body := strings.TrimSpace(text); body != "" && body[0] == '{' {
		r := newReader(body)
		r.value()
		if r.fault != nil {
			return nil, &Error{Code: ParseError, Message: r.fault.message, Offset: strings.Index(text, body) + r.fault.pos, Tool: w.name}
		}
		w.args, repairs = json.RawMessage(r.out), r.repaired
	} else {
		s := &schema{}
		if i := b.tools.locate(w.name); i >= 0 {
			s = b.tools.schema(i)
		}
		w.args, repairs = xmlArgs(text, s)
	}
	c, ok := resolve(w, b.tools)
	if !ok {
		return nil, &Error{Code: InvalidToolCall, Message: "the call names no tool"}
	}
	c.Repaired = repairs
	return []Call{c}, nil
}

// xmlArgs reads arguments that are written as tags.
func xmlArgs(body string, s *schema) (args json.RawMessage, repairs []string) {
	x := &xmlReader{src: body, schema: s}
	x.read()
	return joinObject(x.members()), x.repairs
}

// xmlReader collects arguments from tags.
type xmlReader struct {
	src     string
	pos     int
	schema  *schema
	list    []member
	more    map[string][]member // the values of each name
	repairs []string
	key     string // of <arg_key>
}

func (x *xmlReader) read() {
	for {
		i := strings.IndexByte(x.src[x.pos:], '<')
		if i < 0 {
			return
		}
		x.pos += i
		t, v := readTag(x.src[x.pos:], true)
		if v != yes {
			x.pos++
			continue
		}
		whole := x.src[x.pos : x.pos+t.size]
		x.pos += t.size
		if t.Closing || oneOf(t.Key, groupTags) && t.Attribute("name") == "" && x.schema.property(t.Name) == nil {
			continue
		}
		x.argument(t, whole)
	}
}

// argument reads one argument after its opening tag.
func (x *xmlReader) argument(t Tag, whole string) {
	name := t.Value
	for _, key := range []string{"name", "key"} {
		if name == "" {
			name = t.Attribute(key)
		}
	}
	if strings.HasSuffix(whole, "/>") {
		x.add(name, t.Attribute("value"))
		return
	}
	text := x.text(t)
	switch {
	case t.Key == "argkey":
		x.key = strings.TrimSpace(text)
	case t.Key == "argvalue":
		x.add(x.key, text)
	case name != "":
		x.add(name, text)
	default:
		x.add(t.Name, text)
	}
}

// text reads the text up to the tag that closes t, or up to the next argument if that is missing.
func (x *xmlReader) text(t Tag) string {
	rest := x.src[x.pos:]
	closing := "</" + t.Name
	if i := strings.Index(rest, closing); i >= 0 {
		if next := strings.Index(rest[:i], "\n<"+t.Name+"="); next < 0 {
			x.pos += i
			return rest[:i]
		}
	}
	if x.repairs == nil {
		x.repairs = []string{"missing closing tag"}
	}
	end := len(rest)
	if i := strings.Index(rest, "<"+t.Name); i >= 0 {
		end = i
	}
	x.pos += end
	return rest[:end]
}

// add stores an argument. One line break at each end belongs to the tags.
func (x *xmlReader) add(name, text string) {
	if name == "" {
		return
	}
	text = strings.TrimPrefix(strings.TrimPrefix(text, "\r"), "\n")
	text = strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
	value := x.value(name, text)
	if x.more == nil {
		x.more = map[string][]member{}
	}
	if x.more[name] == nil {
		x.list = append(x.list, member{name: name})
	}
	x.more[name] = append(x.more[name], member{value: value})
}

// members returns the arguments. One that was written more than once becomes a list.
func (x *xmlReader) members() []member {
	for i, m := range x.list {
		values := x.more[m.name]
		if x.list[i].value = values[0].value; len(values) > 1 {
			x.list[i].value = joinArray(values)
		}
	}
	return x.list
}

// value converts a text to the type in the schema, if possible.
func (x *xmlReader) value(name, text string) json.RawMessage {
	if p := x.schema.property(name); p != nil && len(p.types) > 0 {
		for _, want := range p.types {
			if made, ok := coerceText(want, strings.TrimSpace(text)); ok {
				return made
			}
		}
	}
	return quoteJSON(text)
}

// innerTag is a closing tag inside a string or an argument; at is 0 if there is none.
type innerTag struct {
	at, end  int // its offsets
	valueEnd int // the end of the last value before it, 0 if there is none
}
