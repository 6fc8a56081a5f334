package openai_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/llm/llmtest"
	"ptk-lsp/llm/openai"
)

func TestFailures(t *testing.T) {
	overflow := `{"error":{"message":"This model's maximum context length is 8192 tokens.","type":"invalid_request_error",` +
		`"code":"context_length_exceeded"}}`
	tests := []struct {
		name  string
		reply llmtest.Reply
		want  llm.Error // Message and Suggestion are parts of those expected
		text  string    // before the failure
	}{
		{
			"429 for lack of credit", llmtest.Fail(429, `{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}`),
			llm.Error{Kind: llm.KindQuota, Status: 429, Message: "quota", Suggestion: "add credit"},
			"",
		},
		{
			"wrong key, which the server repeats", llmtest.Fail(401, `{"error":{"message":"Incorrect API key provided: `+key+`."}}`),
			llm.Error{Kind: llm.KindAuth, Status: 401, Message: "provided: [key].", Suggestion: "OPENAI_API_KEY was refused"},
			"",
		},
		{
			"no such model", llmtest.Fail(404, `{"error":{"message":"The model does not exist","code":"model_not_found"}}`),
			llm.Error{Kind: llm.KindModel, Status: 404, Message: "does not exist", Suggestion: "test-model"},
			"",
		},
		{
			"no such model, with status 400", llmtest.Fail(400, `{"error":{"message":"x","code":"model_not_found"}}`),
			llm.Error{Kind: llm.KindModel, Status: 400, Message: "x", Suggestion: "test-model"},
			"",
		},
		{
			"overflow", llmtest.Fail(400, overflow),
			llm.Error{Kind: llm.KindOverflow, Status: 400, Message: "8192", Suggestion: "Compact"},
			"",
		},
		{
			"overflow of llama.cpp", llmtest.Fail(400, `{"error":{"code":400,"message":"the request exceeds the available context size",`+
				`"type":"exceed_context_size_error"}}`),
			llm.Error{Kind: llm.KindOverflow, Status: 400, Message: "exceeds", Suggestion: "Compact"},
			"",
		},
		{
			"functions refused by llama.cpp", llmtest.Fail(500, `{"error":{"code":500,"message":"tools param requires --jinja flag",`+
				`"type":"server_error"}}`),
			llm.Error{Kind: llm.KindRequest, Status: 500, Message: "--jinja", Suggestion: `toolCalling = "ptk"`},
			"",
		},
		{
			"501", llmtest.Fail(501, `{"error":{"code":501,"message":"This server does not support it","type":"not_supported_error"}}`),
			llm.Error{Kind: llm.KindRequest, Status: 501, Message: "does not support"},
			"",
		},
		{
			"503 without a body", llmtest.Fail(503, ""),
			llm.Error{Kind: llm.KindServer, Status: 503, Message: "Service Unavailable"},
			"",
		},
		{
			"an HTML page", llmtest.Fail(200, "<html><title>Login</title></html>", "Content-Type", "text/html; charset=utf-8"),
			llm.Error{Kind: llm.KindRequest, Status: 200, Message: "HTML page: Login"},
			"",
		},
		{
			"vLLM's bare object", llmtest.Fail(400, `{"object":"error","message":"bad tool schema","code":400}`),
			llm.Error{Kind: llm.KindRequest, Status: 400, Message: "bad tool schema"},
			"",
		},
		{
			"error in the stream", llmtest.Stream(llmtest.Text("Hel"), llmtest.Raw(
				`data: {"error":{"code":502,"message":"Provider disconnected"},"choices":[{"delta":{},"finish_reason":"error"}]}`+"\n\n")),
			llm.Error{Kind: llm.KindServer, Status: 502, Message: "Provider disconnected"},
			"Hel",
		},
		{
			"overflow in the stream", llmtest.Stream(llmtest.Raw("event: error\ndata: " + overflow + "\n\n")),
			llm.Error{Kind: llm.KindOverflow, Status: 400, Message: "8192"},
			"",
		},
		{
			"garbage in the stream", llmtest.Stream(llmtest.Text("Hel"), llmtest.Raw("data: {\"choices\":[\n\n")),
			llm.Error{Kind: llm.KindBroken, Message: `can't be read: {"choices":[`},
			"Hel",
		},
		{
			"connection cut before the answer", llmtest.Stream(llmtest.Cut()),
			llm.Error{Kind: llm.KindNetwork, Message: "closed the connection without an answer", Suggestion: "OPENAI_BASE_URL"},
			"",
		},
		{
			"ended without [DONE] and finish reason", llmtest.Stream(llmtest.Text("Hel"), llmtest.End()),
			llm.Error{Kind: llm.KindBroken, Message: "ended in the middle"},
			"Hel",
		},
		{
			"ended within a line", llmtest.Stream(llmtest.Text("Hel"), llmtest.Raw(`data: {"choices":[{"delta":{"content":"lo"}}]}`), llmtest.End()),
			llm.Error{Kind: llm.KindBroken, Message: "ended in the middle"},
			"Hello",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := provider(t, llmtest.New(t, tt.reply).URL, func(o *openai.Options) {
				if tt.want.Kind == llm.KindIdle {
					o.Idle = 50 * time.Millisecond
				}
			})
			got, err := llmtest.Ask(t.Context(), p, llmtest.Hello())
			var failed *llm.Error
			if !errors.As(err, &failed) {
				t.Fatalf("error %v, answer %+v", err, got)
			}
			if failed.Kind != tt.want.Kind || failed.Status != tt.want.Status || failed.RetryAfter != tt.want.RetryAfter ||
				failed.Provider != "openai" || !strings.Contains(failed.Message, tt.want.Message) ||
				!strings.Contains(failed.Suggestion, tt.want.Suggestion) {
				t.Errorf("got %+v\nwant %+v", failed, tt.want)
			}
			if got.Text != tt.text {
				t.Errorf("text before the error: %q, want %q", got.Text, tt.text)
			}
			if all := failed.Error() + failed.Suggestion; strings.Contains(all, key) {
				t.Errorf("the key is shown: %s", all)
			}
		})
	}
}

