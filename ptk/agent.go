package ptk

import (
	"context"
	"errors"
	"slices"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/offer"
	"ptk-lsp/tools"
	"ptk-lsp/workspace/journal"
)

// Agent does a task in a conversation that is not stored, with the limits of a turn, and returns its report. It is the
// tools.AgentFunc of the tool "agent"; an agent starts no further agents and does not change the plan of the user's turn.
func (m *Manager) Agent(ctx context.Context, c *tools.Call, task string, names []string) (tools.AgentAnswer, error) {
	apart := m.cfg
	apart.History, apart.Extra = history.New(""), nil // notices about extra tools are for the user's own turn
	own := NewManager(apart)
	own.turns.Waited = c.Waited
	own.SetLimits(*m.limits.Load())
	r := chat.Request{Message: task, Model: c.Model, Tools: agentTools(m.cfg.Tools.Specs(), names)}
	result, err := own.chat(ctx, r, &journal.Turn{Conversation: c.ConversationID, ID: c.TurnID}, func(e chat.Event) { watch(c, e) })
	if err = errors.Join(err, apart.History.Close()); err != nil {
		return tools.AgentAnswer{}, err
	}
	if result.Cancelled {
		return tools.AgentAnswer{}, context.Cause(ctx)
	}
	if result.Error != nil {
		return tools.AgentAnswer{}, &tools.Error{
			Type: tools.SystemError, Code: tools.ErrorCode(result.Error.Code),
			Message:    "The agent did not finish: " + result.Error.Message + " It got as far as: " + result.Content,
			Suggestion: "Give it a smaller task, or do it yourself.",
		}
	}
	return tools.AgentAnswer{Content: result.Content, Iterations: result.Iterations, ToolCalls: len(result.ToolCalls)}, nil
}

// agentTools returns the tools that an agent may use: those named, or those that only read.
func agentTools(specs []tools.Spec, names []string) []string {
	allowed := []string{}
	for _, s := range specs {
		wanted := slices.Contains(names, s.Name) || len(names) == 0 && offer.ReadOnly(s)
		if wanted && s.Name != "agent" && s.Name != tools.PlanTool {
			allowed = append(allowed, s.Name)
		}
	}
	return allowed
}

// watch reports to the user what the agent does.
func watch(c *tools.Call, e chat.Event) {
	if start, ok := e.(chat.ToolCallStart); ok {
		c.Output(start.Title + "\n")
	} else if w, ok := e.(chat.Warning); ok {
		c.Output("warning: " + w.Message + "\n")
	}
}
