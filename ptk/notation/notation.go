// Package notation implements PTK, the text protocol with which a language model calls tools: a [Parser] reads the calls in
// the text of a model, and a [Formatter] writes prompts and results. It imports nothing else of this project.
package notation

import "encoding/json"

// Tool describes a tool to a model, and is used to recognize calls of it.
type Tool struct {
	// Name is the name of the tool, such as "read_file".
	Name string
	// Aliases are other names that are accepted in calls.
	Aliases []string
	// Description describes in a sentence or two what the tool does.
	Description string
	// Parameters is the JSON Schema (an object schema) of the arguments.
	Parameters json.RawMessage
}

// Call is a tool call as a model wrote it, repaired and normalized but not validated against the tool's schema.
type Call struct {
	// Tool is the name as written, or the registered tool's name if only letter case or separators differ.
	Tool string
	// Args is the JSON object of the arguments; never nil.
	Args json.RawMessage
	// Reasoning is the reason that the model gives for the call; may be empty.
	Reasoning string
	// Dialect is the name of the form in which the call was written, such as "ptk", "hermes" or "function".
	Dialect string
	// Repaired lists the kinds of repairs, such as "trailing comma"; empty for a well-formed call.
	Repaired []string
	// Loose is set unless the call was read from exact tags at the start of a line. A loose call must not change anything
	// without consent.
	Loose bool
	// Offset is the byte offset in the message at which the call begins.
	Offset int
	// Batch is set if the call was in a list or together with others in one tag.
	Batch bool
}

// Output is what was found out by reading a piece of a message: prose to show and calls to run, each in the order written.
type Output struct {
	// Text is prose that is not part of a call.
	Text string
	// Calls are the calls that are complete.
	Calls []Call
	// Errors are calls that can't be read, to be reported to the model.
	Errors []*Error
	// Warnings report what was dropped, such as results that the model invented.
	Warnings []Warning
}

// Warning reports something in a message that was dropped on purpose.
type Warning struct {
	// Code identifies the kind of warning, such as "invented_result".
	Code string
	// Message is for a person.
	Message string
}
