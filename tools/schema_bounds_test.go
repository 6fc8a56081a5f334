package tools

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// Servers send schemas. With any of them, checking arguments ends quickly.
func TestSchemasThatMeanHarm(t *testing.T) {
	fan := func(n int, head, tail string) string {
		var defs []string
		for i := range n {
			defs = append(defs, fmt.Sprintf(`"d%d":{"%s":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]}`, i, head, i+1, i+1))
		}
		return fmt.Sprintf(`{"$defs":{%s,"d%d":%s},"$ref":"#/$defs/d0"}`, strings.Join(defs, ","), n, tail)
	}
	for _, c := range []struct {
		name, schema string
		refused      bool
	}{
		{"plain", `{"type":"object","properties":{"a":{"type":"string"}}}`, false},
		{
			"a tree",
			`{"$defs":{"n":{"type":"object","properties":{"l":{"$ref":"#/$defs/n"},"r":{"$ref":"#/$defs/n"}}}},"$ref":"#/$defs/n"}`,
			false,
		},
		{"the root again", `{"type":"object","properties":{"x":{"$ref":"#"}}}`, false},
		{
			"a union that recurs",
			`{"$defs":{"e":{"anyOf":[{"type":"string"},{"type":"object","properties":{"x":{"$ref":"#/$defs/e"}}},{"type":"array","items":{"$ref":"#/$defs/e"}}]}},"properties":{"x":{"$ref":"#/$defs/e"}}}`,
			false,
		},
		{
			"a property with a keyword's name",
			`{"type":"object","properties":{"$ref":{"type":"string"},"allOf":{"type":"string"},"$id":{"type":"string"}}}`, false,
		},
		{"an id at the top", `{"$id":"https://example.com/x","type":"object"}`, false},
		{"itself", `{"$ref":"#"}`, true},
		{"itself by a union", `{"$defs":{"a":{"anyOf":[{"$ref":"#/$defs/a"}]}},"$ref":"#/$defs/a"}`, true},
		{
			"two for each other",
			`{"$defs":{"a":{"allOf":[{"$ref":"#/$defs/b"}]},"b":{"not":{"$ref":"#/$defs/a"}}},"properties":{"x":{"$ref":"#/$defs/a"}}}`,
			true,
		},
		{"itself behind a property", `{"properties":{"x":{"if":{"$ref":"#/properties/x"}}}}`, true},
		{"itself in another case", `{"$REF":"#"}`, true},
		{"a union in another case", `{"AnyOf":[{"$ref":"#"}]}`, true},
		{"in letters that fold", `{"$defſ":{"a":{}},"allOf":[{"$ref":"#/$defs/a"}]}`, true},
		{"an escaped keyword", `{"\u0024ref":"#"}`, true},
		{"an escaped reference", `{"$ref":"#/%61","a":{"$ref":"#"}}`, true},
		{"what is no schema", `{"$ref":"#/default","default":{"$ref":"#"}}`, true},
		{
			"properties with the names of keywords in other cases",
			`{"type":"object","properties":{"Type":{"type":"string"},"NOT":{"type":"string"}}}`, false,
		},
		{"fanning out", fan(40, "allOf", `{}`), true},
		{"fanning out within", fan(40, "anyOf", `{"properties":{"x":{}}}`), true},
		{"an anchor", `{"$defs":{"a":{"$anchor":"a","anyOf":[{"$ref":"#a"}]}},"$ref":"#a"}`, true},
		{"a dynamic reference", `{"$dynamicAnchor":"a","$dynamicRef":"#a"}`, true},
		{"elsewhere", `{"$ref":"http://127.0.0.1:1/x"}`, true},
		{"nowhere", `{"$ref":"#/$defs/x"}`, true},
		{"deep", strings.Repeat(`{"not":`, 1000) + "{}" + strings.Repeat("}", 1000), true},
		{"deeper than JSON may be", strings.Repeat(`{"not":`, 20_000) + "{}" + strings.Repeat("}", 20_000), true},
		{"a pattern that explodes", `{"properties":{"x":{"pattern":"((a{1,1000}){1,1000}){1,1000}"}}}`, true},
		{
			"many levels of unions",
			`{"$defs":{"e":{"anyOf":[` + strings.Repeat(
				`{"properties":{"x":{"$ref":"#/$defs/e"}}},`, 9,
			) + `{"type":"null"}]}},"$ref":"#/$defs/e"}`,
			false,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			began := time.Now()
			v, err := newValidator(json.RawMessage(c.schema))
			if (err != nil) != c.refused {
				t.Fatalf("refused: %v", err)
			}
			if err != nil {
				return
			}
			for _, depth := range []int{0, 1, 5, 50, 2000} {
				_ = v.check(json.RawMessage(strings.Repeat(`{"x":`, depth) + "{}" + strings.Repeat("}", depth)))
			}
			if took := time.Since(began); took > 30*time.Second {
				t.Errorf("it took %s", took)
			}
		})
	}
}

// Schemas within the limits are still checked.
func TestBoundedSchemasStillCheck(t *testing.T) {
	v, err := newValidator(
		json.RawMessage(`{"$defs":{"n":{"type":"object","properties":{"l":{"$ref":"#/$defs/n"},"v":{"type":"number"}}}},"$ref":"#/$defs/n"}`),
	)
	if err != nil {
		t.Fatal(err)
	}
	if v.check(json.RawMessage(`{"v":1,"l":{"v":2}}`)) != nil || v.check(json.RawMessage(`{"v":1,"l":{"v":"2"}}`)) == nil {
		t.Error("arguments are not checked")
	}
}

func FuzzSchema(f *testing.F) {
	f.Add(`{"$ref":"#/$defs/a","$defs":{"a":{"anyOf":[{"$ref":"#/$defs/a"},{"properties":{"x":{"$ref":"#"}}}]}}}`, `{"x":{"x":{}}}`)
	f.Add(`{"allOf":[{"$ref":"#/allOf/1"},{"$ref":"#/allOf/0"}]}`, `{}`)
	f.Add(`{"$REF":"#","AnyOf":[{"$Ref":"#/anyOf/0"}]}`, `{"a":[]}`)
	f.Add(`{"dependencies":{"a":{"$ref":"#"}},"items":[{"$ref":"#/items/0"}]}`, `{"a":[]}`)
	f.Fuzz(func(t *testing.T, schema, args string) {
		if v, err := newValidator(json.RawMessage(schema)); err == nil {
			_ = v.check(json.RawMessage(args))
		}
	})
}
