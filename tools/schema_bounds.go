package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// Limits of a schema. Servers send schemas, and the library that checks arguments follows references without a limit: a
// schema that refers to itself would crash the program, one that fans out would never finish.
const (
	maxSchemaCost  = 5000 // schemas that one value and those within it are checked with
	maxSchemaDepth = 200
	maxCheckCost   = 1_000_000 // schemas that one call is checked with
)

// schemaCost computes what checking a value with a schema may cost.
type schemaCost struct {
	root      any
	words     []string
	parts     []map[string]any // all schemas within the root
	known     map[uintptr]bool // their identities
	same      map[uintptr]int  // by a schema's identity: the number of schemas that it checks the same value with; 0 while it is computed
	all       map[uintptr]int  // the same with those for the values within the value
	recursive bool             // the schema refers to itself for the values within a value
}

// boundSchema returns the number of schemas that a value and those within it are checked with. recursive reports whether
// this is so again for each level of values. The error says why checking might never end.
func boundSchema(parameters json.RawMessage) (cost int, recursive bool, err error) {
	var root any
	if err := json.Unmarshal(parameters, &root); err != nil {
		return 0, false, fmt.Errorf("reading the schema: %w", err)
	}
	b := &schemaCost{root: root, words: keywords(), known: map[uintptr]bool{}, same: map[uintptr]int{}, all: map[uintptr]int{}}
	if err := b.schemas(root, true, 0); err != nil {
		return 0, false, err
	}
	for _, part := range b.parts { // a reference may lead back without having led into the value
		if _, err := b.ofSame(part); err != nil {
			return 0, false, err
		}
	}
	cost, err = b.total(root)
	return cost, b.recursive, err
}

