package models

import (
	"regexp"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
)

// row is what is known about a model without asking its service.
type row struct {
	model  string // also with a date, "-latest" or "-preview…" after it
	window int    // tokens of input; less than the maximum if the service charges more above it
	price  chat.Price
}

// table holds the best-known models of services, by the name of the provider, with the standard prices that the services listed
// in November 2026; see docs/providers.md.
var table = map[string][]row{
	"openai": {
		{"gpt-6-astra", 272_000, dollars(10, 50, 1)},
		{"gpt-5.6-sol", 272_000, dollars(4, 20, 0.4)},
		{"gpt-5.6-terra", 272_000, dollars(2, 12, 0.2)},
		{"gpt-5.6-luna", 272_000, dollars(0.2, 1.2, 0.02)},
		{"gpt-5.5", 272_000, dollars(5, 30, 0.5)},
		{"gpt-5.4", 272_000, dollars(2.5, 15, 0.25)},
		{"gpt-5.4-mini", 272_000, dollars(0.75, 4.5, 0.075)},
		{"gpt-5.2", 272_000, dollars(1.75, 14, 0.175)},
		{"gpt-5.1", 272_000, dollars(1.25, 10, 0.125)},
		{"gpt-5", 272_000, dollars(1.25, 10, 0.125)},
		{"gpt-5-mini", 272_000, dollars(0.25, 2, 0.025)},
		{"gpt-5-nano", 272_000, dollars(0.05, 0.4, 0.005)},
		{"gpt-4.1", 1_000_000, dollars(2, 8, 0.5)},
		{"gpt-4.1-mini", 1_000_000, dollars(0.4, 1.6, 0.1)},
		{"gpt-4.1-nano", 1_000_000, dollars(0.1, 0.4, 0.025)},
		{"gpt-4o", 128_000, dollars(2.5, 10, 1.25)},
		{"gpt-4o-mini", 128_000, dollars(0.15, 0.6, 0.075)},
		{"o3", 200_000, dollars(2, 8, 0.5)},
		{"o4-mini", 200_000, dollars(1.1, 4.4, 0.275)},
	},
	"anthropic": {
		{"claude-opus-5-5", 200_000, dollars(4, 20, 0.2)},
		{"claude-opus-5", 200_000, dollars(5, 25, 0.5)},
		{"claude-opus-4-8", 200_000, dollars(5, 25, 0.5)},
		{"claude-opus-4-7", 200_000, dollars(5, 25, 0.5)},
		{"claude-opus-4-6", 200_000, dollars(5, 25, 0.5)},
		{"claude-opus-4-5", 200_000, dollars(5, 25, 0.5)},
		{"claude-opus-4-1", 200_000, dollars(15, 75, 1.5)},
		{"claude-sonnet-5-5", 200_000, dollars(2, 10, 0.1)},
		{"claude-sonnet-5", 200_000, dollars(2, 10, 0.2)},
		{"claude-sonnet-4-6", 200_000, dollars(3, 15, 0.3)},
		{"claude-sonnet-4-5", 200_000, dollars(3, 15, 0.3)},
		{"claude-sonnet-4", 200_000, dollars(3, 15, 0.3)},
		{"claude-haiku-5-5", 200_000, tiered(dollars(0.1, 0.5, 0.01), 100_000, dollars(0.5, 2.5, 0.05))},
		{"claude-haiku-4-5", 200_000, dollars(1, 5, 0.1)},
	},
	"ai-studio": {
		{"gemini-3.5-flash", 1_048_576, dollars(1.5, 9, 0.15)},
		{"gemini-3.1-pro", 1_048_576, tiered(dollars(2, 12, 0.2), 200_000, dollars(4, 18, 0.4))},
		{"gemini-3.1-flash-lite", 1_048_576, dollars(0.25, 1.5, 0.025)},
		{"gemini-3-flash", 1_048_576, dollars(0.5, 3, 0.05)},
		{"gemini-2.5-pro", 1_048_576, tiered(dollars(1.25, 10, 0.125), 200_000, dollars(2.5, 15, 0.25))},
		{"gemini-2.5-flash", 1_048_576, dollars(0.3, 2.5, 0.03)},
		{"gemini-2.5-flash-lite", 1_048_576, dollars(0.1, 0.4, 0.01)},
	},
	"groq": {
		{"openai/gpt-oss-120b", 131_072, dollars(0.15, 0.6, 0.075)},
		{"openai/gpt-oss-20b", 131_072, dollars(0.075, 0.3, 0.0375)},
		{"meta-llama/llama-4-scout-17b-16e-instruct", 131_072, dollars(0.11, 0.34, 0.11)},
		{"llama-3.3-70b-versatile", 131_072, dollars(0.59, 0.79, 0.59)},
		{"llama-3.1-8b-instant", 131_072, dollars(0.05, 0.08, 0.05)},
		{"qwen/qwen3-32b", 131_072, dollars(0.29, 0.59, 0.29)},
	},
}

func dollars(input, output, cached float64) chat.Price {
	return chat.Price{Input: input, Output: output, Cached: cached, Estimated: true}
}

func tiered(p chat.Price, above int, long chat.Price) chat.Price {
	p.LongAbove, p.Long = above, &long
	return p
}

// version matches suffixes that don't make a model another one.
var version = regexp.MustCompile(`^(-\d{8}|-\d{4}-\d{2}-\d{2}|-latest|-preview.*)?$`)

// tabled returns the row of a model, the zero row if there is none or the address is not the service's own: another server may
// offer anything under these names.
func (s *source) tabled(model string) row {
	if s.custom() {
		return row{}
	}
	for _, r := range table[s.Name] {
		if rest, ok := strings.CutPrefix(model, r.model); ok && version.MatchString(rest) {
			return r
		}
	}
	return row{}
}

// price returns the price that the settings set for a model, or for all others of the provider ("*"), else that of the server,
// else that of the table.
func (s *source) price(model string, reported llm.Price) chat.Price {
	p, ok := s.settings.Prices[model]
	if !ok {
		p, ok = s.settings.Prices["*"]
	}
	switch {
	case ok:
		return withCacheWrite(s.Kind.CacheWrite, chat.Price{Input: p.Input, Output: p.Output, Cached: orInput(p.Cached, p.Input)})
	case reported != llm.Price{}:
		return withCacheWrite(
			s.Kind.CacheWrite,
			chat.Price{Input: reported.Input, Output: reported.Output, Cached: orInput(reported.Cached, reported.Input), Written: reported.Written},
		)
	}
	return withCacheWrite(s.Kind.CacheWrite, s.tabled(model).price)
}

// withCacheWrite adds the price of writing to the cache, which is factor times that of the input; a factor of 0 adds none.
func withCacheWrite(factor float64, p chat.Price) chat.Price {
	if factor > 0 && p.Written == 0 {
		p.Written = p.Input * factor
		if p.Long != nil {
			long := withCacheWrite(factor, *p.Long)
			p.Long = &long
		}
	}
	return p
}

// orInput returns the price of cached input, which is that of any input unless set.
func orInput(cached, input float64) float64 {
	if cached > 0 {
		return cached
	}
	return input
}
