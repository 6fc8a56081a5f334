package gemini_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm"
	"ptk-lsp/llm/gemini"
	"ptk-lsp/llm/llmtest"
)

func provider(t *testing.T, url string) *gemini.Provider {
	t.Helper()
	p, err := gemini.New(gemini.Options{Name: "ai-studio", BaseURL: url, Key: llmtest.Key, KeyVariable: "GEMINI_API_KEY"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// A signed thought comes with a call and must be sent back with it; a call of another model gets the placeholder for none.
func TestSignaturesGoBack(t *testing.T) {
	server := llmtest.New(t,
		llmtest.Stream(llmtest.Raw(`data: {"candidates":[{"content":{"parts":[{"functionCall":{"name":"t","args":{"x":1}},`+
			`"thoughtSignature":"signed"}]},"finishReason":"STOP"}]}`+"\n\n"), llmtest.End()),
		llmtest.Say("ok"))
	p := provider(t, server.URL)
	first, err := llmtest.Ask(t.Context(), p, llmtest.Hello())
	if err != nil || len(first.Calls) != 1 || first.Calls[0].ID == "" || first.Finish != llm.FinishTools {
		t.Fatalf("%+v, %v", first, err)
	}
	id := first.Calls[0].ID
	_, err = llmtest.Ask(t.Context(), p, llm.Request{Model: "gemini-3-pro", Messages: []llm.Message{
		{Role: llm.User, Content: "Hello"},
		{Role: llm.Assistant, ToolCalls: []llm.ToolCall{{ID: "other", Name: "t"}}},
		{Role: llm.ToolRole, ToolCallID: "other", Content: "no object", IsError: true},
		{Role: llm.Assistant, ToolCalls: first.Calls},
		{Role: llm.ToolRole, ToolCallID: id, Content: "no object"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"contents":[{"role":"user","parts":[{"text":"Hello"}]},` +
		`{"role":"model","parts":[{"thoughtSignature":"skip_thought_signature_validator","functionCall":{"id":"other","name":"t","args":{}}}]},` +
		`{"role":"user","parts":[{"functionResponse":{"id":"other","name":"t","response":{"error":"no object"}}}]},` +
		`{"role":"model","parts":[{"thoughtSignature":"signed","functionCall":{"id":"` + id + `","name":"t","args":{"x":1}}}]},` +
		`{"role":"user","parts":[{"functionResponse":{"id":"` + id + `","name":"t","response":{"result":"no object"}}}]}],` +
		`"generationConfig":{}}`
	got := server.Requests()[1]
	if diff := cmp.Diff(want, strings.TrimSpace(string(got.Body))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got.Path != "/v1beta/models/gemini-3-pro:streamGenerateContent" {
		t.Error(got.Path)
	}
}

func TestOwnFailures(t *testing.T) {
	event := func(s string) llmtest.Reply { return llmtest.Stream(llmtest.Raw("data: "+s+"\n\n"), llmtest.End()) }
	tests := map[string]struct {
		reply llmtest.Reply
		kind  llm.Kind
		part  string
	}{
		"wrong key": {
			llmtest.Fail(400, `[{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT",`+
				`"details":[{"reason":"API_KEY_INVALID"}]}}]`),
			llm.KindAuth, "The key in GEMINI_API_KEY was refused",
		},
		"wait in the body": {
			llmtest.Fail(429, `{"error":{"code":429,"message":"quota","status":"RESOURCE_EXHAUSTED",`+
				`"details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"13s"}]}}`),
			llm.KindRate, "quota",
		},
		"overflow": {
			llmtest.Fail(400, `{"error":{"code":400,"message":"The input token count (2000000) exceeds the maximum"}}`),
			llm.KindOverflow, "exceeds",
		},
		"malformed call": {event(`{"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL"}]}`), llm.KindBroken, "could not read"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := llmtest.Ask(t.Context(), provider(t, llmtest.New(t, tt.reply).URL), llmtest.Hello())
			failed, ok := err.(*llm.Error)
			if !ok || failed.Kind != tt.kind || !strings.Contains(failed.Message+failed.Suggestion, tt.part) {
				t.Fatalf("%+v", failed)
			}
			if tt.kind == llm.KindRate && failed.RetryAfter.Seconds() != 13 {
				t.Errorf("RetryAfter is %v", failed.RetryAfter)
			}
		})
	}
	t.Run("blocked prompt", func(t *testing.T) {
		server := llmtest.New(t, event(`{"promptFeedback":{"blockReason":"SAFETY"}}`))
		got, err := llmtest.Ask(t.Context(), provider(t, server.URL), llmtest.Hello())
		if err != nil || got.Finish != llm.FinishFilter {
			t.Errorf("%+v, %v", got, err)
		}
	})
}
