package turn

import (
	"context"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/prompt"
)

// resume prepares a turn that continues another. The last message of the conversation is what the model answers next: the results
// of calls, or the question, so that nothing is asked again. If the last answer was cut off, the model is told so; if the turn ended
// before its question was in the conversation, the question is added.
func (in *input) resume(ctx context.Context) {
	n := len(in.c.Messages)
	switch {
	case n == 0 || in.c.Messages[n-1].Turn != in.req.Continues.Turn:
		in.open(ctx, "")
	case in.c.Messages[n-1].Role == llm.Assistant:
		in.append(chat.Message{Role: llm.User, Text: prompt.CutOffNote})
	}
}
