package notation

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Fit converts arguments to a tool's schema if there is only one way to read them: "5" becomes a number, a string a list of
// one, a name its registered spelling. Otherwise it returns an Error with the code INVALID_TOOL_CALL whose message describes
// the mistake, the schema and a correct example; its position is not set.
func Fit(t Tool, args json.RawMessage) (json.RawMessage, *Error) {
	s := readSchema(t.Parameters)
	if len(bytes.TrimSpace(args)) == 0 {
		args = json.RawMessage("{}")
	}
	if !json.Valid(args) {
		return nil, misfit(t, s, "the arguments are no valid JSON")
	}
	if len(s.types) == 0 {
		s.types = []string{"object"}
	}
	fitted, wrong := s.fit(bytes.TrimSpace(args), "")
	if wrong != "" {
		return nil, misfit(t, s, wrong)
	}
	return fitted, nil
}

// misfit returns an error that describes to a model how the tool is called.
func misfit(t Tool, s *schema, wrong string) *Error {
	return &Error{Code: InvalidToolCall, Tool: t.Name, Message: fmt.Sprintf(
		"%s: %s. The tool is %s. Correct example: %s", t.Name, wrong, signature(t.Name, s), example(t.Name, s))}
}

// fit converts v to the schema, or describes what is wrong with the value at path.
func (s *schema) fit(v json.RawMessage, path string) (json.RawMessage, string) {
	if len(s.any) > 0 {
		return s.fitAny(v, path)
	}
	if len(s.enum) > 0 {
		return s.fitEnum(v, path)
	}
	if len(s.types) == 0 {
		return s.fitKind(kindOf(v), v, path)
	}
	for _, want := range s.types {
		if accepts(want, v) {
			return s.fitKind(want, v, path)
		}
	}
	for _, want := range s.types {
		if made, ok := coerce(want, v); ok {
			return s.fitKind(want, made, path)
		}
	}
	if slices.Contains(s.types, "array") && kindOf(v) != "null" {
		return s.fitKind("array", joinArray([]member{{value: v}}), path)
	}
	return nil, fmt.Sprintf("%s must be %s, not %s", argumentAt(path), s.typeName(), clip(v))
}

func (s *schema) fitAny(v json.RawMessage, path string) (json.RawMessage, string) {
	for _, a := range s.any {
		if len(a.types) == 0 || slices.ContainsFunc(a.types, func(t string) bool { return accepts(t, v) }) {
			if made, wrong := a.fit(v, path); wrong == "" {
				return made, ""
			}
		}
	}
	for _, a := range s.any {
		if made, wrong := a.fit(v, path); wrong == "" {
			return made, ""
		}
	}
	return nil, fmt.Sprintf("%s must be %s, not %s", argumentAt(path), s.typeName(), clip(v))
}

// fitEnum returns the value that v is, or the only one that it is another spelling of.
func (s *schema) fitEnum(v json.RawMessage, path string) (json.RawMessage, string) {
	text := unquoteJSON(v)
	var near []json.RawMessage
	for _, e := range s.enum {
		if bytes.Equal(e, v) || unquoteJSON(e) == text {
			return e, ""
		}
		if foldName(unquoteJSON(e)) == foldName(text) && text != "" {
			near = append(near, e)
		}
	}
	if len(near) == 1 {
		return near[0], ""
	}
	return nil, fmt.Sprintf("%s must be one of %s, not %s", argumentAt(path), s.shape(), clip(v))
}

// fitKind converts the elements of lists and the members of objects.
func (s *schema) fitKind(kind string, v json.RawMessage, path string) (json.RawMessage, string) {
	switch kind {
	case "array":
		if s.items != nil {
			return s.fitItems(v, path)
		}
	case "object":
		if len(s.properties) > 0 || s.closed {
			return s.fitMembers(v, path)
		}
	case "integer":
		return wholeNumber(v), ""
	}
	return v, ""
}

func (s *schema) fitItems(v json.RawMessage, path string) (json.RawMessage, string) {
	list, changed := members(v), false
	for i, m := range list {
		made, wrong := s.items.fit(m.value, path+"["+strconv.Itoa(i)+"]")
		if wrong != "" {
			return nil, wrong
		}
		changed = changed || !bytes.Equal(made, m.value)
		list[i].value = made
	}
	if !changed {
		return v, ""
	}
	return joinArray(list), ""
}

