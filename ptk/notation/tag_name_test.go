package notation

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A separator of several bytes in the name of a tag may be cut in the middle.
func TestCutSeparatorsInNames(t *testing.T) {
	for _, text := range []string{
		"<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_file\n```json\n{\"path\":\"a\"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
		"<｜tool▁call▁begin｜>{\"name\": \"read_file\", \"arguments\": {\"path\": \"a\"}}<｜tool▁call▁end｜>",
		"<tool\xe2\x96_call>{\"name\": \"read_file\", \"arguments\": {\"path\": \"a\"}}</tool_call>",
	} {
		whole := Parse(text, Options{})
		p := NewParser(Options{})
		var pieces Output
		for i := range len(text) {
			gather(&pieces, p.Write(text[i:i+1]))
		}
		gather(&pieces, p.Close(Complete))
		if d := cmp.Diff(whole, pieces); d != "" {
			t.Errorf("%q whole and byte by byte differ:\n%s", text, d)
		}
	}
}

func gather(to *Output, o Output) {
	to.Text += o.Text
	to.Calls = append(to.Calls, o.Calls...)
	to.Errors = append(to.Errors, o.Errors...)
	to.Warnings = append(to.Warnings, o.Warnings...)
}
