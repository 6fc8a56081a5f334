package anthropic_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm"
	"ptk-lsp/llm/anthropic"
	"ptk-lsp/llm/llmtest"
)

// send returns the request that the server gets for r.
func send(t *testing.T, r llm.Request) llmtest.Request {
	t.Helper()
	server := llmtest.New(t, llmtest.Say("ok"))
	p, err := anthropic.New(anthropic.Options{Name: "anthropic", BaseURL: server.URL + "/v1/", Key: llmtest.Key})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if _, err := llmtest.Ask(t.Context(), p, r); err != nil {
		t.Fatal(err)
	}
	return server.Requests()[0]
}

// The marks are at the ends of the prefixes that the next request will share.
func TestRequestWithCacheMarks(t *testing.T) {
	got := send(t, llm.Request{Model: "claude-sonnet-4-5", Messages: []llm.Message{
		{Role: llm.System, Content: "S"},
		{Role: llm.User, Content: "U1"},
		{Role: llm.Assistant, Content: " ", ToolCalls: []llm.ToolCall{{ID: "c1", Name: "t"}, {ID: "c2", Name: "t", Arguments: "{}"}}},
		{Role: llm.ToolRole, ToolCallID: "c1", Content: "R1"},
		{Role: llm.ToolRole, ToolCallID: "c2", Content: "R2", IsError: true},
		{Role: llm.User, Content: "U2"},
	}})
	mark := `"cache_control":{"type":"ephemeral"}`
	want := `{"model":"claude-sonnet-4-5","max_tokens":32000,"system":[{"type":"text","text":"S",` + mark + `}],"messages":[` +
		`{"role":"user","content":[{"type":"text","text":"U1",` + mark + `}]},` +
		`{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"t","input":{}},` +
		`{"type":"tool_use","id":"c2","name":"t","input":{}}]},` +
		`{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"R1"},` +
		`{"type":"tool_result","tool_use_id":"c2","content":"R2","is_error":true},` +
		`{"type":"text","text":"U2",` + mark + `}]}],"stream":true}`
	if diff := cmp.Diff(want, strings.TrimSpace(string(got.Body))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if version := got.Header.Get("Anthropic-Version"); version != "2023-06-01" {
		t.Errorf("version is %q", version)
	}
}

// Pictures of a result are part of it, since the API supports that.
func TestPicturesArePartOfTheirResult(t *testing.T) {
	got := send(t, llm.Request{Model: "claude-sonnet-4-5", Messages: []llm.Message{
		{Role: llm.User, Content: "U"},
		{Role: llm.Assistant, ToolCalls: []llm.ToolCall{{ID: "c1", Name: "t"}}},
		{Role: llm.ToolRole, ToolCallID: "c1", Content: "R", Images: []llm.Image{{MIME: "image/gif", Data: []byte("GIF89a")}}},
	}})
	want := `{"type":"tool_result","tool_use_id":"c1","content":[{"type":"image",` +
		`"source":{"type":"base64","media_type":"image/gif","data":"R0lGODlh"}},{"type":"text","text":"R"}],`
	if !strings.Contains(string(got.Body), want) {
		t.Errorf("%s\nhas no %s", got.Body, want)
	}
}

func TestOlderModelsGetALowerLimit(t *testing.T) {
	for model, want := range map[string]int{"claude-3-haiku-20240307": 4096, "claude-3-5-haiku-latest": 8192} {
		if got := send(t, llm.Request{Model: model, Messages: llmtest.Hello().Messages}); got.MaxTokens != want {
			t.Errorf("%s: %d, want %d", model, got.MaxTokens, want)
		}
	}
}

// The API refuses a request if its input and the longest answer asked for exceed the window together.
func TestAnswerFitsBesideALongInput(t *testing.T) {
	for bytes, want := range map[int]int{3000: 32_000, 3 * 180_000: 20_000, 3 * 199_000: 8192} {
		got := send(t, llm.Request{Model: "claude-sonnet-4-5", Messages: []llm.Message{{Role: llm.User, Content: strings.Repeat("x", bytes)}}})
		if got.MaxTokens != want {
			t.Errorf("with %d bytes: %d, want %d", bytes, got.MaxTokens, want)
		}
	}
}
