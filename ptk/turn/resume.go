package turn

import (
	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/prompt"
)

// resume prepares a turn that continues one that has reached a limit. The results of the last calls are the message that the model
// answers next, so that nothing is asked again. Only if its last answer was cut off, it is told so.
func (in *input) resume() {
	if n := len(in.c.Messages); n > 0 && in.c.Messages[n-1].Role == llm.Assistant {
		in.append(chat.Message{Role: llm.User, Text: prompt.CutOffNote})
	}
}
