package offline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm"
)

func answer(t *testing.T, messages ...llm.Message) string {
	t.Helper()
	var text strings.Builder
	var finish llm.Finish
	for d, err := range New().Stream(t.Context(), llm.Request{Messages: messages}) {
		if err != nil {
			t.Fatal(err)
		}
		text.WriteString(d.Text)
		finish = d.Finish
	}
	if finish != llm.FinishStop {
		t.Errorf("finish is %q", finish)
	}
	return text.String()
}

func TestOneQuestion(t *testing.T) {
	system := llm.Message{Role: llm.System, Content: "The workspace is /w/shop.\n\n# Tools\n\n## list_files\n\n## read_file\n"}
	question := llm.Message{Role: llm.User, Content: "Read package.json and tell me the version"}
	call := answer(t, system, question)
	want := "<PTK_CALL>\n" + `{"tool":"read_file","args":{"limit":250,"path":"package.json"},"reasoning":"Look into package.json."}` +
		"\n</PTK_CALL>\n"
	if call != want {
		t.Fatalf("(-want +got):\n%s", cmp.Diff(want, call))
	}
	said := llm.Message{Role: llm.Assistant, Content: call}
	result := llm.Message{Role: llm.ToolRole, Content: `PTK_RESULT: {"success":true,"error":"","path":"package.json",` +
		`"content":"<code=\"/w/shop/package.json\" #1:3>\n     1\t{\n     2\t  \"version\": \"1.2.3\"\n     3\t}\n</code>",` +
		`"lines":3,"total_lines":3}`}
	want = "`version` in `package.json` is **1.2.3**:\n\n`package.json:2`\n```json\n  \"version\": \"1.2.3\"\n```\n"
	if got := answer(t, system, question, said, result); got != want {
		t.Errorf("(-want +got):\n%s", cmp.Diff(want, got))
	}
	failed := llm.Message{Role: llm.ToolRole, Content: "PTK_ERROR: there is no such file"}
	if got := answer(t, system, question, said, failed); !strings.Contains(got, `"tool":"list_files"`) {
		t.Errorf("after an error: %s", got)
	}
}

// Where an index is offered, it is asked, and the best of what it finds is quoted.
func TestIndexIsAsked(t *testing.T) {
	messages := []llm.Message{
		{Role: llm.System, Content: "The workspace is /w.\n\n# Tools\n\n## read_file\n\n## request_code_context\n\n## search_code\n"},
		{Role: llm.User, Content: "How does backoff work?"},
	}
	results := map[string]string{
		"search_code":          `{"success":true,"error":"","matches":[],"files":0}`,
		"request_code_context": `{"success":true,"error":"","results":[{"id":"1","score":2.5,"path":"net/again.go","start":3,"end":5}]}`,
		"read_file": `{"success":true,"error":"","content":"<code=\"/w/net/again.go\" #3:5>\n` +
			`     3\t// again waits longer each time.\n     4\tfunc again() {\n     5\t}\n</code>","total_lines":9}`,
	}
	for range 5 {
		text := answer(t, messages...)
		calls := readCalls(text)
		if len(calls) == 0 {
			if want := "`net/again.go:3-5`\n```go\n// again waits longer each time.\nfunc again() {\n}\n```"; !strings.Contains(text, want) {
				t.Errorf("the answer is %s", text)
			}
			return
		}
		messages = append(messages, llm.Message{Role: llm.Assistant, Content: text},
			llm.Message{Role: llm.ToolRole, Content: "PTK_RESULT: " + results[calls[0].Tool]})
	}
	t.Error("no answer")
}

// A key far down in a long file is found, though it comes in pieces.
func TestKeyInALongFile(t *testing.T) {
	var lines []string
	for n := range 600 {
		lines = append(lines, fmt.Sprintf("  \"key%d\": {\"x\": %d},", n, n))
	}
	lines[0], lines[599] = "{", `  "version": "7.7.7"}`
	messages := []llm.Message{{Role: llm.User, Content: "What is the version in big.json?"}}
	for range 5 {
		text := answer(t, messages...)
		calls := readCalls(text)
		if len(calls) == 0 {
			if !strings.Contains(text, "**7.7.7**") || !strings.Contains(text, "`big.json:600`") {
				t.Errorf("the answer is %s", text)
			}
			return
		}
		from := 1
		if offset, ok := calls[0].Args["offset"].(float64); ok {
			from = int(offset)
		}
		to := min(from+int(calls[0].Args["limit"].(float64))-1, len(lines))
		var b strings.Builder
		fmt.Fprintf(&b, "<code=\"big.json\" #%d:%d>\n", from, to)
		for n := from; n <= to; n++ {
			fmt.Fprintf(&b, "%6d\t%s\n", n, lines[n-1])
		}
		result, err := json.Marshal(map[string]any{"success": true, "content": b.String() + "</code>", "total_lines": len(lines)})
		if err != nil {
			t.Fatal(err)
		}
		messages = append(
			messages, llm.Message{Role: llm.Assistant, Content: text}, llm.Message{Role: llm.ToolRole, Content: "PTK_RESULT: " + string(result)},
		)
	}
	t.Error("no answer")
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var last error
	for _, err := range New().Stream(ctx, llm.Request{}) {
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Error(last)
	}
}

