package ptk

import (
	"testing"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
)

func TestPrice(t *testing.T) {
	p := chat.Price{Input: 3, Output: 15, Cached: 0.5}
	writes := p
	writes.Written = 3.75
	for _, tt := range []struct {
		chat.Price
		used llm.Usage
		want float64
	}{
		{p, llm.Usage{}, 0},
		{p, llm.Usage{InputTokens: 1_000_000, OutputTokens: 100_000}, 4.5},
		{p, llm.Usage{InputTokens: 1_000_000, CachedTokens: 800_000}, 1},
		{p, llm.Usage{InputTokens: 100, CachedTokens: 1_000_000}, 0.00005},
		{p, llm.Usage{InputTokens: 1_000_000, WrittenTokens: 500_000}, 3},
		{writes, llm.Usage{InputTokens: 1_000_000, CachedTokens: 400_000, WrittenTokens: 500_000}, 0.3 + 0.2 + 1.875},
		{writes, llm.Usage{InputTokens: 1_000_000, CachedTokens: 1_000_000, WrittenTokens: 500_000}, 0.5},
		{chat.Price{Input: 1, Long: &writes, LongAbove: 10}, llm.Usage{InputTokens: 100, WrittenTokens: 100}, 0.000375},
	} {
		if got := tt.Of(tt.used); got-tt.want > 1e-12 || tt.want-got > 1e-12 {
			t.Errorf("%+v: %v, not %v", tt.used, got, tt.want)
		}
	}
}
