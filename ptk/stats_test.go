package ptk_test

import (
	"errors"
	"strings"
	"testing"
	"time"

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

// What was spent counts once, also if a copy of the conversation has the turn too.
func TestSpent(t *testing.T) {
	b := newBench(t, pkg, llmtest.Say("done"), llmtest.Say("done"), llmtest.Say("done"))
	first, _ := b.chat(t, t.Context(), chat.Request{Message: "a"})
	b.chat(t, t.Context(), chat.Request{Message: "more", ConversationID: first.ConversationID})
	b.chat(t, t.Context(), chat.Request{Message: "b"})
	_, err := b.Fork(t.Context(), first.ConversationID, first.TurnID)
	must(err)
	rows, err := b.Spent(t.Context())
	must(err)
	turns, tokens := map[string]int{}, 0
	for _, r := range rows {
		turns[r.Title] += r.Turns
		tokens += r.InputTokens
		if r.Day != time.Now().Format(time.DateOnly) || r.Model == "" {
			t.Errorf("%+v", r)
		}
	}
	_, usage, err := b.Stats(t.Context(), "")
	must(err)
	if d := cmp.Diff(map[string]int{"a": 2, "b": 1}, turns); d != "" || tokens >= usage.InputTokens {
		t.Errorf("%d of %d tokens; turns (-want +got):\n%s", tokens, usage.InputTokens, d)
	}
}

func TestDisabledToolsAreNotOffered(t *testing.T) {
	b := newBench(t, pkg, llmtest.Say(call("write_file", `{"path":"x","content":"x"}`)), llmtest.Say("done"))
	b.SetDisabled([]string{"write_*", "bash"})
	b.chat(t, t.Context(), chat.Request{Message: "a"})
	asked := b.server.Requests()
	if system := asked[0].Messages[0].Content; strings.Contains(system, "write_file") || !strings.Contains(system, "read_file") {
		t.Error("the prompt has the wrong tools")
	}
	if told := asked[1].Last().Content; !strings.Contains(told, "write_file") || strings.Contains(told, `"success":true`) {
		t.Errorf("the call was made: %s", told)
	}
	for _, i := range b.Tools() {
		if want := i.Name == "write_file" || i.Name == "bash"; i.Disabled != want {
			t.Errorf("%s: disabled %v", i.Name, i.Disabled)
		}
	}
}
