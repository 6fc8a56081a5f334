package openai_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"ptk-lsp/llm"
	"ptk-lsp/llm/llmtest"
	"ptk-lsp/llm/openai"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const key = "sk-secret-4711"

func provider(t testing.TB, baseURL string, change ...func(*openai.Options)) *openai.Provider {
	t.Helper()
	o := openai.Options{Name: "openai", BaseURL: baseURL, Key: key, KeyVariable: "OPENAI_API_KEY", URLVariable: "OPENAI_BASE_URL", Idle: 5 * time.Second}
	for _, c := range change {
		c(&o)
	}
	p, err := openai.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

func TestAnswers(t *testing.T) {
	usage := &llm.Usage{InputTokens: 10, OutputTokens: 5}
	tests := []struct {
		name  string
		reply llmtest.Reply
		want  llmtest.Answer
	}{
		{"text in pieces", llmtest.Say("Hel", "lo, ", "\"you\"\n", "xin chào ", "\\", "🙂"),
			llmtest.Answer{Text: "Hello, \"you\"\nxin chào \\🙂", Usage: usage, Finish: llm.FinishStop}},
		{"reasoning by its other name", llmtest.Stream(llmtest.Raw("data: {\"choices\":[{\"delta\":{\"reasoning\":\"hm\"}}]}\n\n"), llmtest.Text("42")),
			llmtest.Answer{Reasoning: "hm", Text: "42", Usage: usage, Finish: llm.FinishStop}},
		{"reasoning left in the text", llmtest.Say(llmtest.Pieces(" <think>\nhm < 7 </thin\n</think>\n\nThe <think> tag.", 3)...),
			llmtest.Answer{Reasoning: "\nhm < 7 </thin\n", Text: "The <think> tag.", Usage: usage, Finish: llm.FinishStop}},
		{"what only looks like reasoning", llmtest.Say("  <thi", "s>"),
			llmtest.Answer{Text: "  <this>", Usage: usage, Finish: llm.FinishStop}},
		{"what may be reasoning, and ends", llmtest.Say("<think"),
			llmtest.Answer{Text: "<think", Usage: usage, Finish: llm.FinishStop}},
		{"content in parts", llmtest.Stream(llmtest.Raw(`data: {"choices":[{"delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"42"}]}}]}` + "\n\n")),
			llmtest.Answer{Reasoning: "hm", Text: "42", Usage: usage, Finish: llm.FinishStop}},
		{"parallel calls, their fragments mixed", llmtest.Stream(
			llmtest.Fragment(llm.ToolCall{Index: 0, ID: "c1", Name: "a"}), llmtest.Fragment(llm.ToolCall{Index: 1, ID: "c2", Name: "b", Arguments: `{"x`}),
			llmtest.Fragment(llm.ToolCall{Index: 0, Arguments: `{}`}), llmtest.Fragment(llm.ToolCall{Index: 1, Arguments: `":1}`})),
			llmtest.Answer{Calls: []llm.ToolCall{{ID: "c1", Name: "a", Arguments: `{}`}, {Index: 1, ID: "c2", Name: "b", Arguments: `{"x":1}`}}, Usage: usage, Finish: llm.FinishTools}},
		{"calls that all have index 0", llmtest.Stream(
			llmtest.Fragment(llm.ToolCall{ID: "c1", Name: "a", Arguments: `{}`}), llmtest.Fragment(llm.ToolCall{ID: "c2", Name: "b", Arguments: `{}`})),
			llmtest.Answer{Calls: []llm.ToolCall{{ID: "c1", Name: "a", Arguments: `{}`}, {Index: 1, ID: "c2", Name: "b", Arguments: `{}`}}, Usage: usage, Finish: llm.FinishTools}},
		{"a call without index whose arguments are an object", llmtest.Stream(
			llmtest.Raw(`data: {"choices":[{"delta":{"tool_calls":[{"id":"c1","function":{"name":"a","arguments":{"x":1}}}]},"finish_reason":"stop"}]}`+"\n\n"), llmtest.End()),
			llmtest.Answer{Calls: []llm.ToolCall{{ID: "c1", Name: "a", Arguments: `{"x":1}`}}, Finish: llm.FinishTools}},
		{"no [DONE], but a finish reason", llmtest.Stream(llmtest.Text("x"), llmtest.Raw(`data: {"choices":[{"delta":{},"finish_reason":"stop"}]}`+"\n\n"), llmtest.End()),
			llmtest.Answer{Text: "x", Finish: llm.FinishStop}},
		{"[DONE] without line feeds", llmtest.Stream(llmtest.Text("x"), llmtest.Raw(`data: [DONE]`), llmtest.End()),
			llmtest.Answer{Text: "x", Finish: llm.FinishStop}},
		{"200 KB on one line", llmtest.Say(strings.Repeat("0123456789", 20_000)),
			llmtest.Answer{Text: strings.Repeat("0123456789", 20_000), Usage: usage, Finish: llm.FinishStop}},
		{"no stream though asked for", llmtest.Fail(200, `{"choices":[{"message":{"content":"x"},"finish_reason":"stop"}],"usage":{"prompt_tokens":10,"completion_tokens":5}}`),
			llmtest.Answer{Text: "x", Usage: usage, Finish: llm.FinishStop}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, every := range []int{0, 1, 7} {
				if every > 0 && len(tt.want.Text) > 1000 {
					continue
				}
				reply := tt.reply
				reply.Every = every
				got, err := llmtest.Ask(t.Context(), provider(t, llmtest.New(t, reply).URL), llmtest.Hello())
				if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
					t.Errorf("in writes of %d bytes: %v (-want +got):\n%s", every, err, diff)
				}
			}
		})
	}
}

