package main

import (
	"encoding/json"
	"fmt"
	"io"

	"ptk-lsp/ptk/notation"
)

// runParse reads a model's message from stdin and prints what the parser makes of it.
func runParse(_ []string, stdin io.Reader, stdout, stderr io.Writer, tools []notation.Tool) int {
	text, err := io.ReadAll(stdin)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return exitFail
	}
	o := notation.Parse(string(text), notation.Options{Tools: tools})
	type call struct {
		Tool string          `json:"tool"`
		Args json.RawMessage `json:"args"`
	}
	calls := []call{}
	for _, c := range o.Calls {
		calls = append(calls, call{c.Tool, c.Args})
	}
	kind := "text"
	if len(calls) > 0 {
		kind = "tool_call"
	}
	data, _ := json.Marshal(map[string]any{"type": kind, "content": o.Text, "toolCalls": calls, "errors": o.Errors})
	fmt.Fprintf(stdout, "%s\n", data)
	return exitOK
}
