package ptk_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/ptk"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/transcript"
)

func TestStats(t *testing.T) {
	read := func(path string) llmtest.Reply { return llmtest.Say(call("read_file", `{"path":"`+path+`"}`)) }
	b := newBench(t, pkg, read("b.txt"), read("none"), llmtest.Say("done"), llmtest.Say(call("list_files", `{}`)), llmtest.Say("done"))
	first, _ := b.chat(t, t.Context(), chat.Request{Message: "a"})
	b.chat(t, t.Context(), chat.Request{Message: "b"})
	all, usage, err := b.Stats(t.Context(), "")
	must(err)
	want := []transcript.ToolStats{{Name: "read_file", Calls: 2, Failures: 1}, {Name: "list_files", Calls: 1}}
	if d := cmp.Diff(want, all, cmpopts.IgnoreFields(transcript.ToolStats{}, "P50", "P95")); d != "" {
		t.Error(d)
	}
	if all[0].P50 <= 0 || all[0].P95 < all[0].P50 {
		t.Errorf("%+v", all[0])
	}
	if usage.InputTokens != 50 || usage.OutputTokens != 25 || usage.ContextWindow != 32000 {
		t.Errorf("%+v", usage)
	}
	one, usage, err := b.Stats(t.Context(), first.ConversationID)
	must(err)
	if len(one) != 1 || usage.InputTokens != 30 {
		t.Errorf("%+v %+v", one, usage)
	}
	if _, _, err := b.Stats(t.Context(), "nope"); !errors.Is(err, ptk.ErrUnknownConversation) {
		t.Error(err)
	}
}
