package openai_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm"
	"ptk-lsp/llm/openai"
)

// serverOf returns a provider whose server answers each path with a fixed text, others with 404.
func serverOf(t *testing.T, answers map[string]string) *openai.Provider {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, ok := answers[r.Method+" "+r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write([]byte(text))
	}))
	t.Cleanup(server.Close)
	return provider(t, server.URL)
}

func TestWindowsOfLocalServers(t *testing.T) {
	tests := map[string]struct {
		answers map[string]string
		want    []llm.Model
	}{
		"llama.cpp": {map[string]string{
			"GET /v1/models": `{"data":[{"id":"m","meta":{"n_ctx_train":131072}}]}`,
			"GET /props":     `{"default_generation_settings":{"n_ctx":8192},"modalities":{"vision":true}}`,
		}, []llm.Model{{ID: "m", ContextWindow: 8192, Images: true}}},
		"vLLM": {map[string]string{
			"GET /v1/models": `{"data":[{"id":"m","owned_by":"vllm","max_model_len":32768}]}`,
		}, []llm.Model{{ID: "m", ContextWindow: 32768}}},
		"OpenRouter": {map[string]string{
			"GET /v1/models": `{"data":[{"id":"anthropic/claude-sonnet-4.5","context_length":1000000,` +
				`"architecture":{"input_modalities":["text","image"]},"supported_parameters":["tools"],"pricing":{` +
				`"prompt":"0.000003","completion":"0.000015","input_cache_read":"0.0000003","input_cache_write":"0.00000375"}},` +
				`{"id":"openrouter/auto","context_length":2000000,"pricing":{"prompt":"-1","completion":"-1"}}]}`,
		}, []llm.Model{
			{
				ID: "anthropic/claude-sonnet-4.5", ContextWindow: 1000000, NativeTools: true, Images: true,
				Price: llm.Price{Input: 3, Output: 15, Cached: 0.3, Written: 3.75},
			},
			{ID: "openrouter/auto", ContextWindow: 2000000},
		}},
		"LM Studio": {map[string]string{
			"GET /v1/models": `{"data":[{"id":"a"},{"id":"b"}]}`,
			"GET /api/v0/models": `{"data":[{"id":"a","max_context_length":131072,"loaded_context_length":4096},` +
				`{"id":"b","type":"vlm","max_context_length":32768}]}`,
		}, []llm.Model{{ID: "a", ContextWindow: 4096}, {ID: "b", ContextWindow: 32768, Images: true}}},
		"Ollama, one model loaded": {map[string]string{
			"GET /v1/models": `{"data":[{"id":"qwen3:8b"}]}`,
			"GET /api/ps":    `{"models":[{"name":"qwen3:8b","context_length":16384}]}`,
		}, []llm.Model{{ID: "qwen3:8b", ContextWindow: 16384}}},
		"Ollama, by the model's parameters": {map[string]string{
			"GET /v1/models": `{"data":[{"id":"qwen3:8b"}]}`,
			"GET /api/ps":    `{"models":[]}`,
			"POST /api/show": `{"parameters":"stop \"x\"\nnum_ctx                        32768","model_info":{"qwen3.context_length":40960}}`,
		}, []llm.Model{{ID: "qwen3:8b", ContextWindow: 32768}}},
		"Ollama, by its default": {map[string]string{
			"GET /v1/models": `{"data":[{"id":"qwen3:8b"}]}`,
			"GET /api/ps":    `{"models":[]}`,
			"POST /api/show": `{"model_info":{"qwen3.context_length":40960}}`,
		}, []llm.Model{{ID: "qwen3:8b", ContextWindow: 4096}}},
		"another": {map[string]string{"GET /v1/models": `{"data":[{"id":"m"}]}`}, []llm.Model{{ID: "m"}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := serverOf(t, tt.answers).Models(t.Context())
			if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}
