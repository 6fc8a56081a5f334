package tools

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// schemaFor returns the JSON Schema of an argument struct. It panics if there is none, which the first test finds.
func schemaFor[A any]() json.RawMessage {
	s, err := jsonschema.For[A](nil)
	if err == nil {
		refine(s, reflect.TypeFor[A]())
		var data []byte
		if data, err = json.Marshal(s); err == nil {
			return data
		}
	}
	panic(fmt.Sprintf("no schema for %v: %v", reflect.TypeFor[A](), err))
}

// refine removes null from the types, which models should not send, and adds what the tags enum and default say.
func refine(s *jsonschema.Schema, t reflect.Type) {
	if s == nil {
		return
	}
	if i := slices.Index(s.Types, "null"); i >= 0 && len(s.Types) == 2 {
		s.Type, s.Types = s.Types[1-i], nil
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		refine(s.Items, t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if p := s.Properties[name]; p != nil {
				refine(p, f.Type)
				tagged(p, f)
			}
		}
	}
}

func tagged(p *jsonschema.Schema, f reflect.StructField) {
	if e, ok := f.Tag.Lookup("enum"); ok {
		for _, v := range strings.Split(e, ",") {
			p.Enum = append(p.Enum, v)
		}
	}
	if d, ok := f.Tag.Lookup("default"); ok {
		p.Default = json.RawMessage(d)
		if p.Type == "string" {
			p.Default, _ = json.Marshal(d) // a string always marshals
		}
	}
}

// validator checks arguments against a tool's schema.
type validator struct {
	resolved  *jsonschema.Resolved
	cost      int
	recursive bool
}

func newValidator(parameters json.RawMessage) (*validator, error) {
	cost, recursive, err := boundSchema(parameters)
	if err != nil {
		return nil, err
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(parameters, &s); err != nil {
		return nil, fmt.Errorf("reading the schema: %w", err)
	}
	r, err := s.Resolve(nil)
	if err != nil {
		return nil, fmt.Errorf("resolving the schema: %w", err)
	}
	return &validator{r, cost, recursive}, nil
}

func (v *validator) check(args json.RawMessage) error {
	var value map[string]any
	if err := json.Unmarshal(args, &value); err != nil {
		return fmt.Errorf("the arguments are no JSON object: %w", err)
	}
	if v.tooMuch(value) {
		return nil // whoever runs the tool checks its arguments too
	}
	return v.resolved.Validate(value)
}

// tooMuch reports whether checking a value would take long: if the schema refers to itself, each level multiplies the work.
func (v *validator) tooMuch(value any) bool {
	deep, values := shape(value)
	cost := float64(v.cost * values)
	if v.recursive {
		cost *= math.Pow(float64(v.cost), float64(deep-1))
	}
	return cost > maxCheckCost
}
