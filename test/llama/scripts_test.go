//go:build linux

package llama

import (
	"fmt"

	"ptk-lsp/test/llama/tiny"
)

// The answers of the model tiny. A message with a marker gets the answer; the results of a call get what follows.
func scripts() []tiny.Script {
	return []tiny.Script{
		{Markers: []string{"%%hello"}, Pieces: []string{"Hello!", " I am", " a tiny", " model."}},
		{Markers: []string{"%%read"}, Pieces: []string{
			"I will read it.\n\n", "<PTK_CALL>\n", `{"tool": "read_file",`, ` "args": {"path": "ma`, `in.txt"}}`, "\n</PTK_CALL>",
		}},
		{Markers: []string{"PTK_RESULT", "<tool_response>"}, Pieces: []string{"It holds", " one", " word."}},
		{Markers: []string{"%%native"}, Pieces: []string{
			"<tool_call>\n{", `"name": "read`, `_file", "argu`, `ments": {"path":`, ` "main.txt"}}`, "\n</tool_call>",
		}},
		{Markers: []string{"%%think"}, Pieces: []string{
			"<think>", "\nThey want", " me to think.", " I did.\n", "</think>", "\n\nThe answer is", " forty-two.",
		}},
		{Markers: []string{"%%invent"}, Pieces: []string{
			"Reading.\n", "<PTK_CALL>{\"tool\": \"read_file\", \"args\"", `: {"path": "main.txt"}}</PTK_CALL>` + "\nPTK_RESULT: {\"invented\":",
			" true}\n", "So it is", " invented.",
		}},
		{Markers: []string{"%%big"}, Pieces: []string{`<PTK_CALL>{"tool": "read_file"`, `, "args": {"path": "big.txt"}}`, "</PTK_CALL> "}},
		{Markers: []string{"%%long"}, Pieces: sentences(40)},
		{Markers: []string{"%%endless"}, Pieces: []string{"on", " and "}, Endless: true},
	}
}

func sentences(n int) (out []string) {
	for i := range n {
		out = append(out, fmt.Sprintf("This is sentence %d. ", i+1))
	}
	return out
}
