package tools

import (
	"context"
	"fmt"
)

// PlanTool is the name of the tool with which the model shows its plan.
const PlanTool = "update_plan"

type planArgs struct {
	Entries []PlanEntry `json:"entries" jsonschema:"all steps of the plan, in their order"`
}

// Planned is the result of the tool update_plan.
type Planned struct {
	Entries   int `json:"entries"`
	Completed int `json:"completed"`
}

// Preview counts the steps.
func (p Planned) Preview() []string {
	return []string{fmt.Sprintf("%d of %d steps completed", p.Completed, p.Entries)}
}

func updatePlan() Tool {
	return Reading(Spec{
		Name: PlanTool, Kind: KindThink,
		Description: "Shows the user the plan for a longer task and how far it is. Give all steps each time; have one in " +
			"progress at a time.",
	}, func(*Call, planArgs) (string, []Location) { return "Update the plan", nil },
		func(_ context.Context, c *Call, a planArgs) (Planned, error) {
			p := Planned{Entries: len(a.Entries)}
			for i, e := range a.Entries {
				if e.Priority == "" {
					a.Entries[i].Priority = "medium"
				}
				if e.Status == "completed" {
					p.Completed++
				}
			}
			c.Plan(a.Entries)
			return p, nil
		})
}
