package turn

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/clip"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/ptk/prompt"
	"ptk-lsp/tools"
)

// replanAfter is the number of consecutive answers without a successful call after which the model is asked to change its plan.
const replanAfter = 2

// planner follows the plan of a turn.
type planner struct {
	*model
	failures int // consecutive answers without a successful call
}

// approvedText returns the plan that the user has approved as the model gets it, "" if there is none.
func (p *planner) approvedText() string {
	if len(p.req.Plan) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(prompt.PlanHead)
	for i, e := range p.req.Plan {
		fmt.Fprintf(&b, "%d. [%s, %s] %s\n", i+1, e.Priority, e.Status, clip.OneLine(e.Content))
	}
	if p.offered.Has(tools.PlanTool) {
		b.WriteString("Tell each step's state by update_plan as you go, all steps each time, one in progress at a time. ")
	}
	b.WriteString("Where a step fails, change the plan before you go on.)")
	return notation.Neutralize(b.String())
}

// finish sets the plan of the result in plan mode: the one that the model showed with its tool, or the one in its answer.
func (p *planner) finish() {
	if p.req.Mode != chat.ModePlan {
		return
	}
	if p.recorder.LastPlan() == nil && p.result.Error == nil {
		p.emitWritten()
	}
	p.result.Plan = slices.Clone(p.recorder.LastPlan())
	for i := range p.result.Plan {
		if e := &p.result.Plan[i]; e.Status == "in_progress" {
			e.Status = "pending" // nothing is carried out before it is approved
		}
	}
}

// step matches a line of a numbered list at the left margin: an answer contains its plan as such a list.
var step = regexp.MustCompile(`(?m)^(?:#+\s*)?(?:\*\*)?\d+[.)]\s+(.+)$`)

// emitWritten reports the plan that the answer contains as a numbered list.
func (p *planner) emitWritten() {
	var plan chat.Plan
	for _, m := range step.FindAllStringSubmatch(p.result.Content, -1) {
		content := strings.TrimSpace(strings.ReplaceAll(m[1], "**", ""))
		plan.Entries = append(plan.Entries, chat.PlanEntry{Content: content, Priority: "medium", Status: "pending"})
	}
	if len(plan.Entries) > 0 {
		p.emit(plan)
	}
}

// check asks the model to change its plan if a step keeps failing.
func (p *planner) check(calls []*call) {
	p.failures++
	if slices.ContainsFunc(calls, func(c *call) bool { return c.result.Success() }) {
		p.failures = 0
	}
	open := slices.ContainsFunc(p.recorder.LastPlan(), func(e chat.PlanEntry) bool { return e.Status != "completed" })
	if p.failures < replanAfter || !open || !p.offered.Has(tools.PlanTool) {
		return
	}
	p.failures = 0
	p.append(chat.Message{Role: llm.User, Text: prompt.ReplanNote})
}