// schemas collects all parts that are schemas. It rejects what could change where a reference leads, and keywords in the
// wrong case, which the library accepts.
func (b *schemaCost) schemas(v any, top bool, depth int) error {
	s, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	if depth > maxSchemaDepth {
		return fmt.Errorf("the schema nests deeper than %d", maxSchemaDepth)
	}
	b.parts = append(b.parts, s)
	b.known[reflect.ValueOf(s).Pointer()] = true
	for k, part := range s {
		word := b.keyword(k)
		switch {
		case word == "":
			continue
		case word != k:
			return fmt.Errorf("the schema has %q for %q", k, word)
		case word == "$dynamicRef", word == "$anchor", word == "$dynamicAnchor", word == "$id" && !top:
			return fmt.Errorf("the schema uses %s, which is not followed", k)
		}
		for _, inner := range schemasUnder(k, part) {
			if err := b.schemas(inner, false, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// schemasUnder returns the schemas under a keyword.
func schemasUnder(word string, v any) (parts []any) {
	switch word {
	case "default", "const", "enum", "examples":
		return nil
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies":
		if m, ok := v.(map[string]any); ok {
			return slices.Collect(maps.Values(m))
		}
	}
	if list, ok := v.([]any); ok {
		return list
	}
	return []any{v}
}

// keywords returns the keywords of JSON Schema that the library knows.
func keywords() []string {
	words := []string{"type", "items", "const", "dependencies"} // these are parsed separately
	for f := range reflect.TypeFor[jsonschema.Schema]().Fields() {
		if word, _, _ := strings.Cut(f.Tag.Get("json"), ","); word != "-" && word != "" {
			words = append(words, word)
		}
	}
	return words
}

// keyword returns the keyword that a name is in any case; "" if it is none.
func (b *schemaCost) keyword(name string) string {
	if slices.Contains(b.words, name) {
		return name
	}
	if i := slices.IndexFunc(b.words, func(w string) bool { return strings.EqualFold(w, name) }); i >= 0 {
		return b.words[i]
	}
	return ""
}

// ofSame counts the schemas that a value is checked with, without those for the values within it.
func (b *schemaCost) ofSame(v any) (int, error) {
	s, ok := v.(map[string]any)
	if !ok {
		return 1, nil // true, false, or no schema
	}
	id := reflect.ValueOf(s).Pointer()
	if known, seen := b.same[id]; seen {
		if known == 0 {
			return 0, errors.New("the schema refers to itself without an end")
		}
		return known, nil
	}
	b.same[id] = 0
	total := 1
	parts, err := b.besides(s)
	for _, part := range parts {
		n, err := b.ofSame(part)
		if err != nil {
			return 0, err
		}
		if total += n; total > maxSchemaCost {
			return 0, errTooCostly
		}
	}
	b.same[id] = total
	return total, err
}

// errTooCostly is the error of a schema that fans out.
var errTooCostly = errors.New("the schema checks a value with too many schemas")

// total counts the schemas that a value and those within it are checked with.
func (b *schemaCost) total(v any) (int, error) {
	s, ok := v.(map[string]any)
	if !ok {
		return 1, nil
	}
	id := reflect.ValueOf(s).Pointer()
	if known, seen := b.all[id]; seen {
		b.recursive = b.recursive || known == 0
		return max(known, 1), nil
	}
	b.all[id] = 0
	total := 1
	parts, err := b.besides(s)
	if err != nil {
		return 0, err
	}
	for _, part := range append(parts, partsWithin(s)...) {
		n, err := b.total(part)
		if err != nil {
			return 0, err
		}
		if total += n; total > maxSchemaCost {
			return 0, errTooCostly
		}
	}
	b.all[id] = total
	return total, nil
}

// besides returns the schemas that the value of s is also checked with.
func (b *schemaCost) besides(s map[string]any) (parts []any, err error) {
	if ref, ok := s["$ref"].(string); ok {
		to, err := b.resolve(ref)
		if err != nil {
			return nil, err
		}
		parts = append(parts, to)
	}
	for _, k := range []string{"allOf", "anyOf", "oneOf"} {
		if list, ok := s[k].([]any); ok {
			parts = append(parts, list...)
		}
	}
	for _, k := range []string{"not", "if", "then", "else"} {
		if v, ok := s[k]; ok {
			parts = append(parts, v)
		}
	}
	for _, k := range []string{"dependentSchemas", "dependencies"} {
		if m, ok := s[k].(map[string]any); ok {
			for _, v := range m {
				parts = append(parts, v)
			}
		}
	}
	return parts, nil
}

// partsWithin returns the schemas for the values within a value.
func partsWithin(s map[string]any) (parts []any) {
	for _, k := range []string{
		"items", "prefixItems", "additionalItems", "additionalProperties", "contains", "propertyNames", "unevaluatedItems",
		"unevaluatedProperties", "contentSchema",
	} {
		switch v := s[k].(type) {
		case []any:
			parts = append(parts, v...)
		case map[string]any:
			parts = append(parts, v)
		}
	}
	for _, k := range []string{"properties", "patternProperties"} {
		if m, ok := s[k].(map[string]any); ok {
			for _, v := range m {
				parts = append(parts, v)
			}
		}
	}
	return parts
}

// resolve returns what a reference within the schema leads to.
func (b *schemaCost) resolve(ref string) (any, error) {
	pointer, ok := strings.CutPrefix(ref, "#")
	at := b.root
	if pointer == "" && ok {
		return at, nil
	}
	if !ok || pointer[0] != '/' {
		return nil, fmt.Errorf("the schema refers to %.100q, which is not followed", ref)
	}
	for part := range strings.SplitSeq(pointer[1:], "/") {
		part = strings.NewReplacer("~1", "/", "~0", "~", "%24", "$", "%25", "%").Replace(part)
		switch v := at.(type) {
		case map[string]any:
			at, ok = v[part]
		case []any:
			var i int
			i, err := strconv.Atoi(part)
			if ok = err == nil && i >= 0 && i < len(v); ok {
				at = v[i]
			}
		default:
			ok = false
		}
		if !ok {
			return nil, fmt.Errorf("the schema refers to %.100q, which is not there", ref)
		}
	}
	if s, ok := at.(map[string]any); !ok || !b.known[reflect.ValueOf(s).Pointer()] {
		return nil, fmt.Errorf("the schema refers to %.100q, which is no schema", ref)
	}
	return at, nil
}

// shape returns how deep a value nests and how many values it has.
func shape(v any) (deep, values int) {
	inner := func(e any) {
		d, n := shape(e)
		deep, values = max(deep, d+1), values+n
	}
	switch v := v.(type) {
	case map[string]any:
		for _, e := range v {
			inner(e)
		}
	case []any:
		for _, e := range v {
			inner(e)
		}
	}
	return deep, values + 1
}
