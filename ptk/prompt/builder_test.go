package prompt_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/ptk/prompt"
)

var update = flag.Bool("update", false, "update the golden files")

// newBuilder returns a builder for a model with a window; limits that are 0 have their defaults.
func newBuilder(route chat.Route, limits chat.Limits) *prompt.Builder {
	return &prompt.Builder{Budget: prompt.Budget{Route: route, Limits: limits.Or(chat.DefaultLimits()), Counter: prompt.NewCounter()}}
}

// twoTurns is a conversation with an image, calls that succeed, fail and can't be read, and an image in a result.
func twoTurns() []chat.Message {
	image := []llm.Image{{MIME: "image/png", Data: []byte("PNG")}}
	long, err := json.Marshal(map[string]string{"path": "a.txt", "content": strings.Repeat("long text ", 40)})
	if err != nil {
		panic(err)
	}
	return []chat.Message{
		{N: 1, Turn: "a", Role: llm.User, Text: "What is on this image?", Images: image},
		{N: 2, Turn: "a", Role: llm.Assistant, Text: "I look.", Raw: "I look.", Calls: []chat.Call{
			{ID: "c1", Tool: "read_file", Args: json.RawMessage(`{"path":"a.txt"}`), Reasoning: "to know"},
			{ID: "c2", Tool: "write_file", Args: long},
		}},
		{N: 3, Turn: "a", Role: llm.ToolRole, Results: []chat.CallResult{
			{CallID: "c1", Tool: "read_file", OK: true, Body: json.RawMessage(`{"content":"hello"}`), Images: image},
			{CallID: "c2", Tool: "write_file", Failure: "The disk is full."},
		}},
		{N: 4, Turn: "a", Role: llm.Assistant, Text: "A bee.", Raw: "A bee."},
		{N: 5, Turn: "b", Role: llm.User, Text: "And now?"},
		{N: 6, Turn: "b", Role: llm.Assistant, Text: "", Raw: "<PTK_CALL>broken", Calls: []chat.Call{{ID: "c3"}}},
		{N: 7, Turn: "b", Role: llm.ToolRole, Results: []chat.CallResult{{CallID: "c3", Failure: "This call can't be read."}}},
	}
}

// TestRequest compares the requests for one conversation with a golden file.
func TestRequest(t *testing.T) {
	text, native := chat.Route{Model: "m", Images: true}, chat.Route{Model: "m", Images: true, Native: true}
	blind := chat.Route{Model: "m"}
	short := prompt.Mark{Short: 5}
	summarized := prompt.Mark{From: 5, Summary: prompt.Summary{Task: "Look at an image."}}
	requests := map[string]struct {
		route chat.Route
		mark  prompt.Mark
		from  int // index of the first message
	}{
		"text": {route: text}, "text short": {route: text, mark: short}, "text summarized": {text, summarized, 4},
		"text summarized in a turn": {text, summarized, 5}, "text without images": {route: blind},
		"native": {route: native}, "native short": {route: native, mark: short}, "native summarized": {native, summarized, 4},
	}
	var got txtar.Archive
	for _, name := range slices.Sorted(maps.Keys(requests)) {
		r := requests[name]
		b := newBuilder(r.route, chat.Limits{})
		b.Tools = []llm.Tool{{Name: "read_file"}}
		b.SetSystem(&prompt.SystemCache{}, notation.PromptInput{Rules: "Be brief."})
		req := b.Request(prompt.Conversation{Turn: "b", Messages: twoTurns()[r.from:], Mark: r.mark})
		if req.Model != "m" || len(req.Tools) != 1 || req.Messages[0].Role != llm.System {
			t.Errorf("%s: %+v", name, req)
		}
		got.Files = append(got.Files, txtar.File{Name: name, Data: dump(req.Messages[1:])})
	}
	const path = "testdata/requests.txtar"
	if *update {
		if err := os.WriteFile(path, txtar.Format(&got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(txtar.Format(&got))); d != "" {
		t.Errorf("(-want +got; -update rewrites the file):\n%s", d)
	}
}

func dump(msgs []llm.Message) []byte {
	var b strings.Builder
	for _, m := range msgs {
		fmt.Fprintf(&b, "[%s", m.Role)
		if m.ToolCallID != "" {
			fmt.Fprintf(&b, " of %s, error %t", m.ToolCallID, m.IsError)
		}
		fmt.Fprintf(&b, ", %d images]\n%s\n", len(m.Images), m.Content)
		for _, c := range m.ToolCalls {
			fmt.Fprintf(&b, "call %d %s %s %s\n", c.Index, c.ID, c.Name, c.Arguments)
		}
	}
	return []byte(b.String())
}

func TestRequestLeavesOutTooManyImages(t *testing.T) {
	half := llm.Image{MIME: "image/png", Data: make([]byte, prompt.MaxImageBytes/2)}
	c := prompt.Conversation{Messages: []chat.Message{{N: 1, Role: llm.User, Text: "See", Images: []llm.Image{half, half, half}}}}
	m := newBuilder(chat.Route{Images: true}, chat.Limits{}).Request(c).Messages[1]
	if len(m.Images) != 2 || !strings.HasSuffix(m.Content, "too large to be shown.)") {
		t.Errorf("%d images: %s", len(m.Images), m.Content)
	}
}

// TestRequestKeepsMessages checks that a summary doesn't change the messages of the conversation.
func TestRequestKeepsMessages(t *testing.T) {
	c := prompt.Conversation{Messages: twoTurns(), Mark: prompt.Mark{Summary: prompt.Summary{Task: "Port it."}}}
	newBuilder(chat.Route{}, chat.Limits{}).Request(c)
	if d := cmp.Diff(twoTurns(), c.Messages); d != "" {
		t.Error(d)
	}
}

func TestSetSystem(t *testing.T) {
	in := notation.PromptInput{Rules: "Be brief.", Tools: []notation.Tool{
		{Name: "read_file", Description: "Reads a file.", Parameters: json.RawMessage(`{"type":"object"}`)},
	}}
	system := func(r chat.Route) string {
		b := newBuilder(r, chat.Limits{})
		b.SetSystem(&prompt.SystemCache{}, in)
		return b.Request(prompt.Conversation{}).Messages[0].Content
	}
	text, small, native := system(chat.Route{}), system(chat.Route{Window: 1000}), system(chat.Route{Native: true})
	if !strings.Contains(text, "read_file") || strings.Contains(native, "read_file") {
		t.Errorf("the tools belong in the system prompt only if they are called in text:\n%s\n%s", text, native)
	}
	if len(small) >= len(text) || !strings.Contains(small, "read_file") {
		t.Errorf("the prompt for a small window has %d bytes, the full one %d", len(small), len(text))
	}
}
