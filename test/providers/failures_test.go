package providers

import (
	"testing"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/llm/llmtest"
	"ptk-lsp/lsp/wire"
	"ptk-lsp/ptk/chat"
)

// TestFailuresOfProviders sends what the providers' servers answer when a request fails, and checks what an editor is told.
func TestFailuresOfProviders(t *testing.T) {
	for _, c := range []struct {
		name, provider string
		reply          llmtest.Reply
		kind           llm.Kind
		code           chat.ErrorCode
		retried        bool
	}{
		{
			"OpenAI, no credit", "openai", llmtest.Fail(429, `{"error":{"message":"You exceeded your current quota, please check your plan `+
				`and billing details.","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}`),
			llm.KindQuota, chat.LLMCallFailed, false,
		},
		{
			"OpenAI, too many tokens a minute", "openai", llmtest.Fail(429, `{"error":{"message":"Rate limit reached for gpt-5-mini in `+
				`organization org-1 on tokens per min (TPM): Limit 200000, Used 199000.","type":"tokens","code":"rate_limit_exceeded"}}`),
			llm.KindRate, chat.LLMCallFailed, true,
		},
		{
			"OpenAI, wrong key", "openai", llmtest.Fail(401, `{"error":{"message":"Incorrect API key provided: sk-x.",`+
				`"type":"invalid_request_error","param":null,"code":"invalid_api_key"}}`),
			llm.KindAuth, chat.LLMCallFailed, false,
		},
		{
			"OpenAI, unknown model", "openai", llmtest.Fail(404, `{"error":{"message":"The model gpt-9 does not exist or you do not have `+
				`access to it.","type":"invalid_request_error","param":null,"code":"model_not_found"}}`),
			llm.KindModel, chat.LLMCallFailed, false,
		},
		{
			"OpenAI, too long", "openai", llmtest.Fail(400, `{"error":{"message":"This model's maximum context length is 8192 tokens.",`+
				`"type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}`),
			llm.KindOverflow, chat.ContextOverflow, false,
		},
		{
			"OpenRouter, no credit", "openai", llmtest.Fail(402, `{"error":{"message":"Insufficient credits. Add more.","code":402}}`),
			llm.KindQuota, chat.LLMCallFailed, false,
		},
		{
			"Anthropic, no credit", "anthropic", llmtest.Fail(400, `{"type":"error","error":{"type":"invalid_request_error","message":`+
				`"Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing."}}`),
			llm.KindQuota, chat.LLMCallFailed, false,
		},
		{
			"Anthropic, too many requests", "anthropic", llmtest.Fail(429, `{"type":"error","error":{"type":"rate_limit_error","message":`+
				`"This request would exceed your organization's rate limit of 50,000 input tokens per minute."}}`),
			llm.KindRate, chat.LLMCallFailed, true,
		},
		{
			"Anthropic, overloaded", "anthropic", llmtest.Fail(529, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`),
			llm.KindServer, chat.LLMCallFailed, true,
		},
		{
			"Anthropic, too long", "anthropic", llmtest.Fail(400, `{"type":"error","error":{"type":"invalid_request_error","message":`+
				`"prompt is too long: 201000 tokens > 200000 maximum"}}`),
			llm.KindOverflow, chat.ContextOverflow, false,
		},
		{
			"Gemini, requests of a day", "gemini", llmtest.Fail(429, `{"error":{"code":429,"message":"You exceeded your current quota",`+
				`"status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[`+
				`{"quotaId":"GenerateRequestsPerDayPerProjectPerModel-FreeTier"}]}]}}`),
			llm.KindQuota, chat.LLMCallFailed, false,
		},
		{
			"Gemini, requests of a minute", "gemini", llmtest.Fail(429, `{"error":{"code":429,"message":"You exceeded your current quota",`+
				`"status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[`+
				`{"quotaId":"GenerateRequestsPerMinutePerProjectPerModel-FreeTier"}]},{"retryDelay":"0.001s"}]}}`),
			llm.KindRate, chat.LLMCallFailed, true,
		},
		{
			"Gemini, wrong key", "gemini", llmtest.Fail(400, `{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT",`+
				`"details":[{"reason":"API_KEY_INVALID"}]}}`),
			llm.KindAuth, chat.LLMCallFailed, false,
		},
		{
			"Ollama, unknown model", "ollama", llmtest.Fail(404, `{"error":"model 'qwen9' not found"}`),
			llm.KindModel, chat.LLMCallFailed, false,
		},
		{
			"Ollama, too little memory", "ollama", llmtest.Fail(500, `{"error":"model requires more system memory (9 GiB) than is available"}`),
			llm.KindRequest, chat.LLMCallFailed, false,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, llmtest.Always(c.reply))
			began := time.Now()
			r, events := b.ask(t, "", c.provider+"/text")
			sent := wire.FromResult(r)
			if sent.StopReason != wire.StopFailed || sent.Error == nil || sent.Error.Kind != wire.FailureKind(c.kind) ||
				sent.Error.Code != wire.ErrorCode(c.code) || sent.Error.Provider != c.provider || sent.Error.Suggestion == "" {
				t.Fatalf("after %v: %+v", time.Since(began), sent.Error)
			}
			checkRetries(t, events, c.retried)
		})
	}
}

// checkRetries checks that each retry says which it is, of how many.
func checkRetries(t *testing.T, events []chat.Event, want bool) {
	t.Helper()
	n := 0
	for _, e := range events {
		r, ok := wire.FromEvent(e).(wire.RetryEvent)
		if !ok {
			continue
		}
		n++
		if r.Attempt != n || r.Of != 4 || r.Reason == "" {
			t.Errorf("retry %d: %+v", n, r)
		}
	}
	if (n == 3) != want || !want && n > 0 {
		t.Errorf("%d retries", n)
	}
}
