package record_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"reflect"
	"strings"
	"testing"

	"ptk-lsp/ptk/record"
)

// TestEveryFieldHasAName checks that no Go name becomes a name on disk by accident.
func TestEveryFieldHasAName(t *testing.T) {
	noTests := func(f fs.FileInfo) bool { return !strings.HasSuffix(f.Name(), "_test.go") }
	packages, err := parser.ParseDir(token.NewFileSet(), ".", noTests, 0) //nolint:staticcheck // there are no build tags here
	if err != nil {
		t.Fatal(err)
	}
	fields := 0
	for _, p := range packages {
		ast.Inspect(p, func(n ast.Node) bool {
			s, ok := n.(*ast.StructType)
			if !ok {
				return true
			}
			for _, f := range s.Fields.List {
				fields++
				if name := tagged(f); name == "" || name == "-" || len(f.Names) != 1 {
					t.Errorf("the field %v has no name for the disk of its own", f.Names)
				}
			}
			return true
		})
	}
	if fields < 100 {
		t.Errorf("found only %d fields", fields)
	}
}

// tagged returns the name in the JSON tag of a field, "" if there is none.
func tagged(f *ast.Field) string {
	if f.Tag == nil {
		return ""
	}
	name, _, _ := strings.Cut(reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("json"), ",")
	return name
}

// TestPathsFindTheirFields follows each path in a record.
func TestPathsFindTheirFields(t *testing.T) {
	request := record.Encode(record.Request{Message: "asked"})
	call := record.Encode(record.ToolResult{Tool: "bash", Duration: 5, Err: &record.ToolError{Code: "X"}, Cached: true})
	result := record.Encode(record.Result{Usage: record.Usage{
		InputTokens: 1, OutputTokens: 2, CachedTokens: 3, Estimated: true, CostUSD: 0.5, CostEstimated: true, ContextTokens: 6,
		ContextWindow: 7,
	}})
	for path, c := range map[string]struct {
		data string
		want any
	}{
		record.PathMessage: {request, "asked"},
		record.PathTool:    {call, "bash"}, record.PathDuration: {call, 5.0}, record.PathCached: {call, true},
		record.PathErr:         {call, map[string]any{"Type": "", "Code": "X", "Message": "", "Suggestion": ""}},
		record.PathInputTokens: {result, 1.0}, record.PathOutputTokens: {result, 2.0}, record.PathCachedTokens: {result, 3.0},
		record.PathEstimated: {result, true}, record.PathCostUSD: {result, 0.5}, record.PathCostEstimated: {result, true},
		record.PathContextTokens: {result, 6.0}, record.PathContextWindow: {result, 7.0},
	} {
		var v any
		if err := json.Unmarshal([]byte(c.data), &v); err != nil {
			t.Fatal(err)
		}
		for name := range strings.SplitSeq(strings.TrimPrefix(path, "$."), ".") {
			v = v.(map[string]any)[name]
		}
		if !reflect.DeepEqual(v, c.want) {
			t.Errorf("%s finds %v, want %v", path, v, c.want)
		}
	}
}

func TestDecodeIgnoresWhatItDoesNotKnow(t *testing.T) {
	w, err := record.Decode[record.Warning](`{"Code":"a","Later":{"x":[1]},"Message":"b"}`)
	if err != nil || w != (record.Warning{Code: "a", Message: "b"}) {
		t.Errorf("%+v %v", w, err)
	}
	if _, err := record.Decode[record.Warning](`{"Code":1}`); err == nil {
		t.Error("a number was read as a text")
	}
}
