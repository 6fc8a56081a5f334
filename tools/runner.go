package tools

import (
	"context"
)

// Running is a call with consent that is about to be done.
type Running struct {
	Spec   Spec
	Call   *Call
	Action *Action
}

// Runner does a call. The result is nil only if there is an error.
type Runner func(ctx context.Context, r Running) (*Result, error)

// Middleware wraps the [Runner] of every call, to log, time, cache or limit it.
type Middleware func(next Runner) Runner

// do is the innermost Runner.
func do(ctx context.Context, r Running) (*Result, error) {
	return r.Action.Do(ctx)
}
