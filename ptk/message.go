package ptk

import (
	"encoding/json"

	"ptk-lsp/llm"
	"ptk-lsp/tools"
)

// message is one entry of a conversation, kept in a form from which both text and native prompts are made.
type message struct {
	n    int    // counted from 1 through the whole conversation
	turn string // the id of its turn
	role llm.Role
	// text is what the user, or the model beside its calls, said; for an assistant whose calls stood in the text,
	// raw is that text whole.
	text, raw string
	images    []llm.Image    // of the user
	calls     []callRecord   // of an assistant
	results   []resultRecord // of a tool message, one for each call, in its order
	seen      []tools.Seen   // the files that came into the prompt with it, or were changed by it
}

// callRecord is a call as the model made it.
type callRecord struct {
	id, tool, reasoning string
	args                json.RawMessage
}

// resultRecord is what a call came to, as the model is told.
type resultRecord struct {
	callID, tool string
	ok           bool
	body         json.RawMessage // the result's JSON; empty where failure says all
	failure      string
	images       []llm.Image
}
