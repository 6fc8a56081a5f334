package notation

import (
	"encoding/json"
	"slices"
	"strings"
)

// schema is the part of a JSON Schema that matters for calls.
type schema struct {
	types       []string
	properties  []property
	required    []string
	enum        []json.RawMessage
	items       *schema
	any         []*schema
	closed      bool // additionalProperties is false
	standard    json.RawMessage
	description string
}

// property is a property of an object schema.
type property struct {
	name string
	*schema
}

// readSchema reads a JSON Schema and ignores what it does not know.
func readSchema(raw json.RawMessage) *schema {
	s := &schema{}
	if !json.Valid(raw) {
		return s
	}
	for _, m := range members(raw) {
		s.take(m)
	}
	return s
}

func (s *schema) take(m member) {
	switch m.name {
	case "type":
		s.types = typeNames(m.value)
	case "properties":
		for _, p := range members(m.value) {
			s.properties = append(s.properties, property{p.name, readSchema(p.value)})
		}
	case "required":
		_ = json.Unmarshal(m.value, &s.required) // a malformed list requires nothing
	case "enum":
		for _, v := range members(m.value) {
			s.enum = append(s.enum, v.value)
		}
	case "const":
		s.enum = []json.RawMessage{m.value}
	case "items":
		s.items = readSchema(m.value)
	case "anyOf", "oneOf":
		for _, v := range members(m.value) {
			s.any = append(s.any, readSchema(v.value))
		}
	case "additionalProperties":
		s.closed = string(m.value) == "false" || string(m.value) == `{"not":{}}`
	case "default":
		s.standard = m.value
	case "description":
		s.description = unquoteJSON(m.value)
	}
}

// typeNames reads "type", one name or a list, and translates the names of other languages.
func typeNames(raw json.RawMessage) []string {
	var names []string
	if raw[0] != '[' {
		raw = joinArray([]member{{value: raw}})
	}
	for _, m := range members(raw) {
		if name := jsonType(unquoteJSON(m.value)); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// jsonType returns the name of a type in JSON Schema, "" for any type.
func jsonType(name string) string {
	switch strings.ToLower(name) {
	case "string", "str", "char":
		return "string"
	case "number", "float", "double":
		return "number"
	case "integer", "int", "long":
		return "integer"
	case "boolean", "bool":
		return "boolean"
	case "array", "list", "tuple", "set":
		return "array"
	case "object", "dict":
		return "object"
	case "null", "none":
		return "null"
	}
	return ""
}

// property returns the schema of a property, nil if there is none.
func (s *schema) property(name string) *schema {
	for _, p := range s.properties {
		if p.name == name {
			return p.schema
		}
	}
	return nil
}

func (s *schema) requires(name string) bool { return slices.Contains(s.required, name) }

// names returns the names of the properties in the order of the schema.
func (s *schema) names() []string {
	names := make([]string, len(s.properties))
	for i, p := range s.properties {
		names[i] = p.name
	}
	return names
}

// typeName describes the type in a word or two.
func (s *schema) typeName() string {
	var names []string
	for _, t := range s.types {
		if t == "array" && s.items != nil {
			t = s.items.typeName() + "[]"
		}
		if t != "null" {
			names = append(names, t)
		}
	}
	for _, a := range s.any {
		if name := a.typeName(); name != "any" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "any"
	}
	return strings.Join(names, " or ")
}

// signature returns a tool's schema on one line: read_file(path: string, limit?: integer).
func signature(name string, s *schema) string {
	var parts []string
	for _, p := range s.properties {
		mark := "?"
		if s.requires(p.name) {
			mark = ""
		}
		parts = append(parts, p.name+mark+": "+p.shape())
	}
	return name + "(" + strings.Join(parts, ", ") + ")"
}

// shape describes the type, or lists the values if there are few.
func (s *schema) shape() string {
	if len(s.enum) == 0 || len(s.enum) > 12 {
		return s.typeName()
	}
	values := make([]string, len(s.enum))
	for i, v := range s.enum {
		values[i] = string(v)
	}
	return strings.Join(values, "|")
}

// example returns a call of the tool with its required arguments.
func example(name string, s *schema) string {
	return `{"tool": ` + string(quoteJSON(name)) + `, "args": ` + string(s.sample()) + `}`
}

// sample returns a value that fits the schema.
func (s *schema) sample() json.RawMessage {
	switch {
	case len(s.enum) > 0:
		return s.enum[0]
	case len(s.standard) > 0 && string(s.standard) != "null":
		return s.standard
	case len(s.any) > 0:
		return s.any[0].sample()
	case len(s.types) > 0:
		return s.sampleOf(s.types[0])
	case len(s.properties) > 0:
		return s.sampleOf("object")
	}
	return json.RawMessage(`"text"`)
}

func (s *schema) sampleOf(kind string) json.RawMessage {
	switch kind {
	case "integer", "number":
		return json.RawMessage("1")
	case "boolean":
		return json.RawMessage("true")
	case "array":
		if s.items == nil {
			return json.RawMessage("[]")
		}
		return joinArray([]member{{value: s.items.sample()}})
	case "object":
		var list []member
		for _, p := range s.properties {
			if s.requires(p.name) {
				list = append(list, member{p.name, p.sample()})
			}
		}
		return joinObject(list)
	}
	return json.RawMessage(`"text"`)
}
