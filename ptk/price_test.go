package ptk

import (
	"testing"

	"ptk-lsp/llm"
)

func TestPrice(t *testing.T) {
	p := Price{Input: 3, Output: 15, Cached: 0.5}
	for _, tt := range []struct {
		used llm.Usage
		want float64
	}{
		{llm.Usage{}, 0},
		{llm.Usage{InputTokens: 1_000_000, OutputTokens: 100_000}, 4.5},
		{llm.Usage{InputTokens: 1_000_000, CachedTokens: 800_000}, 1},
		{llm.Usage{InputTokens: 100, CachedTokens: 1_000_000}, 0.00005},
	} {
		if got := p.of(tt.used); got-tt.want > 1e-12 || tt.want-got > 1e-12 {
			t.Errorf("%+v: %v, not %v", tt.used, got, tt.want)
		}
	}
}
