package ptk_test

import (
	"slices"
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/ptk/chat"
)

// The user is told which attachments are left out.
func TestLeftOutAttachmentsAreReported(t *testing.T) {
	b := newBench(t, []string{"pot.bin", "a\x00b\x01", "long.txt", strings.Repeat("tea and more tea\n", 30_000)}, llmtest.Say("ok"))
	_, events := b.chat(t, t.Context(), chat.Request{Message: "see @pot.bin and @long.txt"})
	for _, want := range []string{
		"pot.bin was not attached: it is binary or very large", "long.txt is too large for the message: its first",
	} {
		if !slices.ContainsFunc(events, func(e chat.Event) bool {
			w, ok := e.(chat.Warning)
			return ok && w.Code == "attachment" && strings.HasPrefix(w.Message, want)
		}) {
			t.Errorf("no warning has %q: %+v", want, events)
		}
	}
}
