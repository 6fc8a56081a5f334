package llm

import (
	"fmt"
	"time"
)

// Kind classifies the failures of providers by what a caller can do about them.
type Kind string

// The kinds of failure.
const (
	KindAuth       Kind = "auth"        // no key, a wrong one, or one without permission (401, 403)
	KindQuota      Kind = "quota"       // the account has no credit or quota left (402, some 400 and 429)
	KindModel      Kind = "model"       // no such model (404)
	KindRequest    Kind = "request"     // the request is invalid (other 4xx)
	KindOverflow   Kind = "overflow"    // the prompt exceeds the model's context window
	KindRate       Kind = "rate"        // too many requests (429)
	KindServer     Kind = "server"      // the provider failed (5xx)
	KindNetwork    Kind = "network"     // the provider can't be reached
	KindNotRunning Kind = "not_running" // no server listens at an address of this machine
	KindBroken     Kind = "broken"      // the stream ended before the answer did, or can't be read
	KindIdle       Kind = "idle"        // the provider stopped sending
	KindEndless    Kind = "endless"     // the answer exceeds a limit
)

// Error is a provider's failure, in words for a user.
type Error struct {
	Kind Kind
	// Provider is the provider's name in the settings, such as "openai".
	Provider string
	// Status is the HTTP status, or 0.
	Status int
	// Message is the provider's own or describes what happened. It holds no key.
	Message string
	// Suggestion is what the user can do; may be empty.
	Suggestion string
	// Window is the model's context window and Prompt the size of the request, in tokens, if the provider names them when it
	// refuses a request as too large ([KindOverflow]); else 0.
	Window, Prompt int
	// RetryAfter is how long the provider asks to wait, or 0.
	RetryAfter time.Duration
	// Cause is the underlying error, if any.
	Cause error
}

// Error returns provider, status and message on one line.
func (e *Error) Error() string {
	if e.Status != 0 {
		return fmt.Sprintf("%s: %s (HTTP %d)", e.Provider, e.Message, e.Status)
	}
	return fmt.Sprintf("%s: %s", e.Provider, e.Message)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Temporary reports whether the same request may succeed a little later.
func (e *Error) Temporary() bool {
	switch e.Kind {
	case KindRate, KindServer, KindNetwork, KindNotRunning, KindBroken, KindIdle:
		return true
	case KindAuth, KindQuota, KindModel, KindRequest, KindOverflow, KindEndless:
	}
	return false
}
