package tools

import (
	"encoding/json"
	"time"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/journal"
)

// Invocation is a call as it comes from a model.
type Invocation struct {
	// ID is the id of the call on the wire and in the prompt.
	ID string
	// Tool is the name or an alias of the tool.
	Tool string
	// Args is the JSON object of the arguments. In a [Call] it is valid for the tool's schema.
	Args json.RawMessage
	// Reasoning is the model's own reason for the call; may be empty.
	Reasoning string
	// ConversationID and TurnID identify the turn that the call belongs to.
	ConversationID, TurnID string
	// AskedFor is the turn of the user that a question about the call belongs to; the zero value is the turn of the call.
	AskedFor journal.Turn
	// Model is the model that calls, as "provider/model"; "" if the caller is no model.
	Model string
	// Message is the last message of the user; "" outside of a conversation.
	Message string
	// Reads stores which files the conversation has read, with their hashes. In an Invocation outside of a conversation it is nil.
	Reads *Reads
	// Loose is set if the call was not read from exact tags at the start of a line, so that it may be no call at all.
	Loose bool
}

// Call is one validated call on its way to a tool.
type Call struct {
	Invocation
	// Workspace is what the tool may touch.
	Workspace *workspace.Workspace
	// Output receives output as it is produced, to show it to the user; never nil.
	Output func(chunk string)
	// Plan receives the model's plan; never nil.
	Plan func([]PlanEntry)

	waited      func(time.Duration) // receives how long a question waited for its answer; never nil
	showSecrets bool                // the user agreed that the model sees the secrets that the call finds; otherwise they are masked
}

// Waited notes that a question of a call that this one has made waited so long for its answer.
func (c *Call) Waited(d time.Duration) {
	if c.waited != nil {
		c.waited(d)
	}
}

// turn returns the turn to which the journal attributes the call.
func (c *Call) turn() journal.Turn { return journal.Turn{Conversation: c.ConversationID, ID: c.TurnID} }

// asked returns the turn that a question about the call belongs to.
func (c *Call) asked() journal.Turn {
	if c.AskedFor != (journal.Turn{}) {
		return c.AskedFor
	}
	return c.turn()
}

// PlanEntry is one step of the model's plan; the words are ACP's.
type PlanEntry struct {
	Content  string `json:"content" jsonschema:"the step in a few words"`
	Priority string `json:"priority,omitempty" jsonschema:"how much it matters" enum:"high,medium,low" default:"medium"`
	Status   string `json:"status" jsonschema:"how far it is" enum:"pending,in_progress,completed"`
}
