// Package tools provides what a model may do in a workspace, with one file per tool. It does not know models, prompts or the
// wire: calls come in, are validated against their schema, and results come out.
//
// Start at [Tool] and [Manager.Run]. A new tool is one file that calls [New] or [Reading], and one line in [Builtin].
package tools

import (
	"context"
	"encoding/json"
)

// Kind is the kind of a tool; the words are ACP's ToolKind.
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

// Source is where a tool comes from.
type Source string

// The sources.
const (
	SourceBuiltin Source = "builtin"
	SourceCustom  Source = "custom"
	SourceMCP     Source = "mcp"
)

// DescribeTool is the name of the tool that describes tools of which the prompt has only a line.
const DescribeTool = "describe_tool"

// Spec describes a tool.
type Spec struct {
	Name        string
	Aliases     []string
	Description string
	Kind        Kind
	// Parameters is the JSON Schema of the arguments; [New] and [Reading] derive it from the argument struct.
	Parameters json.RawMessage
	// Confirm is set if the tool needs the user's consent.
	Confirm bool
	// Alone is set if it must not run in parallel with other calls of the same message.
	Alone bool
	// Poll is set if the tool is meant to be called again and again.
	Poll bool
	// Source is [SourceBuiltin] if it is empty.
	Source Source
}

// Tool is something that a model may do. All implementations are returned by [New] or [Reading], or wrap a custom or MCP
// tool.
type Tool interface {
	Spec() Spec
	// Prepare determines what the call would do, and changes nothing. If the call is at fault, the error is an [*Error] for
	// the model.
	Prepare(ctx context.Context, c *Call) (*Action, error)
}
