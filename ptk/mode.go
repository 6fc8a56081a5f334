package ptk

import (
	"context"
	"regexp"
	"strings"

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
	if len(t.req.Plan) == 0 && t.offers(planTool) && (t.req.Mode == "" || t.req.Mode == chat.ModeAgent) && t.complex(ctx) {
		return "\n\n" + prompt.PlanHint
	}
	return ""
}

var (
	listItem = regexp.MustCompile(`(?m)^\s*(?:[-*•]|\d+[.)])\s+\S`)
	bigWord  = regexp.MustCompile(`(?i)\b(refactor|implement|migrate|rewrite|port|convert|redesign|restructure|upgrade|replace all|everywhere|across|throughout|whole (?:project|code ?base|repository)|step by step)\b`)
	joint    = regexp.MustCompile(`(?i)(?:\band then\b|\bafterwards\b|\bafter that\b|\bfinally\b|\bas well as\b|;)`)
	plainAsk = regexp.MustCompile(`(?i)^\s*(what|why|where|who|when|which|how (?:do|does|is|are|many|much)|is|are|does|do|can|explain|show)\b`)
)

// manySteps weighs a message by rule: whether it asks for more than a step or two. A question is never.
func manySteps(message string) bool {
	if plainAsk.MatchString(message) && !listItem.MatchString(message) {
		return false
	}
	score := 0
	if n := len(listItem.FindAllString(message, -1)); n >= 2 {
		score += n
	}
	score += min(2, len(bigWord.FindAllString(message, -1)))
	score += min(2, len(joint.FindAllString(message, -1)))
	if len(strings.Fields(message)) >= 60 {
		score++
	}
	return score >= 2
}
