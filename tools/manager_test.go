package tools_test

import (
	"encoding/json"
	"slices"
	"testing"

	"ptk-lsp/tools"
)

func TestSetTools(t *testing.T) {
	r := newRoom(t, map[string]string{"a": ""})
	custom := func(name, schema string) tools.Tool {
		tool, err := tools.NewCustom(
			tools.Custom{Name: name, Command: []string{"true"}, Parameters: json.RawMessage(schema)}, tools.Environment{},
		)
		if err != nil {
			t.Fatal(err)
		}
		return tool
	}
	problems := r.m.SetTools(append(tools.Builtin(tools.Can{}), custom("mine", "{}"), custom("read_file", "{}"), custom("grep", "{}")))
	if len(problems) != 2 {
		t.Errorf("got %v", problems)
	}
	var names []string
	for _, s := range r.m.Specs() {
		names = append(names, s.Name)
		if (s.Source == tools.SourceCustom) != (s.Name == "mine") {
			t.Errorf("%s comes from %q", s.Name, s.Source)
		}
	}
	if !slices.IsSorted(names) || !slices.Contains(names, "mine") {
		t.Errorf("got %v", names)
	}
	r.ok("read_file", `{"path": "a"}`)
	if tool, ok := r.m.Lookup("grep"); !ok || tool.Spec().Name != "search_code" {
		t.Errorf("got %v", tool)
	}
	r.m.SetTools(nil)
	r.fails("read_file", `{"path": "a"}`, tools.ValidationError, "no tool")
}
