// Package tools is what a model may do in a workspace, one tool a file.
// It knows nothing of models, prompts or the wire; calls come in validated against their schema and go out as results.
// Start at [Tool] and [Manager.Run]; a new tool is one file that calls [New] or [Reading], and one line in [Builtin].
package tools

import (
	"context"
	"encoding/json"
)

// Kind says what sort of thing a tool does; the words are ACP's ToolKind.
type Kind string

// The kinds.
const (
	KindRead    Kind = "read"
	KindEdit    Kind = "edit"
	KindDelete  Kind = "delete"
	KindMove    Kind = "move"
	KindSearch  Kind = "search"
	KindExecute Kind = "execute"
	KindThink   Kind = "think"
	KindFetch   Kind = "fetch"
	KindOther   Kind = "other"
)

// Source says where a tool comes from.
type Source string

// The sources.
const (
	SourceBuiltin Source = "builtin"
	SourceCustom  Source = "custom"
	SourceMCP     Source = "mcp"
)

// DescribeTool is the name of the tool that tells all of those of which the prompt has only a line.
const DescribeTool = "describe_tool"

// Spec is what is known of a tool before it is called.
type Spec struct {
	Name        string
	Aliases     []string
	Description string
	Kind        Kind
	// Parameters is the JSON Schema of the arguments; [New] and [Reading] make it from the argument struct.
	Parameters json.RawMessage
	// Confirm is true where the user's consent is needed before the tool acts.
	Confirm bool
	// Alone is true where it may not run beside other calls of the same message.
	Alone bool
	// Poll is true where asking again and again is what it is for.
	Poll bool
	// Source is [SourceBuiltin] where it is empty.
	Source Source
}

// Tool is one thing that a model may do. All implementations are made by [New] or [Reading], or wrap a custom or MCP tool.
type Tool interface {
	Spec() Spec
	// Prepare looks at what the call would do and changes nothing. An error is an [*Error] for the model where the call is at fault.
	Prepare(ctx context.Context, c *Call) (*Action, error)
}
