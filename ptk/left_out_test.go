package ptk_test

import (
	"slices"
	"testing"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/ptk/chat"
)

// The user is told which attachments are left out.
func TestLeftOutAttachmentsAreReported(t *testing.T) {
	b := newBench(t, []string{"pot.bin", "a\x00b\x01"}, llmtest.Say("ok"))
	_, events := b.chat(t, t.Context(), chat.Request{Message: "see @pot.bin"})
	want := chat.Warning{Code: "attachment", Message: "pot.bin was not attached: it is binary or very large"}
	if !slices.ContainsFunc(events, func(e chat.Event) bool { return e == want }) {
		t.Errorf("the events are %+v", events)
	}
}
