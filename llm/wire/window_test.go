package wire

import (
	"net/http"
	"testing"

	"ptk-lsp/llm"
)

func TestWindowOfARefusal(t *testing.T) {
	const llamaFields = `{"error":{"code":400,"message":"the request exceeds the available context size, try increasing it",` +
		`"type":"exceed_context_size_error","n_prompt_tokens":8122,"n_ctx":4096}}`
	const llama = `{"error":{"message":"request (8122 tokens) exceeds the available context size (4096 tokens), try increasing it"}}`
	const openAI = `{"error":{"message":"This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens."}}`
	const vLLM = `{"message":"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4000 in the messages)."}`
	const anthropic = `{"error":{"message":"prompt is too long: 210001 tokens > 200000 maximum"}}`
	const gemini = `{"error":{"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."}}`
	const studio = `{"error":"The number of tokens to keep is too large; a context length of only 4096 tokens exceeds the context length"}`
	for body, want := range map[string][2]int{
		llamaFields: {4096, 8122}, llama: {4096, 8122}, openAI: {8192, 9001}, vLLM: {4096, 5000}, anthropic: {200000, 210001},
		gemini: {1048576, 1200000}, studio: {4096, 0},
		`{"error":{"message":"too many tokens"}}`:                                                     {},
		`{"error":{"message":"maximum context length is 3 tokens"}}`:                                  {},
		`{"error":{"message":"maximum context length is 99999999999999999999 tokens"}}`:               {},
		`{"error":{"code":400,"type":"exceed_context_size_error","n_prompt_tokens":-5,"n_ctx":4096}}`: {},
		`{"error":{"code":400,"type":"invalid_request_error","message":"x","n_ctx":4096}}`:            {},
	} {
		err := Options{Name: "box"}.Refusal(http.StatusBadRequest, nil, []byte(body))
		if err.Window != want[0] || err.Prompt != want[1] || want[0] > 0 && err.Kind != llm.KindOverflow {
			t.Errorf("%s: got %d and %d, %s", body, err.Window, err.Prompt, err.Kind)
		}
	}
}
