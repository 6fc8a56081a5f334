package tools

import (
	"context"
	"time"
)

// AgentFunc runs a task in its own conversation, with its own limits and the named tools; nil names mean those that only
// read. It returns when ctx ends. c is the call that started the agent.
type AgentFunc func(ctx context.Context, c *Call, task string, tools []string) (AgentAnswer, error)

// AgentAnswer is the report of an agent, and the result of the tool agent.
type AgentAnswer struct {
	Content    string `json:"content"`
	Iterations int    `json:"iterations"` // how often its model was called
	ToolCalls  int    `json:"tool_calls"`
}

// Preview returns the first lines of the answer.
func (a AgentAnswer) Preview() []string { return firstLines(splitLines(a.Content), 3) }

type agentArgs struct {
	Task  string   `json:"task" jsonschema:"what to do and what to report, with all that is needed to understand it"`
	Tools []string `json:"tools,omitempty" jsonschema:"names of the tools it may use; left out, those that only read"`
}

// agentTime is how long an agent may run.
const agentTime = 10 * time.Minute

func agent(run AgentFunc) Tool {
	return New(Spec{
		Name: "agent", Kind: KindThink,
		Description: "Gives a task to an agent with a context of its own, and returns its report. Good for searches that would " +
			"fill this conversation.",
	}, func(_ context.Context, c *Call, a agentArgs) (*Action, error) {
		if a.Task == "" {
			return nil, &Error{Type: ValidationError, Code: CodeInvalidCall, Message: "task is empty."}
		}
		return &Action{Title: "Agent: " + cutTitle(a.Task), Timeout: agentTime, Do: func(ctx context.Context) (*Result, error) {
			answer, err := run(ctx, c, a.Task, a.Tools)
			if err != nil {
				return nil, err
			}
			return succeed(answer), nil
		}}, nil
	})
}
