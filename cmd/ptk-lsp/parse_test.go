package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"ptk-lsp/cmd/ptk-lsp/cli"
	"ptk-lsp/ptk/notation"

	"github.com/google/go-cmp/cmp"
)

// piped returns a process with the text on stdin, and what it prints.
func piped(stdin string) (p *cli.Process, stdout, stderr *bytes.Buffer) {
	stdout, stderr = &bytes.Buffer{}, &bytes.Buffer{}
	return &cli.Process{Stdin: io.NopCloser(strings.NewReader(stdin)), Stdout: unclosed{stdout}, Stderr: stderr}, stdout, stderr
}

type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

// parseWith runs the subcommand and returns the JSON values that it printed, one a line.
func parseWith(t *testing.T, stdin string, args ...string) []map[string]any {
	t.Helper()
	schema := json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}`)
	tools := []notation.Tool{{Name: "read_file", Parameters: schema}}
	p, stdout, stderr := piped(stdin)
	if code := runParse(p, args, tools); code != cli.ExitOK {
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
		calls, errs := len(r["toolCalls"].([]any)), len(r["errors"].([]any))
		short = append(short, fmt.Sprintf("%s %s %d %d", id, r["type"], calls, errs))
	}
	want := []string{
		`"a" tool_call 1 0`, `2 tool_call 1 0`, `null text 0 1`, `"none" text 0 1`, `"cut" text 0 1`, `"names" tool_call 1 0`,
		`"long" text 0 0`,
	}
	if diff := cmp.Diff(want, short); diff != "" {
		t.Error(diff)
	}
	if got[6]["content"] != long {
		t.Error("the long message did not come back whole")
	}
}

func TestParseReportsAWrongCommandLine(t *testing.T) {
	p, _, stderr := piped("")
	if code := runParse(p, []string{"--tools", "no-such-file"}, nil); code != cli.ExitFail {
		t.Errorf("want exit %d, got %d", cli.ExitFail, code)
	}
	if !strings.Contains(stderr.String(), "no-such-file") {
		t.Errorf("the error does not name the file: %q", stderr.String())
	}
	if code := runParse(p, []string{"--no-such-flag"}, nil); code != cli.ExitUsage {
		t.Errorf("want exit %d, got %d", cli.ExitUsage, code)
	}
}
