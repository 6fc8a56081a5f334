package tools

import (
	"context"
	"time"
)

// AgentFunc does a task in a conversation of its own, with limits of its own and the tools named (nil: those that only read).
// It ends when its context does; c is the call on whose account it works.
type AgentFunc func(ctx context.Context, c *Call, task string, tools []string) (AgentAnswer, error)

// AgentAnswer is what an agent came to, and the result of the tool agent.
type AgentAnswer struct {
	Content    string `json:"content"`
	Iterations int    `json:"iterations"` // how often its model was asked
	ToolCalls  int    `json:"tool_calls"`
}

// Preview gives the first lines of the answer.
func (a AgentAnswer) Preview() []string { return firstLines(splitLines(a.Content), 3) }

type agentArgs struct {
	Task  string   `json:"task" jsonschema:"what to do and what to report, with all that is needed to understand it"`
	Tools []string `json:"tools,omitempty" jsonschema:"names of the tools it may use; left out, those that only read"`
}

// agentTime is how long an agent may work.
const agentTime = 10 * time.Minute

func agent(work AgentFunc) Tool {
	return New(Spec{
		Name: "agent", Kind: KindThink,
		Description: "Gives a task to an agent with a context of its own, and returns its report. Good for searches that would fill this conversation.",
	}, func(_ context.Context, c *Call, a agentArgs) (*Action, error) {
		if a.Task == "" {
			return nil, &Error{Type: ValidationError, Code: CodeInvalidCall, Message: "task is empty."}
		}
		return &Action{Title: "Agent: " + cutTitle(a.Task), Timeout: agentTime, Do: func(ctx context.Context) (*Result, error) {
			answer, err := work(ctx, c, a.Task, a.Tools)
			if err != nil {
				return nil, err
			}
			return succeed(answer), nil
		}}, nil
	})
}
