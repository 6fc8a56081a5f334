package chat

import "time"

// Limits bound a turn; a zero field takes the default of [DefaultLimits]. A turn that reaches one of the first four pauses, and the
// user can let it continue.
type Limits struct {
	MaxIterations    int
	MaxToolCalls     int
	MaxCostUSD       float64       // 0 for no limit
	Turn             time.Duration // negative for no limit
	MaxRepairs       int           // unusable messages in a row that the model may correct
	ToolResultTokens int           // for the tool results of one message
	HistoryTokens    int           // for the conversation; 0 for as much as fits
	RulesTokens      int           // for each file of instructions
	AttachmentTokens int           // for the attachments of a message; the model can read the rest of a file with a tool
	MapTokens        int           // for the map of the workspace in the first message of a conversation; negative for no map
	// CompactAt is the share of the window, from 0 to 1, above which old messages are shortened.
	CompactAt float64
}

// DefaultLimits returns the limits that hold if nothing is set.
func DefaultLimits() Limits {
	return Limits{
		MaxIterations: 50, MaxToolCalls: 200, MaxRepairs: 3, Turn: time.Hour,
		ToolResultTokens: 8000, RulesTokens: 10_000, AttachmentTokens: 20_000, MapTokens: 1000, CompactAt: 0.8,
	}
}

// Or returns l with its zero fields taken from d.
func (l Limits) Or(d Limits) Limits {
	pick := func(v, d int) int {
		if v > 0 {
			return v
		}
		return d
	}
	l.MaxIterations = pick(l.MaxIterations, d.MaxIterations)
	l.MaxToolCalls = pick(l.MaxToolCalls, d.MaxToolCalls)
	l.MaxRepairs = pick(l.MaxRepairs, d.MaxRepairs)
	l.ToolResultTokens = pick(l.ToolResultTokens, d.ToolResultTokens)
	l.HistoryTokens = pick(l.HistoryTokens, d.HistoryTokens)
	l.RulesTokens = pick(l.RulesTokens, d.RulesTokens)
	l.AttachmentTokens = pick(l.AttachmentTokens, d.AttachmentTokens)
	if l.MapTokens == 0 {
		l.MapTokens = d.MapTokens
	}
	if l.CompactAt <= 0 || l.CompactAt > 1 {
		l.CompactAt = d.CompactAt
	}
	if l.Turn == 0 {
		l.Turn = d.Turn
	}
	if l.MaxCostUSD <= 0 {
		l.MaxCostUSD = d.MaxCostUSD
	}
	return l
}
