package llmtest

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm"
)

func testRequest(t *testing.T, provider maker) {
	server := New(t, Say("ok"))
	temperature := 0.2
	gif := llm.Image{MIME: "image/gif", Data: []byte("GIF89a")}
	sent := llm.Request{
		Model: "test-model", Temperature: &temperature, MaxTokens: 100,
		Tools: []llm.Tool{{Name: "read_file", Description: "Reads <a file>.", Parameters: json.RawMessage(`{"type":"object"}`)}},
		Messages: []llm.Message{
			{Role: llm.System, Content: "S"},
			{Role: llm.User, Content: "U", Images: []llm.Image{{MIME: "image/png", Data: []byte("\x89PNG\r\n\x1a\n")}, gif}},
			{Role: llm.Assistant, Content: "A", ToolCalls: []llm.ToolCall{
				{ID: "c1", Name: "read_file", Arguments: `{"path":"a"}`}, {Index: 1, ID: "c2", Name: "read_file", Arguments: `{}`},
			}},
			{Role: llm.ToolRole, ToolCallID: "c1", Content: `{"result":"one"}`},
			{Role: llm.ToolRole, ToolCallID: "c2", Content: `{"result":"two"}`},
			{Role: llm.Assistant, Content: "<PTK_CALL>"},
			{Role: llm.ToolRole, Content: "PTK_RESULT: {}", Images: []llm.Image{gif}},
		},
	}
	if _, err := Ask(t.Context(), provider(t, server.URL, patience), sent); err != nil {
		t.Fatal(err)
	}
	got := server.Requests()[0]
	want := sent
	want.Messages = append([]llm.Message{}, sent.Messages...)
	want.Messages[6].Role = llm.User // a result in text is sent as the user's
	if diff := cmp.Diff(want, got.Request); diff != "" {
		t.Errorf("what arrived (-sent +arrived):\n%s", diff)
	}
	key := ""
	for _, a := range apis() {
		key += got.Header.Get(a.keyField)
	}
	if !strings.HasSuffix(key, "[key]") {
		t.Errorf("the key did not arrive: %q", key)
	}
}

func testModels(t *testing.T, provider maker) {
	server := New(t)
	server.SetModels("one", "two")
	got, err := provider(t, server.URL, patience).Models(t.Context())
	var ids []string
	for _, m := range got {
		ids = append(ids, m.ID)
	}
	if diff := cmp.Diff([]string{"one", "two"}, ids); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func testMany(t *testing.T, provider maker) {
	server := New(t, Always(React(func(r Request) Reply { return Say(Pieces("answer to "+r.Last().Content, 3)...) })))
	p := provider(t, server.URL, patience)
	var wg sync.WaitGroup
	for _, name := range strings.Split("abcdefgh", "") {
		wg.Go(func() {
			got, err := Ask(t.Context(), p, llm.Request{Model: "test-model", Messages: []llm.Message{{Role: llm.User, Content: name}}})
			if got.Text != "answer to "+name || err != nil {
				t.Errorf("%q, %v", got.Text, err)
			}
		})
	}
	wg.Wait()
}
