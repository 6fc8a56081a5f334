package chat

import (
	"encoding/json"
	"slices"

	"ptk-lsp/llm"
	"ptk-lsp/tools"
)

// message is one entry of a conversation, kept in a form from which both text and native prompts are made.
type Message struct {
	N    int    // counted from 1 through the whole conversation
	Turn string // the id of its turn
	Role llm.Role
	// text is what the user, or the model beside its calls, said; for an assistant whose calls stood in the text,
	// raw is that text whole.
	Text, Raw string
	Images    []llm.Image  // of the user
	Calls     []Call       // of an assistant
	Results   []CallResult // of a tool message, one for each call, in its order
	Seen      []tools.Seen // the files that came into the prompt with it, or were changed by it
}

// callRecord is a call as the model made it.
type Call struct {
	ID, Tool, Reasoning string
	Args                json.RawMessage
}

// Paths returns the paths in the arguments of a call, whatever its tool.
func (c Call) Paths() []string {
	var a struct {
		Path, From, To string
		FilePaths      []string `json:"file_paths"`
	}
	if json.Unmarshal(c.Args, &a) != nil {
		return nil
	}
	all := append(a.FilePaths, a.Path, a.From, a.To)
	return slices.DeleteFunc(all, func(p string) bool { return p == "" })
}

// resultRecord is what a call came to, as the model is told.
type CallResult struct {
	CallID, Tool string
	OK           bool
	Body         json.RawMessage // the result's JSON; empty where failure says all
	Failure      string
	Images       []llm.Image
}

// ResultOf returns what the model is told of a result. A failure of the call itself is told in words, one of the tool as JSON.
func ResultOf(c Call, r *tools.Result) CallResult {
	if r.Err != nil && r.Err.Code != "" {
		return Refused(c, r.Err)
	}
	out := CallResult{CallID: c.ID, Tool: c.Tool, OK: r.Success(), Body: r.JSON()}
	for _, i := range r.Images {
		out.Images = append(out.Images, llm.Image(i))
	}
	return out
}

// Refused returns what the model is told of a call that did not run.
func Refused(c Call, e *tools.Error) CallResult {
	failure := e.Message
	if e.Suggestion != "" {
		failure += " " + e.Suggestion
	}
	return CallResult{CallID: c.ID, Tool: c.Tool, Failure: failure}
}
