package settings

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// property is a setting in the package.json of the VS Code extension, or a part of one.
type property struct {
	Type                 string              `json:"type"`
	Enum                 []string            `json:"enum"`
	Description          string              `json:"description"`
	MarkdownDescription  string              `json:"markdownDescription"`
	Properties           map[string]property `json:"properties"`
	Items                *property           `json:"items"`
	AdditionalProperties json.RawMessage     `json:"additionalProperties"`
}

// Every setting of the server is one of VS Code's, with its type, its values and an explanation, and VS Code has no others but its own.
func TestVSCodeHasEverySetting(t *testing.T) {
	data, err := os.ReadFile("../../../editors/vscode/package.json")
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Contributes struct {
			Configuration []struct {
				Properties map[string]property `json:"properties"`
			} `json:"configuration"`
		} `json:"contributes"`
	}
	if err := json.Unmarshal(data, &manifest); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, group := range manifest.Contributes.Configuration {
		for key, p := range group.Properties {
			describeProperty(t, strings.TrimPrefix(key, "ptk."), p, got)
		}
	}
	for _, own := range []string{"serverPath", "allowedCommands", "codeActions"} { // of the extension
		delete(got, own)
	}
	want := map[string]string{}
	for f := range reflect.TypeFor[Settings]().Fields() {
		describeField(nameOf(f), f, want, true)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the server's settings (-) and package.json (+):\n%s", diff)
	}
}

func nameOf(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
}

// describeField notes the type of a setting and its parts. Groups of settings are no settings in VS Code.
func describeField(key string, f reflect.StructField, into map[string]string, top bool) {
	typ := f.Type
	if typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	if !top || typ.Kind() != reflect.Struct {
		into[key] = strings.Join(append([]string{jsonType(typ)}, listed(f.Tag.Get("enum"))...), " ")
	}
	inner := typ
	if typ.Kind() == reflect.Map || typ.Kind() == reflect.Slice {
		inner = typ.Elem()
	}
	if inner.Kind() != reflect.Struct {
		return
	}
	for part := range inner.Fields() {
		describeField(key+"."+nameOf(part), part, into, top && inner == typ)
	}
}

func listed(enum string) []string {
	if enum == "" {
		return nil
	}
	values := strings.Split(enum, ",")
	slices.Sort(values)
	return values
}

func jsonType(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.Int:
		return "integer"
	case reflect.Float64:
		return "number"
	case reflect.Slice:
		return "array"
	case reflect.Struct, reflect.Map:
		return "object"
	}
	return "string"
}

// describeProperty notes the type of a setting of VS Code and its parts.
func describeProperty(t *testing.T, key string, p property, into map[string]string) {
	t.Helper()
	slices.Sort(p.Enum)
	into[key] = strings.Join(append([]string{p.Type}, p.Enum...), " ")
	if p.Description == "" && p.MarkdownDescription == "" {
		t.Errorf("%s has no explanation", key)
	}
	parts := p.Properties
	if inner := (property{}); json.Unmarshal(p.AdditionalProperties, &inner) == nil && inner.Properties != nil {
		parts = inner.Properties
	}
	if p.Items != nil {
		parts = p.Items.Properties
	}
	for name, part := range parts {
		describeProperty(t, key+"."+name, part, into)
	}
}
