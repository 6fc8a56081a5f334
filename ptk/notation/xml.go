package notation

import (
	"encoding/json"
	"strings"
)

// XML is a tagged dialect that gives arguments as tags in the body rather than as JSON.
type XML interface {
	Tagged
	// IsXML marks the dialect.
	IsXML()
}

// paramTags are the tags that hold one argument, named in the tag.
var paramTags = []string{"parameter", "param", "arg", "argument", "argkey", "argvalue"}

// groupTags are the tags that only stand round the arguments.
var groupTags = []string{"args", "arguments", "parameters", "params", "input"}

func oneOf(key string, among []string) bool {
	for _, k := range among {
		if k == key {
			return true
		}
	}
	return false
}

// isParamTag says whether a tag opens an argument.
func isParamTag(t Tag) bool { return !t.Closing && oneOf(t.Key, paramTags) }

// xmlState is what is known of a body of XML that is being read.
type xmlState struct {
	pos    int
	param  string // the key of the argument that is open
	params int    // arguments that were closed
	// stop and resume are where the first closing tag inside an argument stands, and what follows it; 0 where there is none.
	stop, resume int
}

// tag reads a tag; true where it ends the call, and then pos stays before it.
func (x *xmlState) tag(src string, t Tag, outer string) bool {
	at := x.pos
	ends := t.Closing && (t.Key == outer || isFamily(t.Key))
	if ends && x.param == "" {
		return true
	}
	x.pos += t.size
	switch {
	case t.Closing && t.Key == x.param:
		x.param, x.stop = "", 0
		x.params++
	case ends && x.stop == 0:
		x.stop, x.resume = at, at+t.size
	case t.Closing || x.param != "" || oneOf(t.Key, groupTags):
	case strings.HasSuffix(src[at:x.pos], "/>"):
		x.params++
	default:
		x.param = t.Key
	}
	return false
}

// xmlArgs reads the arguments that stand as tags in a body.
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

// argument reads one argument from behind its opening tag.
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

// text takes the text up to the tag that closes t, or where that is missing up to the next argument.
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

// add notes an argument. One line break at each end belongs to the tags.
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

// members gives the arguments; one that was given more than once is a list.
func (x *xmlReader) members() []member {
	for i, m := range x.list {
		values := x.more[m.name]
		if x.list[i].value = values[0].value; len(values) > 1 {
			x.list[i].value = joinArray(values)
		}
	}
	return x.list
}

// value gives a text the type that the schema asks for, where it can have it.
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
