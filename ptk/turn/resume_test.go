package turn_test

import (
	"testing"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/turn"
)

// A turn that ended before its question was in the conversation is continued with the question.
func TestContinueWithoutAnyMessage(t *testing.T) {
	b := newBench(t, answers{{text("Earlier.")}, {text("Done.")}})
	b.run(t, t.Context(), "What was here?")
	c, err := b.cfg.Transcripts.Open(t.Context(), b.id)
	must(t, err)
	r := turn.Request{
		Request: chat.Request{ConversationID: b.id, Continue: true}, Tools: b.cfg.Tools.Specs(), Limits: b.limits,
		Continues: turn.Unfinished{Turn: "lost", Asked: "What is here?"},
	}
	result := turn.Run(t.Context(), b.cfg, r, c, b.models[0].route, &turn.Queue{}, func(chat.Event) {})
	sent := b.models[0].requests[1].Messages
	if last := sent[len(sent)-1]; result.Content != "Done." || last.Role != llm.User || last.Content != "What is here?" {
		t.Errorf("%+v after %+v", result, sent)
	}
}
