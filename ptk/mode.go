package ptk

import (
	"context"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/prompt"
)

// planTool is the tool by which the model shows its plan.
const planTool = "update_plan"

// planMode tells the model of plan mode what is wanted of it.
const planMode = "Look at what you need to know, then make a plan: numbered steps, each with what is changed where and how one sees that it worked. " +
	"Name what is not clear as questions at the end. Change nothing; the user will approve the plan, or change it, before it is carried out."

// hint is what the model is told beside the message: in agent mode, to plan what is not simple.
func (t *turn) hint(ctx context.Context) string {
	if len(t.req.Plan) == 0 && t.offered.Has(planTool) && (t.req.Mode == "" || t.req.Mode == chat.ModeAgent) && t.isComplex(ctx) {
		return "\n\n" + prompt.PlanHint
	}
	return ""
}
