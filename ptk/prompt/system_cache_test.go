package prompt

import (
	"encoding/json"
	"fmt"
	"testing"

	"ptk-lsp/ptk/notation"
)

// TestSystemCache checks that cached prompts are the ones that the formatter writes.
func TestSystemCache(t *testing.T) {
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
	for i := range 2 * maxCached {
		inputs = append(inputs, notation.PromptInput{Rules: fmt.Sprint(i)})
	}
	var cache SystemCache
	for range 2 {
		for i, in := range inputs {
			for _, f := range []notation.Formatter{{}, {Profile: notation.Small}} {
				want := f.SystemPrompt(in)
				for range 2 {
					if got, tokens := cache.Prompt(f, in); got != want || tokens != notation.EstimateTokens(want) {
						t.Errorf("input %d, profile %v: %q", i, f.Profile, got)
					}
				}
			}
		}
	}
	if len(cache.entries) > maxCached {
		t.Errorf("%d are cached", len(cache.entries))
	}
}
