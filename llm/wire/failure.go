package wire

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/llm/sse"
)

// silence is the cause with which a request is cancelled if its server sends nothing for so long.
type silence time.Duration

// Error names the time.
func (s silence) Error() string { return "the server sent nothing for " + time.Duration(s).String() }

// flooded is the error of a body that exceeds a limit; its text names the limit.
type flooded string

// Error returns the text.
func (f flooded) Error() string { return string(f) }

// failure converts an error of net/http. ctx is the caller's context, cause that of the request's own context.
func (o Options) failure(ctx context.Context, cause, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("%s: %w", o.Name, ctx.Err())
	}
	if silent, ok := errors.AsType[silence](cause); ok {
		return &llm.Error{
			Kind: llm.KindIdle, Provider: o.Name, Cause: err,
			Message:    silent.Error(),
			Suggestion: "Try again; for a slow local model raise chat.llmIdleTimeoutMs in the settings.",
		}
	}
	if tooMuch, ok := errors.AsType[flooded](err); ok {
		return o.endless(string(tooMuch))
	}
	if errors.Is(err, sse.ErrTooLong) {
		return o.endless("one event of the response is larger than " + Size(maxEvent))
	}
	var sending *url.Error
	if errors.As(err, &sending) {
		return o.unreachable(sending.Err)
	}
	return o.Broken("the connection was lost during the response: "+err.Error(), err)
}

// endless returns the error of a response that exceeds a limit. Trying again would not help.
func (o Options) endless(message string) *llm.Error {
	return &llm.Error{
		Kind: llm.KindEndless, Provider: o.Name, Message: message,
		Suggestion: "Ask for less at once. If it happens again, the model or its server is faulty: choose another.",
	}
}

// Broken returns the error of a response that ends too early or can't be read.
func (o Options) Broken(message string, cause error) *llm.Error {
	return &llm.Error{
		Kind: llm.KindBroken, Provider: o.Name, Message: o.shown(message), Cause: cause,
		Suggestion: "Try again. If it happens again, the server or a proxy before it cuts responses short.",
	}
}
