package models

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"ptk-lsp/cmd/ptk-lsp/settings"
	"ptk-lsp/llm/driver"
)

func TestServicesAreComplete(t *testing.T) {
	names := map[string]bool{}
	for _, s := range services() {
		if s.Name == "" || s.Kind.Name == "" || s.Kind.New == nil || names[s.Name] {
			t.Errorf("a name or kind is missing or repeated: %q of kind %q", s.Name, s.Kind.Name)
		}
		names[s.Name] = true
		if s.Kind.Medium == driver.Server && s.URL == "" {
			t.Errorf("%s has no address", s.Name)
		}
		if len(s.KeyVariables) == 0 && !s.Local && !s.OptIn {
			t.Errorf("%s names no variable for its key", s.Name)
		}
	}
}

// Users can choose these kinds for servers of their own; a new kind may but need not be one of them.
func TestKindsOfTheSettingsExist(t *testing.T) {
	field, _ := reflect.TypeFor[settings.Provider]().FieldByName("Kind")
	var known []string
	for _, k := range Kinds() {
		known = append(known, k.Name)
	}
	for name := range strings.SplitSeq(field.Tag.Get("enum"), ",") {
		if !slices.Contains(known, name) {
			t.Errorf("there is no kind %q", name)
		}
	}
}