func (s *schema) fitMembers(v json.RawMessage, path string) (json.RawMessage, string) {
	list, changed, given := members(v), false, map[string]bool{}
	for _, m := range list {
		given[m.name] = true
	}
	fitted := list[:0]
	for _, m := range list {
		made, wrong := s.fitMember(m, given, path)
		if wrong != "" {
			return nil, wrong
		}
		if made.value == nil {
			changed = true
			continue
		}
		changed = changed || made.name != m.name || !bytes.Equal(made.value, m.value)
		given[made.name] = true
		fitted = append(fitted, made)
	}
	for _, name := range s.required {
		if !slices.ContainsFunc(fitted, func(m member) bool { return m.name == name }) {
			return nil, fmt.Sprintf("%s is missing", argumentAt(join(path, name)))
		}
	}
	if !changed {
		return v, ""
	}
	return joinObject(fitted), ""
}

// fitMember converts one member. It returns no value for a null of an optional property.
func (s *schema) fitMember(m member, given map[string]bool, path string) (member, string) {
	name, known := s.spell(m.name, given)
	if !known {
		if !s.closed {
			return m, ""
		}
		return m, unknownName(join(path, m.name), Closest(m.name, s.names()), s.names())
	}
	p := s.property(name)
	if string(m.value) == "null" && !s.requires(name) && !slices.Contains(p.types, "null") {
		return member{}, ""
	}
	made, wrong := p.fit(m.value, join(path, name))
	return member{name, made}, wrong
}

func unknownName(path string, near, all []string) string {
	if len(near) > 0 {
		return fmt.Sprintf("%s is unknown; did you mean %s?", argumentAt(path), strings.Join(near, ", "))
	}
	return fmt.Sprintf("%s is unknown; there are %s", argumentAt(path), strings.Join(all, ", "))
}

// spell returns the schema's spelling of a name, if exactly one property matches that was not given already.
func (s *schema) spell(name string, given map[string]bool) (string, bool) {
	if s.property(name) != nil {
		return name, true
	}
	found := ""
	for _, p := range s.properties {
		if foldName(p.name) != foldName(name) || given[p.name] {
			continue
		}
		if found != "" {
			return "", false
		}
		found = p.name
	}
	return found, found != ""
}

// accepts reports whether v is of the type.
func accepts(want string, v json.RawMessage) bool {
	kind := kindOf(v)
	return kind == want || want == "integer" && kind == "number" && wholeNumber(v) != nil
}

// kindOf returns the JSON type of a value.
func kindOf(v json.RawMessage) string {
	switch v[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}

// wholeNumber returns a number such as 2.0 without its fraction, nil if the fraction is not zero.
func wholeNumber(v json.RawMessage) json.RawMessage {
	whole, fraction, found := bytes.Cut(v, []byte("."))
	if bytes.ContainsAny(v, "eE") {
		f, err := strconv.ParseFloat(string(v), 64)
		if err != nil || f != float64(int64(f)) || f > 1<<53 || f < -(1<<53) {
			return nil
		}
		return strconv.AppendInt(nil, int64(f), 10)
	}
	if found && len(bytes.Trim(fraction, "0")) > 0 {
		return nil
	}
	return whole
}

// coerce converts a value to another type, if that is the only way to read it.
func coerce(want string, v json.RawMessage) (json.RawMessage, bool) {
	kind := kindOf(v)
	switch {
	case want == "string" && (kind == "number" || kind == "boolean"):
		return quoteJSON(string(v)), true
	case kind == "string":
		return coerceText(want, strings.TrimSpace(unquoteJSON(v)))
	}
	return nil, false
}

func coerceText(want, text string) (json.RawMessage, bool) {
	made := json.RawMessage(text)
	if want == "boolean" || want == "null" {
		made = bytes.ToLower(made)
	}
	if want == "null" && string(made) == "none" {
		made = json.RawMessage("null")
	}
	if want == "string" || !json.Valid(made) || !accepts(want, made) {
		return nil, false
	}
	return made, true
}

func argumentAt(path string) string {
	if path == "" {
		return "the arguments"
	}
	return "argument " + strconv.Quote(path)
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// clip shortens a value for a message.
func clip(v json.RawMessage) string {
	const most = 60
	if len(v) <= most {
		return string(v)
	}
	return strings.ToValidUTF8(string(v[:most]), "") + "…"
}
