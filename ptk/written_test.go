package ptk

import (
	"encoding/json"
	"fmt"
	"testing"

	"ptk-lsp/ptk/notation"
)

// A prompt that is remembered is the one that would be written.
func TestWrittenPromptsAreThoseOfTheirInput(t *testing.T) {
	tool := func(description, schema string) []notation.Tool {
		return []notation.Tool{{Name: "read_file", Description: description, Parameters: json.RawMessage(schema)}}
	}
	inputs := []notation.PromptInput{
		{},
		{Rules: "Be brief."},
		{Root: "/w"},
		{Extra: "Plan."},
		{Tools: tool("Reads.", `{"type":"object"}`)},
		{Tools: tool("Reads all.", `{"type":"object"}`)},
		{Tools: tool("Reads.", `{"type":"object","properties":{"path":{"type":"string"}}}`)},
	}
	for i := range 2 * mostWritten {
		inputs = append(inputs, notation.PromptInput{Rules: fmt.Sprint(i)})
	}
	var w written
	for range 2 {
		for i, in := range inputs {
			for _, f := range []notation.Formatter{{}, {Profile: notation.Small}} {
				want := f.SystemPrompt(in)
				for range 2 {
					if got, tokens := w.prompt(f, in); got != want || tokens != notation.EstimateTokens(want) {
						t.Errorf("input %d, profile %v: %q", i, f.Profile, got)
					}
				}
			}
		}
	}
	if len(w.last) > mostWritten {
		t.Errorf("%d are remembered", len(w.last))
	}
}
