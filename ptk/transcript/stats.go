package transcript

import (
	"cmp"
	"context"
	"slices"
	"time"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/record"
)

// ToolStats holds the figures of one tool.
type ToolStats struct {
	Name                    string
	Calls, Failures, Cached int
	P50, P95                time.Duration // half of the calls, and 95 % of them, took no longer
}

// Stats returns the figures of a conversation, or of all conversations of the workspace if id is "": of each tool, the most
// called first, and the tokens used.
func (s *Store) Stats(ctx context.Context, id string) ([]ToolStats, chat.Usage, error) {
	var usage chat.Usage
	if id != "" {
		if _, err := s.history.Info(ctx, id); err != nil {
			return nil, usage, err
		}
	}
	byName, took := map[string]*ToolStats{}, map[string][]time.Duration{}
	paths := []string{record.PathTool, record.PathDuration, record.PathErr, record.PathCached}
	err := s.history.Figures(ctx, id, record.KindToolResult, paths, func(v []any) {
		name, _ := v[0].(string)
		if name == "" {
			return // a call that could not be read
		}
		if byName[name] == nil {
			byName[name] = &ToolStats{Name: name}
		}
		byName[name].Calls++
		byName[name].Failures += truth(v[2] != nil)
		byName[name].Cached += truth(v[3] != nil)
		took[name] = append(took[name], time.Duration(number(v[1])))
	})
	if err != nil {
		return nil, usage, err
	}
	err = s.history.Results(ctx, id, []string{
		record.PathInputTokens, record.PathOutputTokens, record.PathCachedTokens, record.PathEstimated, record.PathCostUSD,
		record.PathContextTokens, record.PathContextWindow, record.PathCostEstimated,
	}, func(v []any) {
		usage.InputTokens += int(number(v[0]))
		usage.OutputTokens += int(number(v[1]))
		usage.CachedTokens += int(number(v[2]))
		usage.Estimated = usage.Estimated || number(v[3]) != 0
		if cost, ok := v[4].(float64); ok {
			usage.CostUSD += cost
		}
		usage.CostEstimated = usage.CostEstimated || number(v[7]) != 0
		usage.ContextTokens, usage.ContextWindow = int(number(v[5])), int(number(v[6]))
	})
	return ranked(byName, took), usage, err
}

func ranked(byName map[string]*ToolStats, took map[string][]time.Duration) []ToolStats {
	var all []ToolStats
	for name, s := range byName {
		times := took[name]
		slices.Sort(times)
		s.P50, s.P95 = percentile(times, 50), percentile(times, 95)
		all = append(all, *s)
	}
	slices.SortFunc(all, func(a, b ToolStats) int {
		return cmp.Or(cmp.Compare(b.Calls, a.Calls), cmp.Compare(a.Name, b.Name))
	})
	return all
}

// percentile returns the smallest of the sorted times that p percent of them do not exceed.
func percentile(sorted []time.Duration, p int) time.Duration {
	return sorted[(len(sorted)*p+99)/100-1]
}

func number(v any) int64 {
	switch v := v.(type) {
	case int64:
		return v
	case float64:
		return int64(v)
	}
	return 0
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
