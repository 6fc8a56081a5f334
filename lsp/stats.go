package lsp

import (
	"context"

	"ptk-lsp/lsp/wire"
)

// stats handles ptk/stats.
func (h handlers) stats(ctx context.Context, p *wire.StatsParams) (wire.StatsResult, error) {
	past, err := h.sessions.past(ctx)
	if err != nil {
		return wire.StatsResult{}, err
	}
	tools, usage, err := past.Stats(ctx, p.ConversationID)
	out := wire.StatsResult{Tools: []wire.ToolStats{}, Usage: wire.FromUsage(usage)}
	for _, t := range tools {
		out.Tools = append(out.Tools, wire.ToolStats{
			Name: t.Name, Calls: t.Calls, Failures: t.Failures, Cached: t.Cached,
			P50Ms: t.P50.Milliseconds(), P95Ms: t.P95.Milliseconds(),
		})
	}
	return out, err
}
