package prompt

import (
	"cmp"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
)

// Fractions of a model's window: an eighth is 8.
const (
	answerFraction     = 8 // reserved for the answer
	resultFraction     = 4 // the results of one message
	attachmentFraction = 4 // the attachments of one message
	rulesFraction      = 8 // each file of instructions
	summaryFraction    = 8
	mapFraction        = 32 // the map of the workspace
)

const (
	// maxSummaryTokens bounds a summary in large windows.
	maxSummaryTokens = 4000
	// goal is the share of the room that a reduced request takes at most, so that it need not be reduced again soon.
	goal = 0.6
)

// Budget divides the window of a model between the parts of a prompt.
type Budget struct {
	Route   chat.Route
	Limits  chat.Limits
	Counter *Counter
}

// Tokens returns the size of a text as the provider counts.
func (b Budget) Tokens(text string) int {
	return b.Counter.Tokens(b.Route.Name, notation.EstimateTokens(text))
}

// Size returns the size of a request as its provider counts.
func (b Budget) Size(r llm.Request) int {
	return b.Counter.Tokens(b.Route.Name, EstimateTokens(r))
}

// Window returns the model's context window, 0 if unknown. What the provider has said when it refused a request is believed
// before what was known earlier: a server may have been started again with another window.
func (b Budget) Window() int { return cmp.Or(b.Counter.window(b.Route.Name), b.Route.Window) }

// Max returns how many tokens a request to the model can take; 0 if unknown. The user's settings don't matter.
func (b Budget) Max() int {
	size := 0
	if w := b.Window(); w > 0 {
		size = w - w/answerFraction
	}
	return b.atMostKnown(size)
}

// room returns how many tokens a request can take before it is reduced; 0 if nothing is known about the model.
func (b Budget) room(system string) int {
	size := 0
	if w := b.Window(); w > 0 {
		size = min(int(float64(w)*b.Limits.CompactAt), w-w/answerFraction)
	}
	if h := b.Limits.HistoryTokens; h > 0 {
		if all := h + b.Tokens(system); size == 0 || all < size {
			size = all
		}
	}
	return b.atMostKnown(size)
}

// atMostKnown lowers a size to what the model accepts, if it has refused a request; a size of 0 is unknown.
func (b Budget) atMostKnown(size int) int {
	if known, ok := b.Counter.limit(b.Route.Name); ok && (size == 0 || known < size) {
		return known
	}
	return size
}

// Estimated converts a number of tokens as the provider counts to an estimate, to which text is cut.
func (b Budget) Estimated(tokens int) int { return b.Counter.Estimate(b.Route.Name, tokens) }

// ResultTokens returns how many tokens the results of one message can take.
func (b Budget) ResultTokens() int { return b.share(resultFraction, b.Limits.ToolResultTokens) }

// AttachmentTokens returns how many tokens the attachments of one message can take.
func (b Budget) AttachmentTokens() int {
	return b.share(attachmentFraction, b.Limits.AttachmentTokens)
}

// RuleTokens returns how many tokens each file of instructions can take.
func (b Budget) RuleTokens() int { return b.share(rulesFraction, b.Limits.RulesTokens) }

// MapTokens returns how many tokens the map of the workspace can take; negative for no map.
func (b Budget) MapTokens() int { return b.share(mapFraction, b.Limits.MapTokens) }

// SummaryTokens returns how many tokens the summary of a conversation can take.
func (b Budget) SummaryTokens() int { return b.share(summaryFraction, maxSummaryTokens) }

// share returns a fraction of the window, or the limit if it is smaller or the window is unknown.
func (b Budget) share(fraction, limit int) int {
	window := b.Window()
	if window == 0 {
		return limit
	}
	return min(limit, window/fraction)
}
