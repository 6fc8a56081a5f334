// Package notation is PTK, the text protocol by which a language model calls tools: text in, calls out, and back.
// It knows nothing of models, tools that run, or editors; it imports nothing of this project.
// Start at [NewParser] for what a model wrote and at [Formatter] for what it is told.
package notation

import "encoding/json"

// Tool is what the notation needs to know of a tool: enough to describe it to a model and to recognise a call of it.
type Tool struct {
	// Name is the tool's one name, such as "read_file".
	Name string
	// Aliases are other names under which a call of it is accepted.
	Aliases []string
	// Description says in a sentence or two what the tool does.
	Description string
	// Parameters is the JSON Schema (an object schema) of the arguments.
	Parameters json.RawMessage
}

// Call is one tool call as a model wrote it, repaired and normalised but not validated against the tool's schema.
type Call struct {
	// Tool is the name as written, or the registered tool's name where only case or - and _ differ.
	Tool string
	// Args is the JSON object of the arguments; never nil.
	Args json.RawMessage
	// Reasoning is the model's own word on why it calls; may be empty.
	Reasoning string
	// Dialect names the form in which the call was written, such as "ptk", "hermes" or "function".
	Dialect string
	// Repaired lists what had to be mended, in words such as "trailing comma"; empty for a clean call.
	Repaired []string
	// Loose is true unless the call was read from exact tags at the start of a line: what is read from anything less must
	// not change anything unasked.
	Loose bool
	// Offset is the byte offset in the message at which the call begins.
	Offset int
	// Batch is true where the call stood in a list or beside other calls in one tag.
	Batch bool
}

// Output is what a piece of a message settled: prose to show and calls to run, each in the order written.
type Output struct {
	// Text is prose that is surely no part of a call.
	Text string
	// Calls are the calls whose end is now sure.
	Calls []Call
	// Errors are calls that can't be read, each to be told to the model.
	Errors []*Error
	// Warnings tell of what was dropped, such as results that the model invented.
	Warnings []Warning
}

// Warning tells of something in a message that was left out on purpose.
type Warning struct {
	// Code is a stable word, such as "invented_result".
	Code string
	// Message says it for a person.
	Message string
}
