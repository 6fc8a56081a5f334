package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"ptk-lsp/ptk/notation"

	"github.com/google/go-cmp/cmp"
)

// parseWith runs the subcommand and gives what it printed, a value a line.
func parseWith(t *testing.T, stdin string, args ...string) []map[string]any {
	t.Helper()
	var stdout, stderr bytes.Buffer
	tools := []notation.Tool{{Name: "read_file", Parameters: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}`)}}
	if code := runParse(args, strings.NewReader(stdin), &stdout, &stderr, tools); code != exitOK {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	var all []map[string]any
	for line := range strings.Lines(stdout.String()) {
		var one map[string]any
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		all = append(all, one)
	}
	return all
}

func TestParseShowsCallsRepairsAndErrorsWithPlaces(t *testing.T) {
	const message = "I look.\n<PTK_CALL>{'tool': 'read_file', args: {\"path\": \"a<b>\"}}</PTK_CALL>\n<PTK_CALL>{\"tool\": \"x</PTK_CALL>"
	want := []map[string]any{{
		"type": "tool_call", "content": "I look.\n\n",
		"toolCalls": []any{map[string]any{
			"tool": "read_file", "args": map[string]any{"path": "a<b>"}, "dialect": "ptk",
			"repaired": []any{"single quotes", "unquoted name"},
		}},
		"errors": []any{map[string]any{
			"code": "PARSE_ERROR", "line": 3.0, "column": 20.0, "offset": 94.0,
			"message": "the string that starts here never ends: it was cut off, or a quote is missing. Write the whole call again",
		}},
	}}
	for _, args := range [][]string{nil, {"--chunk", "1"}, {"--chunk", "7"}} {
		if diff := cmp.Diff(want, parseWith(t, message, args...)); diff != "" {
			t.Errorf("%v: %s", args, diff)
		}
	}
}

func TestParseReadsAMessageALine(t *testing.T) {
	long := strings.Repeat("long prose ", 1<<17)
	lines := []string{
		`{"id": "a", "text": "read_file(path=\"x\")"}`,
		`{"id": 2, "text": "go_to(place=\"x\")", "tools": [{"type": "function", "function": {"name": "go_to", "parameters": {}}}]}`,
		`not JSON`,
		`{"id": "none"}`,
		`{"id": "cut", "text": "<PTK_CALL>{tool: read_file, args: {path: a}}", "finish": "length"}`,
		`{"id": "names", "text": "say(a=1)", "tools": ["say"]}`,
		`{"id": "long", "text": "` + long + `"}`,
	}
	got := parseWith(t, strings.Join(lines, "\n"), "--jsonl")
	var short []string
	for _, r := range got {
		id, _ := json.Marshal(r["id"])
		short = append(short, string(id)+" "+r["type"].(string)+" "+itoa(len(r["toolCalls"].([]any)))+" "+itoa(len(r["errors"].([]any))))
	}
	want := []string{`"a" tool_call 1 0`, `2 tool_call 1 0`, `null text 0 1`, `"none" text 0 1`, `"cut" text 0 1`, `"names" tool_call 1 0`, `"long" text 0 0`}
	if diff := cmp.Diff(want, short); diff != "" {
		t.Error(diff)
	}
	if got[6]["content"] != long {
		t.Error("the long message did not come back whole")
	}
}

func itoa(n int) string {
	b, _ := json.Marshal(n)
	return string(b)
}

func TestParseTellsOfAWrongCommandLine(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := runParse([]string{"--tools", "no-such-file"}, strings.NewReader(""), &stdout, &stderr, nil); code != exitFail {
		t.Errorf("want exit %d, got %d", exitFail, code)
	}
	if !strings.Contains(stderr.String(), "no-such-file") {
		t.Errorf("the error does not name the file: %q", stderr.String())
	}
	if code := runParse([]string{"--no-such-flag"}, strings.NewReader(""), &stdout, &stderr, nil); code != exitUsage {
		t.Errorf("want exit %d, got %d", exitUsage, code)
	}
}
