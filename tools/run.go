package tools

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"

	"ptk-lsp/workspace/visible"
)

// Run runs one call: it finds the tool, validates and prepares the call, asks for consent and does it. The result is never
// nil; it holds any error.
func (m *Manager) Run(ctx context.Context, inv Invocation, o Observer) (result *Result) {
	var spec Spec
	var action *Action
	start := sync.OnceFunc(func() {
		if o.Start != nil {
			o.Start(spec, action)
		}
	})
	defer func() {
		if p := recover(); p != nil {
			result = &Result{Err: &Error{
				Type: SystemError, Code: CodeFailed, Message: fmt.Sprintf("The tool broke down: %v.", p),
				Suggestion: "This is a fault of the tool; go on without it.", Cause: fmt.Errorf("%v\n%s", p, debug.Stack()),
			}}
		}
		start()
	}()
	t, ok := m.find(inv.Tool)
	if !ok {
		return &Result{Err: m.notFound(inv.Tool)}
	}
	c := m.call(inv, o)
	spec = t.spec
	if err := t.check.check(c.Args); err != nil {
		return &Result{Err: &Error{
			Type: ValidationError, Code: CodeInvalidCall, Message: fmt.Sprintf("%s: %v", spec.Name, err),
			Suggestion: "The arguments must fit " + string(spec.Parameters), Cause: err,
		}}
	}
	return m.checkRepeats(ctx, t, c, func() *Result {
		var err error
		if err = unmasked(t.spec, c.Args); err == nil {
			action, err = prepare(ctx, t, c)
		}
		if err != nil {
			return c.masked(failure(err))
		}
		start()
		return m.doAgreed(ctx, t, c, action)
	})
}

// checkRepeats runs the call unless it would repeat itself without end, and notes its result.
func (m *Manager) checkRepeats(ctx context.Context, t entry, c *Call, do func() *Result) *Result {
	key := callKey(t.spec, c.Args)
	if stuck := c.Reads.repeatError(c.TurnID, key, t.spec); stuck != nil {
		return &Result{Err: stuck}
	}
	r := do()
	if ctx.Err() == nil {
		c.Reads.noteResult(c.TurnID, key, t.spec, r)
	}
	return r
}

// prepare lets the tool prepare the call, and marks characters in the texts that could hide a part of them.
func prepare(ctx context.Context, t entry, c *Call) (*Action, error) {
	a, err := t.Prepare(ctx, c)
	if err != nil {
		return nil, err
	}
	a.Title, a.Risk = visible.Line(a.Title), visible.Line(a.Risk)
	a.Rules.Always.text = visible.Line(a.Rules.Always.text)
	return a, nil
}

// maxAsked is how often a call is prepared and asked again because its files changed meanwhile.
const maxAsked = 3

// doAgreed asks for consent and does the action. It starts over if what the user agreed to has changed meanwhile.
func (m *Manager) doAgreed(ctx context.Context, t entry, c *Call, a *Action) *Result {
	for range maxAsked {
		agreed, err := m.consent(ctx, t.spec, c, a)
		if err == nil {
			err = m.reveal(ctx, t.spec, c, agreed)
		}
		if err != nil {
			return failure(err)
		}
		r, err := m.timed(ctx, Running{t.spec, c, agreed})
		if !errors.Is(err, ErrChanged) {
			return c.masked(finished(r, err))
		}
		if a, err = prepare(ctx, t, c); err != nil {
			return failure(err)
		}
	}
	return failure(
		&Error{
			Type: UserError, Code: CodeFailed, Message: "What the call would change keeps changing.",
			Suggestion: "Try again when the file is at rest.",
		},
	)
}

func (m *Manager) timed(ctx context.Context, r Running) (*Result, error) {
	ctx, cancel := context.WithTimeout(ctx, max(m.o.Timeout, r.Action.Timeout))
	defer cancel()
	return m.run(ctx, r)
}

func finished(r *Result, err error) *Result {
	if err != nil {
		return failure(err)
	}
	if r == nil {
		return failure(errors.New("the tool gave no result"))
	}
	return r
}

func failure(err error) *Result { return &Result{Err: asError(err)} }

func (m *Manager) notFound(name string) *Error {
	var names []string
	for _, s := range m.Specs() {
		names = append(names, s.Name)
	}
	return &Error{
		Type: ValidationError, Code: CodeToolNotFound, Message: fmt.Sprintf("There is no tool %q.", name),
		Suggestion: "The tools are: " + strings.Join(names, ", ") + ".",
	}
}
