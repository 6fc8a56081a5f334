// Package llm sends requests to language models; each kind of provider has a folder below it.
// It knows nothing of tools, workspaces or editors: messages go in, pieces of an answer come out.
// Start at [Provider]; [llm/openai] is the most common one, [llm/driver] what a folder declares about itself, and
// [llm/llmtest] the scripted server of the tests.
package llm

import (
	"context"
	"encoding/json"
	"iter"
)

// Role is the author of a [Message], as named by the OpenAI chat format.
type Role string

// The roles of a conversation.
const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant"
	ToolRole  Role = "tool"
)

// Message is one message of a conversation.
type Message struct {
	Role    Role
	Content string
	// Images belong to a user's message or a tool's result; only models that accept pictures ([Model.Images]) may get any.
	Images []Image
	// ToolCalls are the native calls of an assistant message; empty if calls are written as text.
	ToolCalls []ToolCall
	// ToolCallID is the native call whose result a tool message is; empty if results are text.
	ToolCallID string
	// IsError reports whether the call of a tool message failed.
	IsError bool
}

// Image is a picture; every provider accepts PNG, JPEG, GIF and WebP.
type Image struct {
	MIME string // such as "image/png"
	Data []byte
}

// ToolCall is one native function call. In a [Delta] it may be a fragment: fragments of one call share an Index,
// the first holds ID and Name, and the Arguments are concatenated.
type ToolCall struct {
	Index     int
	ID        string
	Name      string
	Arguments string // JSON text of the arguments, or a piece of it
}

// Tool is the description of a tool for native function calling.
type Tool struct {
	Name        string
	Description string
	Parameters  json.RawMessage // JSON Schema
}

// Request is one call of a model.
type Request struct {
	// Model is the provider's own name of the model, without the provider's name before it.
	Model    string
	Messages []Message
	// Tools are sent natively; empty if the model calls tools in text.
	Tools []Tool
	// Temperature is sent if set.
	Temperature *float64
	// MaxTokens bounds the answer; 0 leaves it to the provider.
	MaxTokens int
}

// Finish is the reason for which an answer ended.
type Finish string

// The reasons; empty in every delta but the last.
const (
	FinishStop   Finish = "stop"       // the answer is complete
	FinishLength Finish = "length"     // cut at the token limit
	FinishTools  Finish = "tool_calls" // the model calls native tools
	FinishFilter Finish = "filter"     // refused by the provider's filter
)

// Delta is one piece of an answer; any of its fields may be empty.
type Delta struct {
	Text      string
	Reasoning string
	ToolCalls []ToolCall
	Usage     *Usage
	Finish    Finish
	// Retry is set, alone, if a wrapping provider is about to retry; what this attempt has sent before is void.
	Retry *Retry
}

// Retry announces a retry.
type Retry struct {
	Attempt int   // the one that failed, counted from 1
	Of      int   // the attempts that are made at most
	DelayMs int64 // wait before it
	Reason  string
}

// Usage counts tokens as the provider reports them; a count is 0 if it reports none.
type Usage struct {
	InputTokens, OutputTokens int
	CachedTokens              int // of the input, read from the provider's cache
	WrittenTokens             int // of the input, written to its cache, if that has a price
}

// Model is one model of a provider.
type Model struct {
	// ID is the provider's own name of the model.
	ID string
	// ContextWindow is in tokens; 0 if unknown.
	ContextWindow int
	// NativeTools reports whether it is known to call functions dependably.
	NativeTools bool
	// Images reports whether it is known to accept pictures.
	Images bool
	// Price is the one that the server reports, if any.
	Price Price
}

// Price is what a million tokens cost, in US dollars.
type Price struct{ Input, Output, Cached, Written float64 }

// Provider sends requests to language models. Implementations are safe for concurrent use.
// The built-in default is [llm/offline]; tests use a real one against [llm/llmtest].
type Provider interface {
	// Stream sends the request and yields the pieces of the answer in order. An error is the last pair, without a piece; a
	// stream that ends without the provider's own end mark is an error ([Error] with KindBroken).
	// Leaving the loop or cancelling ctx closes the connection at once.
	Stream(ctx context.Context, r Request) iter.Seq2[Delta, error]
	// Models lists the models that the provider reports; the context bounds the wait.
	Models(ctx context.Context) ([]Model, error)
}

// Describer is a provider that can describe one model alone, which takes less time than the list of all.
type Describer interface {
	// Describe describes a model; the context bounds the wait.
	Describe(ctx context.Context, model string) (Model, error)
}
