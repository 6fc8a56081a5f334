package prompt

import "strings"

// Texts that mark what the program adds to a user's message. A summary leaves it out, except an approved plan.
const (
	// PlanHead begins a plan that the user has approved.
	PlanHead = "\n\n(The user has approved this plan; carry it out step by step:\n"
	// PlanHint asks the model in agent mode to begin with a plan.
	PlanHint = "(This looks like more than one step. Show a plan with update_plan first and keep it up to date, " +
		"with one step in progress at a time. Where a step fails, change the plan before you go on.)"
	// ReplanNote asks the model to change its plan after a step has failed repeatedly. It is a message of its own.
	ReplanNote = "(This step has failed twice in a row. Change the plan with update_plan before you go on: " +
		"go another way, or leave the step out and say why.)"
	// CutOffNote follows an answer that was cut off and is continued. It is a message of its own.
	CutOffNote = "(The answer above was cut off before its end. Go on where it stops, without repeating it.)"
	// FolderHead begins the instructions of a folder below the workspace's top. They follow a message or are one of their own.
	FolderHead = "\n\n(For what is below "
	// MapHead begins the map of the workspace.
	MapHead = "\n\n(The workspace in short, as a first orientation; paths, and names that they define:\n"
)

const (
	attachedHead = "\n\nAttached"
	lookingHead  = "\n\n(The user is looking at"
	toolHead     = "\n\n(The user wants the "
)

// UserText returns what the user wrote in a message, without what the program added. It is empty if the program wrote the
// whole message.
func UserText(message string) string {
	if message == ReplanNote || message == CutOffNote || strings.HasPrefix(message, strings.TrimSpace(FolderHead)) {
		return ""
	}
	for _, head := range []string{attachedHead, lookingHead, toolHead, FolderHead, MapHead, PlanHead, "\n\n" + PlanHint} {
		message, _, _ = strings.Cut(message, head)
	}
	return strings.TrimSpace(message)
}