func TestFailures(t *testing.T) {
	overflow := `{"error":{"message":"This model's maximum context length is 8192 tokens.","type":"invalid_request_error","code":"context_length_exceeded"}}`
	tests := []struct {
		name  string
		reply llmtest.Reply
		want  llm.Error // Message and Suggestion are parts of those expected
		text  string    // given before
	}{
		{"429 for want of credit", llmtest.Fail(429, `{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}`),
			llm.Error{Kind: llm.KindAuth, Status: 429, Message: "quota", Suggestion: "OPENAI_API_KEY"}, ""},
		{"wrong key, which the server repeats", llmtest.Fail(401, `{"error":{"message":"Incorrect API key provided: `+key+`."}}`),
			llm.Error{Kind: llm.KindAuth, Status: 401, Message: "provided: [key].", Suggestion: "OPENAI_API_KEY was refused"}, ""},
		{"no such model", llmtest.Fail(404, `{"error":{"message":"The model does not exist","code":"model_not_found"}}`),
			llm.Error{Kind: llm.KindModel, Status: 404, Message: "does not exist", Suggestion: "test-model"}, ""},
		{"no such model, told as 400", llmtest.Fail(400, `{"error":{"message":"x","code":"model_not_found"}}`),
			llm.Error{Kind: llm.KindModel, Status: 400, Message: "x", Suggestion: "test-model"}, ""},
		{"overflow", llmtest.Fail(400, overflow),
			llm.Error{Kind: llm.KindOverflow, Status: 400, Message: "8192", Suggestion: "Compact"}, ""},
		{"overflow as llama.cpp tells it", llmtest.Fail(400, `{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}}`),
			llm.Error{Kind: llm.KindOverflow, Status: 400, Message: "exceeds", Suggestion: "Compact"}, ""},
		{"503 with nothing", llmtest.Fail(503, ""),
			llm.Error{Kind: llm.KindServer, Status: 503, Message: "Service Unavailable"}, ""},
		{"a page in place of an answer", llmtest.Fail(200, "<html><title>Login</title></html>", "Content-Type", "text/html; charset=utf-8"),
			llm.Error{Kind: llm.KindRequest, Status: 200, Message: "HTML page: Login"}, ""},
		{"vLLM's bare object", llmtest.Fail(400, `{"object":"error","message":"bad tool schema","code":400}`),
			llm.Error{Kind: llm.KindRequest, Status: 400, Message: "bad tool schema"}, ""},
		{"error in the stream", llmtest.Stream(llmtest.Text("Hel"), llmtest.Raw(`data: {"error":{"code":502,"message":"Provider disconnected"},"choices":[{"delta":{},"finish_reason":"error"}]}`+"\n\n")),
			llm.Error{Kind: llm.KindServer, Status: 502, Message: "Provider disconnected"}, "Hel"},
		{"overflow told in the stream", llmtest.Stream(llmtest.Raw("event: error\ndata: " + overflow + "\n\n")),
			llm.Error{Kind: llm.KindOverflow, Status: 400, Message: "8192"}, ""},
		{"rubbish in the stream", llmtest.Stream(llmtest.Text("Hel"), llmtest.Raw("data: {\"choices\":[\n\n")),
			llm.Error{Kind: llm.KindBroken, Message: `not understood: {"choices":[`}, "Hel"},
		{"connection cut before the answer", llmtest.Stream(llmtest.Cut()),
			llm.Error{Kind: llm.KindNetwork, Message: "closed the connection without an answer", Suggestion: "OPENAI_BASE_URL"}, ""},
		{"ended without [DONE] and finish reason", llmtest.Stream(llmtest.Text("Hel"), llmtest.End()),
			llm.Error{Kind: llm.KindBroken, Message: "ended in the middle"}, "Hel"},
		{"ended within a line", llmtest.Stream(llmtest.Text("Hel"), llmtest.Raw(`data: {"choices":[{"delta":{"content":"lo"}}]}`), llmtest.End()),
			llm.Error{Kind: llm.KindBroken, Message: "ended in the middle"}, "Hello"},
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
			if failed.Kind != tt.want.Kind || failed.Status != tt.want.Status || failed.RetryAfter != tt.want.RetryAfter || failed.Provider != "openai" ||
				!strings.Contains(failed.Message, tt.want.Message) || !strings.Contains(failed.Suggestion, tt.want.Suggestion) {
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

func TestHeadersAreSentAndNotShown(t *testing.T) {
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

func TestKeyFollowsNoRedirect(t *testing.T) {
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

func TestConnectionIsUsedAgain(t *testing.T) {
	var from []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		from = append(from, r.RemoteAddr)
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = w.Write([]byte("data: {\"choices\":[{\"delta\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"))
	}))
	defer server.Close()
	p := provider(t, server.URL)
	for range 3 {
		if _, err := llmtest.Ask(t.Context(), p, llmtest.Hello()); err != nil {
			t.Fatal(err)
		}
	}
	if from[0] != from[1] || from[1] != from[2] {
		t.Errorf("three requests came from %v", from)
	}
}

func TestRequestOnTheWire(t *testing.T) {
	server := llmtest.New(t, llmtest.Say("ok"))
	temperature := 0.2
	r := llm.Request{
		Model: "m", Temperature: &temperature, MaxTokens: 100, Stop: []string{"X"},
		Tools: []llm.Tool{{Name: "read_file", Description: "Reads <a file>.", Parameters: json.RawMessage(`{"type":"object"}`)}},
		Messages: []llm.Message{
			{Role: llm.System, Content: "S"},
			{Role: llm.User, Content: "U1"},
			{Role: llm.User, Content: "U2"},
			{Role: llm.Assistant, ToolCalls: []llm.ToolCall{{ID: "c1", Name: "read_file", Arguments: ""}}},
			{Role: llm.ToolRole, ToolCallID: "c1", Content: "R1"},
			{Role: llm.Assistant, Content: "<PTK_CALL>"},
			{Role: llm.ToolRole, Content: "PTK_RESULT: {}"},
		},
	}
	if _, err := llmtest.Ask(t.Context(), provider(t, server.URL), r); err != nil {
		t.Fatal(err)
	}
	want := `{"model":"m","messages":[` +
		`{"role":"system","content":"S"},{"role":"user","content":"U1\n\nU2"},` +
		`{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"read_file","arguments":"{}"}}]},` +
		`{"role":"tool","content":"R1","tool_call_id":"c1"},{"role":"assistant","content":"<PTK_CALL>"},{"role":"user","content":"PTK_RESULT: {}"}],` +
		`"tools":[{"type":"function","function":{"name":"read_file","description":"Reads <a file>.","parameters":{"type":"object"}}}],` +
		`"temperature":0.2,"max_tokens":100,"stop":["X"],"stream":true,"stream_options":{"include_usage":true}}`
	got := server.Requests()[0]
	if diff := cmp.Diff(want, strings.TrimSpace(string(got.Body))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if auth := got.Header.Get("Authorization"); auth != "Bearer [key]" {
		t.Errorf("Authorization is %q", auth)
	}
}

func TestParametersThatAreRefusedAreLeftOut(t *testing.T) {
	refuse := func(message string) llmtest.Reply { return llmtest.Fail(400, `{"error":{"message":"`+message+`"}}`) }
	server := llmtest.New(t,
		refuse("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."),
		refuse("Unsupported value: 'temperature' does not support 0.2 with this model."),
		llmtest.Say("one"), llmtest.Say("two"), refuse("temperature again"))
	p := provider(t, server.URL)
	temperature := 0.2
	r := llm.Request{Model: "m", Temperature: &temperature, MaxTokens: 9}
	for _, want := range []string{"one", "two"} {
		if got, err := llmtest.Ask(t.Context(), p, r); err != nil || got.Text != want {
			t.Fatalf("%+v, %v", got, err)
		}
	}
	for _, n := range []int{2, 3} {
		if body := string(server.Requests()[n].Body); strings.Contains(body, "temperature") || !strings.Contains(body, `"max_completion_tokens":9`) {
			t.Errorf("request %d: %s", n, body)
		}
	}
	if _, err := llmtest.Ask(t.Context(), p, r); err == nil {
		t.Error("a parameter that is not sent is dropped again and again")
	}
}

func TestModels(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte(`{"data":[{"id":"openai/gpt-4.1","context_length":1000,"supported_parameters":["tools"]},` +
			`{"id":"anthropic/claude-x","supported_parameters":[]},{"id":"gemma-3","meta":{"n_ctx":4096,"n_ctx_train":131072}},{"id":"a","max_model_len":5}]}`))
	}))
	defer server.Close()
	got, err := provider(t, server.URL).Models(t.Context())
	want := []llm.Model{{ID: "a", ContextWindow: 5}, {ID: "anthropic/claude-x"}, {ID: "gemma-3", ContextWindow: 4096}, {ID: "openai/gpt-4.1", ContextWindow: 1000, NativeTools: true}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
