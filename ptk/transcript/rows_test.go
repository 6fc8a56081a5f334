package transcript

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/tools/txtar"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/prompt"
	"ptk-lsp/tools"
)

// notStored lists the fields that are not written, and why.
var notStored = map[string]string{
	"ToolResult.Result.shows":         "only the running program needs it",
	"ToolResult.Result.Images":        "the tool's message has them",
	"ToolResult.Result.Diff.NewText":  "is in the file",
	"ToolResult.Result.Err.Cause":     "only the running program needs it",
	"message of the user.Calls":       "only an assistant has calls",
	"message of the user.Results":     "only a tool has results",
	"message of the model.Images":     "a model sends none",
	"message of the model.Results":    "only a tool has results",
	"message of the model.Seen":       "is stored with the message that has the files",
	"message of a tool.Text":          "is in the results",
	"message of a tool.Raw":           "is in the results",
	"message of a tool.Images":        "are in the results",
	"message of a tool.Calls":         "only an assistant has calls",
	"message of a tool.Seen":          "is in another sample",
	"message of the user.Seen[].Hash": "is empty for a file that is gone",
}

// TestNoFieldIsForgotten checks that every field is written and read back. It fails for a new field until the sample has it.
func TestNoFieldIsForgotten(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range samples() {
		for _, field := range unset(s.name, reflect.ValueOf(s.value)) {
			if seen[field] = true; notStored[field] == "" {
				t.Errorf("%s is not set in the sample", field)
			}
		}
		got, err := s.restored(s.store())
		if err != nil {
			t.Errorf("%s: %v", s.name, err)
			continue
		}
		unexported := cmp.AllowUnexported(chat.Message{}, chat.Call{}, chat.CallResult{}, prompt.Mark{}, prompt.Summary{}, prompt.Exchange{})
		if d := cmp.Diff(s.value, got, unexported, cmpopts.IgnoreUnexported(tools.Result{})); d != "" {
			t.Errorf("%s (-stored +restored):\n%s", s.name, d)
		}
	}
	for field := range notStored {
		if !seen[field] {
			t.Errorf("notStored names %s, which is set or does not exist", field)
		}
	}
}

// unset returns the fields below a value that are zero.
func unset(path string, v reflect.Value) (fields []string) {
	switch {
	case v.IsZero():
		return []string{path}
	case v.Kind() == reflect.Pointer, v.Kind() == reflect.Interface:
		return unset(path, v.Elem())
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8:
		for i := range v.Len() {
			fields = append(fields, unset(path+"[]", v.Index(i))...)
		}
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			fields = append(fields, unset(path+"."+v.Type().Field(i).Name, v.Field(i))...)
		}
	}
	return fields
}

// TestEveryEventHasASample compares the samples with the types of event.go.
func TestEveryEventHasASample(t *testing.T) {
	have := map[string]bool{}
	for _, e := range sampleEvents() {
		have[reflect.TypeOf(e).Name()] = true
	}
	for _, name := range eventTypes(t) {
		if !have[name] {
			t.Errorf("there is no sample of %s", name)
		}
	}
}

// eventTypes returns the names of the types in event.go that have the method event.
func eventTypes(t *testing.T) (names []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "../chat/event.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		if m, ok := d.(*ast.FuncDecl); ok && m.Recv != nil && m.Name.Name == "event" {
			names = append(names, m.Recv.List[0].Type.(*ast.Ident).Name)
		}
	}
	if len(names) == 0 {
		t.Fatal("event.go has no events")
	}
	return names
}

// TestTheDiskStaysAsItIs compares the bytes that are written with the golden file. Earlier programs must read them: add an
// optional field to package record, never rename one.
func TestTheDiskStaysAsItIs(t *testing.T) {
	const path = "testdata/records.txtar"
	var now txtar.Archive
	for _, s := range samples() {
		now.Files = append(now.Files, txtar.File{Name: s.name, Data: []byte(s.store() + "\n")})
	}
	for _, s := range emptySamples() {
		now.Files = append(now.Files, txtar.File{Name: s.name, Data: []byte(s.data + "\n")})
	}
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.WriteFile(path, txtar.Format(&now), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	before, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(texts(before), texts(&now)); d != "" {
		t.Errorf("(-before +now):\n%s", d)
	}
}

func texts(a *txtar.Archive) (all []string) {
	for _, f := range a.Files {
		all = append(all, f.Name+": "+string(f.Data))
	}
	return all
}
