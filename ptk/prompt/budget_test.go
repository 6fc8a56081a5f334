package prompt_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/prompt"
)

func TestRoom(t *testing.T) {
	type sizes struct{ Room, Goal, Max int }
	for name, c := range map[string]struct {
		window, history, refused int
		compactAt                float64
		want                     sizes
	}{
		"unknown window":                 {want: sizes{}},
		"a share of the window":          {window: 10_000, want: sizes{8000, 4800, 8750}},
		"the answer is reserved":         {window: 10_000, compactAt: 1, want: sizes{8750, 5250, 8750}},
		"a limit of the user":            {window: 10_000, history: 2000, want: sizes{2000, 1200, 8750}},
		"a limit with an unknown window": {history: 2000, want: sizes{2000, 1200, 0}},
		"a refused request":              {refused: 1000, want: sizes{700, 420, 700}},
		"refused within the window":      {window: 10_000, refused: 5000, want: sizes{3500, 2100, 3500}},
		"refused above the window":       {window: 10_000, refused: 50_000, want: sizes{8000, 4800, 8750}},
	} {
		b := newBuilder(chat.Route{Name: "m", Window: c.window}, chat.Limits{HistoryTokens: c.history, CompactAt: c.compactAt})
		if c.refused > 0 {
			b.Counter.Refused("m", prompt.Refusal{Estimated: c.refused})
		}
		if d := cmp.Diff(c.want, sizes{b.Room(), b.Goal(), b.Max()}); d != "" {
			t.Errorf("%s:\n%s", name, d)
		}
	}
}

func TestShares(t *testing.T) {
	limits := chat.Limits{ToolResultTokens: 10, AttachmentTokens: 20, RulesTokens: 30, MapTokens: 40}
	type shares struct{ Results, Attachments, Rules, Map, Summary int }
	for name, c := range map[string]struct {
		window int
		limits chat.Limits
		want   shares
	}{
		"unknown window":      {0, chat.Limits{}, shares{8000, 20_000, 10_000, 1000, 4000}},
		"small window":        {3200, chat.Limits{}, shares{800, 800, 400, 100, 400}},
		"large window":        {1_000_000, chat.Limits{}, shares{8000, 20_000, 10_000, 1000, 4000}},
		"limits of the user":  {3200, limits, shares{10, 20, 30, 40, 400}},
		"no map of the files": {3200, chat.Limits{MapTokens: -1}, shares{800, 800, 400, -1, 400}},
	} {
		b := newBuilder(chat.Route{Window: c.window}, c.limits)
		got := shares{b.ResultTokens(), b.AttachmentTokens(), b.RuleTokens(), b.MapTokens(), b.SummaryTokens()}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s:\n%s", name, d)
		}
	}
}

func TestEstimateTokens(t *testing.T) {
	for name, c := range map[string]struct {
		request llm.Request
		want    int
	}{
		"nothing":         {llm.Request{}, 0},
		"an empty one":    {llm.Request{Messages: []llm.Message{{Role: llm.User}}}, 4},
		"an image":        {llm.Request{Messages: []llm.Message{{Role: llm.User, Images: make([]llm.Image, 2)}}}, 4 + 2*1600},
		"text and a call": {llm.Request{Messages: []llm.Message{{Content: "word", ToolCalls: []llm.ToolCall{{Arguments: "word"}}}}}, 4 + 2},
	} {
		if got := prompt.EstimateTokens(c.request); got != c.want {
			t.Errorf("%s: got %d, want %d", name, got, c.want)
		}
	}
}

func TestCounterRefusedKeepsTheSmallest(t *testing.T) {
	b := newBuilder(chat.Route{Name: "m"}, chat.Limits{})
	for _, tokens := range []int{1000, 500, 2000} {
		b.Counter.Refused("m", prompt.Refusal{Estimated: tokens})
	}
	b.Counter.Refused("other", prompt.Refusal{Estimated: 10})
	if got := b.Max(); got != 350 {
		t.Errorf("got %d", got)
	}
}
