package prompt

import (
	"bytes"
	"slices"
	"sync"

	"ptk-lsp/ptk/notation"
)

// maxCached is the number of system prompts in a cache: those of the modes and of models with small windows.
const maxCached = 8

// SystemCache caches system prompts: most of one describes the tools, which seldom change. The zero value is an empty cache.
// It is safe for concurrent use.
type SystemCache struct {
	mu      sync.Mutex
	entries []cachedSystem // the newest last; guarded by mu
}

type cachedSystem struct {
	formatter notation.Formatter
	input     notation.PromptInput
	text      string
	tokens    int
}

// Prompt returns the system prompt of an input, and its estimated tokens.
func (c *SystemCache) Prompt(f notation.Formatter, in notation.PromptInput) (text string, tokens int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.entries {
		if e.formatter == f && sameInput(e.input, in) {
			return e.text, e.tokens
		}
	}
	text = f.SystemPrompt(in)
	tokens = notation.EstimateTokens(text)
	if len(c.entries) == maxCached {
		c.entries = slices.Delete(c.entries, 0, 1)
	}
	c.entries = append(c.entries, cachedSystem{f, in, text, tokens})
	return text, tokens
}

func sameInput(a, b notation.PromptInput) bool {
	return a.Rules == b.Rules && a.Root == b.Root && a.Extra == b.Extra && sameTools(a.Tools, b.Tools) && sameTools(a.Brief, b.Brief)
}

func sameTools(a, b []notation.Tool) bool {
	return slices.EqualFunc(a, b, func(a, b notation.Tool) bool {
		return a.Name == b.Name && a.Description == b.Description && bytes.Equal(a.Parameters, b.Parameters) &&
			slices.Equal(a.Aliases, b.Aliases)
	})
}
