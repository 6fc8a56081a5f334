package openai_test

import (
	"encoding/json"
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
	o := openai.Options{
		Name: "openai", BaseURL: baseURL, Key: key, KeyVariable: "OPENAI_API_KEY", URLVariable: "OPENAI_BASE_URL", Idle: 5 * time.Second,
	}
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
	fragment := llmtest.Fragment
	calls := func(c ...llm.ToolCall) llmtest.Answer {
		return llmtest.Answer{Calls: c, Usage: usage, Finish: llm.FinishTools}
	}
	tests := []struct {
		name  string
		reply llmtest.Reply
		want  llmtest.Answer
	}{
		{
			"text in pieces", llmtest.Say("Hel", "lo, ", "\"you\"\n", "xin chào ", "\\", "🙂"),
			llmtest.Answer{Text: "Hello, \"you\"\nxin chào \\🙂", Usage: usage, Finish: llm.FinishStop},
		},
		{
			"reasoning by its other name",
			llmtest.Stream(llmtest.Raw("data: {\"choices\":[{\"delta\":{\"reasoning\":\"hm\"}}]}\n\n"), llmtest.Text("42")),
			llmtest.Answer{Reasoning: "hm", Text: "42", Usage: usage, Finish: llm.FinishStop},
		},
		{
			"reasoning left in the text", llmtest.Say(llmtest.Pieces(" <think>\nhm < 7 </thin\n</think>\n\nThe <think> tag.", 3)...),
			llmtest.Answer{Reasoning: "\nhm < 7 </thin\n", Text: "The <think> tag.", Usage: usage, Finish: llm.FinishStop},
		},
		{
			"text that only looks like reasoning", llmtest.Say("  <thi", "s>"),
			llmtest.Answer{Text: "  <this>", Usage: usage, Finish: llm.FinishStop},
		},
		{
			"the beginning of a reasoning tag at the end", llmtest.Say("<think"),
			llmtest.Answer{Text: "<think", Usage: usage, Finish: llm.FinishStop},
		},
		{
			"content in parts", llmtest.Stream(llmtest.Raw(`data: {"choices":[{"delta":{"content":[` +
				`{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"42"}]}}]}` + "\n\n")),
			llmtest.Answer{Reasoning: "hm", Text: "42", Usage: usage, Finish: llm.FinishStop},
		},
		{
			"parallel calls, their fragments mixed", llmtest.Stream(
				fragment(llm.ToolCall{Index: 0, ID: "c1", Name: "a"}),
				fragment(llm.ToolCall{Index: 1, ID: "c2", Name: "b", Arguments: `{"x`}),
				fragment(llm.ToolCall{Index: 0, Arguments: `{}`}), fragment(llm.ToolCall{Index: 1, Arguments: `":1}`})),
			calls(llm.ToolCall{ID: "c1", Name: "a", Arguments: `{}`}, llm.ToolCall{Index: 1, ID: "c2", Name: "b", Arguments: `{"x":1}`}),
		},
		{
			"a call without arguments before others", llmtest.Stream(
				fragment(llm.ToolCall{Index: 0, ID: "c1", Name: "a"}), fragment(llm.ToolCall{Index: 1, ID: "c2", Name: "b", Arguments: `{}`}),
				fragment(llm.ToolCall{Index: 2, ID: "c3", Name: "c", Arguments: `{}`})),
			calls(
				llm.ToolCall{ID: "c1", Name: "a"}, llm.ToolCall{Index: 1, ID: "c2", Name: "b", Arguments: `{}`},
				llm.ToolCall{Index: 2, ID: "c3", Name: "c", Arguments: `{}`}),
		},
		{
			"calls that all have index 0", llmtest.Stream(
				fragment(llm.ToolCall{ID: "c1", Name: "a", Arguments: `{}`}), fragment(llm.ToolCall{ID: "c2", Name: "b", Arguments: `{}`})),
			calls(llm.ToolCall{ID: "c1", Name: "a", Arguments: `{}`}, llm.ToolCall{Index: 1, ID: "c2", Name: "b", Arguments: `{}`}),
		},
		{
			"a call without index whose arguments are an object", llmtest.Stream(
				llmtest.Raw(`data: {"choices":[{"delta":{"tool_calls":[{"id":"c1","function":{"name":"a","arguments":{"x":1}}}]},`+
					`"finish_reason":"stop"}]}`+"\n\n"), llmtest.End()),
			llmtest.Answer{Calls: []llm.ToolCall{{ID: "c1", Name: "a", Arguments: `{"x":1}`}}, Finish: llm.FinishTools},
		},
		{
			"no [DONE], but a finish reason", llmtest.Stream(
				llmtest.Text("x"), llmtest.Raw(`data: {"choices":[{"delta":{},"finish_reason":"stop"}]}`+"\n\n"), llmtest.End()),
			llmtest.Answer{Text: "x", Finish: llm.FinishStop},
		},
		{
			"[DONE] without line feeds", llmtest.Stream(llmtest.Text("x"), llmtest.Raw(`data: [DONE]`), llmtest.End()),
			llmtest.Answer{Text: "x", Finish: llm.FinishStop},
		},
		{
			"200 KB on one line", llmtest.Say(strings.Repeat("0123456789", 20_000)),
			llmtest.Answer{Text: strings.Repeat("0123456789", 20_000), Usage: usage, Finish: llm.FinishStop},
		},
		{
			"no stream though requested", llmtest.Fail(200, `{"choices":[{"message":{"content":"x"},"finish_reason":"stop"}],`+
				`"usage":{"prompt_tokens":10,"completion_tokens":5}}`),
			llmtest.Answer{Text: "x", Usage: usage, Finish: llm.FinishStop},
		},
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

func TestConnectionIsReused(t *testing.T) {
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
		Model: "m", Temperature: &temperature, MaxTokens: 100,
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
		`{"role":"tool","content":"R1","tool_call_id":"c1"},{"role":"assistant","content":"<PTK_CALL>"},{"role":"user","content":` +
		`"PTK_RESULT: {}"}],` +
		`"tools":[{"type":"function","function":{"name":"read_file","description":"Reads <a file>.","parameters":{"type":"object"}}}],` +
		`"temperature":0.2,"max_tokens":100,"stream":true,"stream_options":{"include_usage":true}}`
	got := server.Requests()[0]
	if diff := cmp.Diff(want, strings.TrimSpace(string(got.Body))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if auth := got.Header.Get("Authorization"); auth != "Bearer [key]" {
		t.Errorf("Authorization is %q", auth)
	}
}

func TestRefusedParametersAreOmitted(t *testing.T) {
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
		body := string(server.Requests()[n].Body)
		if strings.Contains(body, "temperature") || !strings.Contains(body, `"max_completion_tokens":9`) {
			t.Errorf("request %d: %s", n, body)
		}
	}
	if _, err := llmtest.Ask(t.Context(), p, r); err == nil {
		t.Error("a refusal of a parameter that was not sent leads to a retry")
	}
}

func TestModels(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte(`{"data":[{"id":"openai/gpt-4.1","context_length":1000,"supported_parameters":["tools"]},` +
			`{"id":"anthropic/claude-x","supported_parameters":[]},{"id":"gemma-3","meta":{"n_ctx":4096,"n_ctx_train":131072}},` +
			`{"id":"a","max_model_len":5}]}`))
	}))
	defer server.Close()
	got, err := provider(t, server.URL).Models(t.Context())
	want := []llm.Model{
		{ID: "a", ContextWindow: 5},
		{ID: "anthropic/claude-x"},
		{ID: "gemma-3", ContextWindow: 4096},
		{ID: "openai/gpt-4.1", ContextWindow: 1000, NativeTools: true},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
