package llm

import (
	"fmt"
	"time"
)

// Kind says what sort of failure a provider met, so that a caller can tell what to do.
type Kind string

// The kinds of failure.
const (
	KindAuth     Kind = "auth"     // no key, a wrong one, or one that may not do this (401, 403)
	KindModel    Kind = "model"    // no such model (404)
	KindRequest  Kind = "request"  // the request is at fault (other 4xx)
	KindOverflow Kind = "overflow" // the prompt is larger than the model's window
	KindRate     Kind = "rate"     // too many requests (429)
	KindServer   Kind = "server"   // the provider failed (5xx)
	KindNetwork  Kind = "network"  // it can't be reached
	KindBroken   Kind = "broken"   // the stream ended before the answer did, or can't be read
	KindIdle     Kind = "idle"     // it went silent
	KindEndless  Kind = "endless"  // it said more than an answer may hold
)

// Error is a provider's failure, told for a person.
type Error struct {
	Kind Kind
	// Provider is the provider's name in the settings, such as "openai".
	Provider string
	// Status is the HTTP status, 0 where there was none.
	Status int
	// Message is what the provider said, or what happened, without any key.
	Message string
	// Suggestion says what the user can do; may be empty.
	Suggestion string
	// RetryAfter is how long the provider asks to wait; 0 where it doesn't say.
	RetryAfter time.Duration
	// Cause is the error beneath, if any.
	Cause error
}

// Error gives provider, status and message on one line.
func (e *Error) Error() string {
	if e.Status != 0 {
		return fmt.Sprintf("%s: %s (HTTP %d)", e.Provider, e.Message, e.Status)
	}
	return fmt.Sprintf("%s: %s", e.Provider, e.Message)
}

// Unwrap gives the error beneath.
func (e *Error) Unwrap() error { return e.Cause }

// Temporary is true where the same request may succeed a little later.
func (e *Error) Temporary() bool {
	switch e.Kind {
	case KindRate, KindServer, KindNetwork, KindBroken, KindIdle:
		return true
	}
	return false
}
