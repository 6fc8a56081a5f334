package ptk

import (
	"bytes"
	"slices"
	"sync"

	"ptk-lsp/ptk/notation"
)

// mostWritten is how many system prompts are remembered: those of the modes and of models with small windows.
const mostWritten = 8

// written remembers system prompts, for most of one is the description of the tools, which seldom changes.
type written struct {
	mu   sync.Mutex
	last []writtenPrompt // the newest last; guarded by mu
}

type writtenPrompt struct {
	f      notation.Formatter
	in     notation.PromptInput
	text   string
	tokens int
}

// prompt gives the system prompt of an input, and its tokens.
func (w *written) prompt(f notation.Formatter, in notation.PromptInput) (text string, tokens int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.last {
		if p.f == f && samePrompt(p.in, in) {
			return p.text, p.tokens
		}
	}
	text = f.SystemPrompt(in)
	tokens = notation.EstimateTokens(text)
	if len(w.last) == mostWritten {
		w.last = slices.Delete(w.last, 0, 1)
	}
	w.last = append(w.last, writtenPrompt{f, in, text, tokens})
	return text, tokens
}

func samePrompt(a, b notation.PromptInput) bool {
	return a.Rules == b.Rules && a.Root == b.Root && a.Extra == b.Extra && sameTools(a.Tools, b.Tools) && sameTools(a.Brief, b.Brief)
}

func sameTools(a, b []notation.Tool) bool {
	return slices.EqualFunc(a, b, func(a, b notation.Tool) bool {
		return a.Name == b.Name && a.Description == b.Description && bytes.Equal(a.Parameters, b.Parameters) && slices.Equal(a.Aliases, b.Aliases)
	})
}
