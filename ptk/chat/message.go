package chat

import (
	"encoding/json"
	"slices"

	"ptk-lsp/llm"
	"ptk-lsp/tools"
)

// Message is a message of a conversation, from which both text and native prompts are made.
type Message struct {
	N    int    // counted from 1 through the whole conversation
	Turn string // the id of its turn
	Role llm.Role
	// Text is what the user wrote, or the model beside its calls. Raw is the whole text of an assistant, calls included.
	Text, Raw string
	Images    []llm.Image  // of the user
	Calls     []Call       // of an assistant
	Results   []CallResult // of a tool message, one for each call, in its order
	Seen      []tools.Seen // the files that came into the prompt with it, or were changed by it
}

// Call is a tool call as the model wrote it.
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

// CallResult is the result of a call as the model sees it.
type CallResult struct {
	CallID, Tool string
	OK           bool
	Body         json.RawMessage // the result's JSON; empty if Failure has all
	Failure      string
	Images       []llm.Image
}

// ResultOf returns a result as the model sees it: a call that failed before the tool ran as text, everything else as JSON.
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

// Refused returns the result of a call that did not run, as the model sees it.
func Refused(c Call, e *tools.Error) CallResult {
	failure := e.Message
	if e.Suggestion != "" {
		failure += " " + e.Suggestion
	}
	return CallResult{CallID: c.ID, Tool: c.Tool, Failure: failure}
}