func TestKeys(t *testing.T) {
	type line struct {
		Name, Value string
		From, To    int
	}
	tests := []struct {
		file, text string
		want       []line
	}{
		{"a.json", "{\n  // a comment\n  \"a\": {\n    \"b\": 1.50,\n    \"c\": [true, {\"d\": null}]\n  },\n  \"e\": \"f: g\"", []line{
			{"a", "", 3, 6}, {"a.b", "1.50", 4, 4}, {"a.c", "", 5, 5}, {"a.c.[].d", "null", 5, 5}, {"e", "f: g", 7, 7},
		}},
		{"a.toml", "x = 'y' # z\n[s.t]\nn = 8\nlist = [\n  1,\n]\n", []line{
			{"x", "y", 1, 1}, {"s.t", "", 2, 6}, {"s.t.n", "8", 3, 3}, {"s.t.list", "", 4, 6},
		}},
		{"a.yaml", "a:\n  b: \"c\" # d\n  - e: f\n# g: h\ni: j", []line{
			{"a", "", 1, 3}, {"a.b", "c", 2, 2}, {"a.e", "f", 3, 3}, {"i", "j", 5, 5},
		}},
		{
			"go.mod",
			"module m // c\n\ngo 1.26\n\nrequire (\n\tx.org/y v1.2.3 // indirect\n)\nrequire z.org v2.0.0\n",
			[]line{
				{"module", "m", 1, 1},
				{"go", "1.26", 3, 3},
				{"require", "", 5, 7},
				{"require.x.org/y", "v1.2.3", 6, 6},
				{"require.z.org", "v2.0.0", 8, 8},
			},
		},
	}
	for _, tt := range tests {
		entries, ok := keysOf(source{path: tt.file, first: 1, lines: strings.Split(strings.TrimSuffix(tt.text, "\n"), "\n")})
		var got []line
		for _, e := range entries {
			got = append(got, line{e.name(), e.value, e.from, e.to})
		}
		if diff := cmp.Diff(tt.want, got); diff != "" || !ok {
			t.Errorf("%s (-want +got):\n%s", tt.file, diff)
		}
	}
}

// A result that was cut may lose its end, but never says anything that was not in it.
func TestResultsThatAreCut(t *testing.T) {
	const note = "… [cut: about 7 of 90 tokens left out; ask for a smaller part to see the rest]"
	matches := `{"success":true,"error":"","matches":[{"path":"a.go","line":12,"column":3,"text":"x := \"{[\\\"\" // }"},{"path":` +
		`"b/c.go","line":345,"column":1,"text":"y"}],"files":2}`
	list := `{"success":true,"error":"","files":["a.go","b/long-name.go","c.go"],"count":3}`
	content := "<code=\"/w/a.go\" #1:3>\n     1\tone\n     2\ttwo \"\\\n     3\tthree\n</code>"
	file, err := json.Marshal(map[string]any{"content": content, "success": true})
	if err != nil {
		t.Fatal(err)
	}
	wholeMatches := readResult(false, matches).Matches
	wholeList := readResult(false, list).Files
	d := &dialog{roots: []string{"/w"}}
	whole, _ := d.source(readResult(false, string(file)))
	for n := range matches {
		got := readResult(false, matches[:n]+note).Matches
		if diff := cmp.Diff(wholeMatches[:len(got)], got); len(got) > 0 && diff != "" {
			t.Errorf("%s: %s", matches[:n], diff)
		}
	}
	for n := range list {
		got := readResult(false, list[:n]+note).Files
		if diff := cmp.Diff(wholeList[:len(got)], got); len(got) > 0 && diff != "" {
			t.Errorf("%s: %s", list[:n], diff)
		}
	}
	for n := range file {
		s, ok := d.source(readResult(false, string(file[:n])+note))
		if ok && len(s.lines) > 0 && s.lines[0] != "" {
			if diff := cmp.Diff(whole.lines[:len(s.lines)], s.lines); diff != "" {
				t.Errorf("%s: %s", file[:n], diff)
			}
		}
	}
	if len(wholeMatches) != 2 || len(wholeList) != 3 || len(whole.lines) != 3 {
		t.Errorf("whole: %v, %v, %v", wholeMatches, wholeList, whole.lines)
	}
}

func FuzzQuestion(f *testing.F) {
	f.Add("Where is `http.Client` defined in a/b.go, lines 1-2?", "PTK_RESULT: {\"files\":[\"x\"]}")
	f.Fuzz(func(t *testing.T, question, result string) {
		messages := []llm.Message{{Role: llm.User, Content: question}}
		for range 3 {
			text := reply(messages)
			if strings.TrimSpace(text) == "" {
				t.Fatal("no answer")
			}
			messages = append(messages, llm.Message{Role: llm.Assistant, Content: text}, llm.Message{Role: llm.ToolRole, Content: result})
		}
	})
}

// The map of the workspace is no part of what the user asks.
func TestTheMapIsNoQuestion(t *testing.T) {
	system := llm.Message{Role: llm.System, Content: "The workspace is /w/shop.\n\n# Tools\n\n## list_files\n\n## read_file\n"}
	asked := "Read package.json and tell me the version"
	looking := "\n\n(The user is looking at src/cart.ts, line 3.)"
	workspaceMap := "\n\n(The workspace in short, as a first orientation; paths, and names that they define:\n9 files; in folders:" +
		" app/(shop)/ 2\nread_me.go: Cart, newCart\n)"
	want := answer(t, system, llm.Message{Role: llm.User, Content: asked + looking})
	got := answer(t, system, llm.Message{Role: llm.User, Content: asked + looking + workspaceMap})
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
