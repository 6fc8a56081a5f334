package ptk

import (
	"fmt"
	"slices"
	"strings"

	"ptk-lsp/ptk/chat"
)

// Limits of an approved plan.
const (
	maxPlanSteps = 100
	maxPlanStep  = 4000 // characters
)

// carryOut is the message of a request that has only a plan.
const carryOut = "Carry out the plan."

// approved returns the request with its plan checked and completed. A request without a plan is returned as it is.
func approved(r chat.Request) (chat.Request, error) {
	if len(r.Plan) == 0 {
		return r, nil
	}
	bad := func(format string, args ...any) (chat.Request, error) {
		return r, fmt.Errorf("%w: plan: %s", chat.ErrBadRequest, fmt.Sprintf(format, args...))
	}
	if r.Mode != "" && r.Mode != chat.ModeAgent {
		return bad("is carried out in the mode agent only, not in %q", r.Mode)
	}
	if len(r.Plan) > maxPlanSteps {
		return bad("has %d steps, more than %d", len(r.Plan), maxPlanSteps)
	}
	r.Plan = slices.Clone(r.Plan)
	for i := range r.Plan {
		e := &r.Plan[i]
		e.Content = strings.TrimSpace(e.Content)
		switch {
		case e.Content == "":
			return bad("step %d is empty", i+1)
		case len([]rune(e.Content)) > maxPlanStep:
			return bad("step %d is longer than %d characters", i+1, maxPlanStep)
		case !oneOf(&e.Priority, "medium", "high", "low"):
			return bad("step %d: the priority %q is not one of high, medium, low", i+1, e.Priority)
		case !oneOf(&e.Status, "pending", "in_progress", "completed"):
			return bad("step %d: the status %q is not one of pending, in_progress, completed", i+1, e.Status)
		}
	}
	if strings.TrimSpace(r.Message) == "" {
		r.Message = carryOut
	}
	return r, nil
}

// oneOf reports whether a word is in the list; an empty one is replaced by the first.
func oneOf(word *string, words ...string) bool {
	if *word == "" {
		*word = words[0]
	}
	return slices.Contains(words, *word)
}