// A word in place of a key, which a server without keys ignores, is no secret: masking it would mangle messages.
func TestPlaceholdersAreNotMasked(t *testing.T) {
	server := llmtest.New(t, llmtest.Fail(400, `{"error":{"message":"the request exceeds the context"}}`))
	p := provider(t, server.URL, func(o *openai.Options) { o.Key = "x" })
	_, err := llmtest.Ask(t.Context(), p, llmtest.Hello())
	if err == nil || !strings.Contains(err.Error(), "exceeds the context") {
		t.Errorf("error %v", err)
	}
}

func TestHeadersAreSentButNotShown(t *testing.T) {
	const secret = "Basic c2VjcmV0OnNlY3JldA=="
	server := llmtest.New(t, llmtest.Fail(400, `{"error":"what is `+secret+`?"}`))
	p := provider(t, server.URL, func(o *openai.Options) { o.Header = http.Header{"X-Proxy-Auth": {secret}} })
	_, err := llmtest.Ask(t.Context(), p, llmtest.Hello())
	if err == nil || strings.Contains(err.Error(), "c2Vj") {
		t.Errorf("error %v", err)
	}
	if got := server.Requests()[0].Header.Get("X-Proxy-Auth"); got != secret {
		t.Errorf("sent %q", got)
	}
}

func TestWithoutKey(t *testing.T) {
	noKey := func(o *openai.Options) { o.Key = "" }
	server := llmtest.New(t, llmtest.Say("ok"), llmtest.Fail(401, `{"error":"who are you?"}`))
	p := provider(t, server.URL, noKey)
	if got, err := llmtest.Ask(t.Context(), p, llmtest.Hello()); err != nil || got.Text != "ok" {
		t.Errorf("a server that needs no key: %+v, %v", got, err)
	}
	if auth := server.Requests()[0].Header.Get("Authorization"); auth != "" {
		t.Errorf("Authorization is %q", auth)
	}
	_, err := llmtest.Ask(t.Context(), p, llmtest.Hello())
	var failed *llm.Error
	if !errors.As(err, &failed) || failed.Message != "who are you?" || !strings.Contains(failed.Suggestion, "Set OPENAI_API_KEY") {
		t.Errorf("a server that needs one: %+v", failed)
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	reached := false
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer other.Close()
	first := httptest.NewServer(http.RedirectHandler(other.URL+"/v1/chat/completions?secret=1", http.StatusTemporaryRedirect))
	defer first.Close()
	_, err := llmtest.Ask(t.Context(), provider(t, first.URL), llmtest.Hello())
	var failed *llm.Error
	if !errors.As(err, &failed) || failed.Kind != llm.KindRequest || failed.Temporary() || !strings.Contains(failed.Message, other.URL) ||
		strings.Contains(failed.Message, "secret") {
		t.Errorf("%+v", failed)
	}
	if reached {
		t.Error("the request went on to another host")
	}
}
