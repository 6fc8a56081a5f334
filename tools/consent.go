package tools

import (
	"context"

	"ptk-lsp/workspace"
)

// consent asks the user where the tool needs it; nil means go on.
func (m *Manager) consent(ctx context.Context, s Spec, c *Call, a *Action) error {
	if !s.Confirm {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, m.o.QuestionTimeout)
	defer cancel()
	answer, err := m.ws.Confirm(ctx, workspace.Question{
		ConversationID: c.ConversationID, TurnID: c.TurnID, ToolCallID: c.ID, Tool: s.Name, Kind: string(s.Kind),
		Title: a.Title, Args: c.Args, Reasoning: c.Reasoning, Risk: a.Risk, Diff: a.Diff, Rule: a.Rule,
	})
	switch {
	case err != nil:
		return &Error{Type: PermissionError, Message: "The user did not agree: the question was not answered.", Cause: err,
			Suggestion: "Go on without it, or say what you need it for."}
	case answer.Decision == workspace.AllowOnce, answer.Decision == workspace.AllowSession, answer.Decision == workspace.AllowAlways:
		return nil
	}
	return rejected(answer.Feedback)
}

// rejected tells the model that the user said no, in the user's words where there are some.
func rejected(feedback string) *Error {
	e := &Error{Type: PermissionError, Message: "The user did not agree to this call.", Suggestion: "Do not try it again; ask what the user wants instead."}
	if feedback != "" {
		e.Message = "The user did not agree to this call and says: " + feedback
		e.Suggestion = "Do as the user says."
	}
	return e
}
