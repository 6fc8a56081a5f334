package turn

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ptk-lsp/ptk/chat"
)

// errTimeout is the cause of the context's end if the turn's own deadline has passed.
var errTimeout = errors.New("the turn took too long")

// continueHint is the suggestion for a turn that has reached the limit of a setting.
func continueHint(setting string) string { return "Continue, or raise " + setting + "." }

// withTimeout returns a context that ends when the turn has taken as long as it may.
func (b *base) withTimeout(ctx context.Context) (context.Context, context.CancelFunc) {
	if b.req.Limits.Turn <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, b.req.Limits.Turn, errTimeout)
}

// limitReached returns an error if the model may not be asked again in this turn, else nil.
func (b *base) limitReached() *chat.Error {
	limits := b.req.Limits
	if limits.MaxCostUSD > 0 && b.result.Usage.CostUSD >= limits.MaxCostUSD {
		return &chat.Error{
			Code:       chat.MaxCostReached,
			Message:    fmt.Sprintf("The turn has cost $%.2f, and its limit is $%.2f.", b.result.Usage.CostUSD, limits.MaxCostUSD),
			Suggestion: continueHint("chat.maxCostUsd"),
		}
	}
	if b.result.Iterations >= limits.MaxIterations {
		return &chat.Error{
			Code:       chat.MaxIterationsReached,
			Message:    fmt.Sprintf("The model was asked %d times and still calls tools.", limits.MaxIterations),
			Suggestion: continueHint("chat.maxIterations"),
		}
	}
	return nil
}

func (b *base) toolCallsReached() *chat.Error {
	return &chat.Error{
		Code:       chat.MaxToolCallsReached,
		Message:    fmt.Sprintf("The turn made its %d tool calls and the model asked for more.", b.req.Limits.MaxToolCalls),
		Suggestion: continueHint("chat.maxToolCalls"),
	}
}

func (b *base) timeReached() *chat.Error {
	return &chat.Error{
		Code:       chat.Timeout,
		Message:    fmt.Sprintf("The turn was stopped after %s.", shortDuration(b.req.Limits.Turn)),
		Suggestion: continueHint("chat.turnTimeoutMs"),
	}
}

// shortDuration writes 1h rather than 1h0m0s.
func shortDuration(d time.Duration) string {
	switch {
	case d >= time.Hour && d%time.Hour == 0:
		return fmt.Sprintf("%dh", d/time.Hour)
	case d >= time.Minute && d%time.Minute == 0:
		return fmt.Sprintf("%dm", d/time.Minute)
	}
	return d.String()
}
