package ptk

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/ptk/prompt"
)

// What an approved plan may be.
const (
	maxPlanSteps = 100
	maxPlanStep  = 4000 // characters
)

// carryOut is the message of a turn that was asked for by its plan alone.
const carryOut = "Carry out the plan."

// approved checks the plan of a request and fills in what was left out; without a plan nothing changes.
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
	if blank(r.Message) {
		r.Message = carryOut
	}
	return r, nil
}

// oneOf tells whether the word is one of those that there are; an empty one becomes the first.
func oneOf(word *string, words ...string) bool {
	if *word == "" {
		*word = words[0]
	}
	return slices.Contains(words, *word)
}

// planText tells the model of the plan that the user has approved; "" where there is none.
func (t *turn) planText() string {
	if len(t.req.Plan) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(prompt.PlanHead)
	for i, e := range t.req.Plan {
		fmt.Fprintf(&b, "%d. [%s, %s] %s\n", i+1, e.Priority, e.Status, oneLine(e.Content))
	}
	if t.offered.Has(planTool) {
		b.WriteString("Tell each step's state by update_plan as you go, all steps each time, one in progress at a time. ")
	}
	b.WriteString("Where a step fails, change the plan before you go on.)")
	return notation.Neutralize(b.String())
}

// step matches a line of a numbered list at the left margin: an answer contains its plan as such a list.
var step = regexp.MustCompile(`(?m)^(?:#+\s*)?(?:\*\*)?\d+[.)]\s+(.+)$`)

// tellPlan shows the plan of an answer in plan mode, where the model did not show it by its tool, and makes it the result's.
func (t *turn) tellPlan() {
	if t.req.Mode != chat.ModePlan {
		return
	}
	if t.recorder.LastPlan() == nil && t.result.Error == nil {
		t.tellWritten()
	}
	t.result.Plan = slices.Clone(t.recorder.LastPlan())
	for i := range t.result.Plan {
		if e := &t.result.Plan[i]; e.Status == "in_progress" {
			e.Status = "pending" // nothing is carried out before it is approved
		}
	}
}

// tellWritten shows the plan that stands in the answer as a numbered list.
func (t *turn) tellWritten() {
	var p chat.Plan
	for _, m := range step.FindAllStringSubmatch(t.result.Content, -1) {
		content := strings.TrimSpace(strings.ReplaceAll(m[1], "**", ""))
		p.Entries = append(p.Entries, chat.PlanEntry{Content: content, Priority: "medium", Status: "pending"})
	}
	if len(p.Entries) > 0 {
		t.emit(p)
	}
}

// replanAfter is the number of consecutive answers without a successful call after which the model is asked to change its plan.
const replanAfter = 2

// tellStuck has the model plan anew where a step of its plan keeps failing.
func (t *turn) tellStuck(calls []*call) {
	t.failures++
	if slices.ContainsFunc(calls, func(c *call) bool { return c.result.Success() }) {
		t.failures = 0
	}
	open := slices.ContainsFunc(t.recorder.LastPlan(), func(e chat.PlanEntry) bool { return e.Status != "completed" })
	if t.failures < replanAfter || !open || !t.offered.Has(planTool) {
		return
	}
	t.failures = 0
	t.append(chat.Message{Role: llm.User, Text: prompt.ReplanNote})
}
