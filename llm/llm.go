// Package llm speaks with language models, one provider a folder below it.
// It knows nothing of tools, workspaces or editors: messages go in, pieces of an answer come out.
// Start at [Provider]; [llm/openai] is the plainest real one and [llm/llmtest] the scripted server that tests talk to.
package llm

import (
	"context"
	"encoding/json"
	"iter"
)

// Role says who speaks in a [Message]; the words are those of the OpenAI chat format.
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
	// Images go along with a user's message or a tool's result; only models that see ([Model.Images]) may be sent any.
	Images []Image
	// ToolCalls are the native calls of an assistant message; empty where calls are written as text.
	ToolCalls []ToolCall
	// ToolCallID is, in a tool message, the native call that it answers; empty where results are text.
	ToolCallID string
	// IsError is true, in a tool message, where the call failed.
	IsError bool
}

// Image is a picture; every provider takes PNG, JPEG, GIF and WebP.
type Image struct {
	MIME string // such as "image/png"
	Data []byte
}

// ToolCall is one native function call. In a [Delta] it may be a fragment: fragments of one call share an Index,
// the first holds ID and Name, and the Arguments add up.
type ToolCall struct {
	Index     int
	ID        string
	Name      string
	Arguments string // JSON text of the arguments, or a piece of it
}

// Tool is a tool as a provider with native function calling is told of it.
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
	// Tools are sent natively; empty where the model calls tools in text.
	Tools []Tool
	// Temperature is sent where it is set.
	Temperature *float64
	// MaxTokens bounds the answer; 0 leaves it to the provider.
	MaxTokens int
}

// Finish says why an answer ended.
type Finish string

// The reasons; empty in every delta but the last.
const (
	FinishStop   Finish = "stop"       // the model was done
	FinishLength Finish = "length"     // cut at the token limit
	FinishTools  Finish = "tool_calls" // it wants native tools to run
	FinishFilter Finish = "filter"     // refused by the provider's filter
)

// Delta is one piece of an answer; any of its fields may be empty.
type Delta struct {
	Text      string
	Reasoning string
	ToolCalls []ToolCall
	Usage     *Usage
	Finish    Finish
	// Retry is set, alone, where a wrapping provider is about to try again; what came before it from this attempt is void.
	Retry *Retry
}

// Retry tells of another try to come.
type Retry struct {
	Attempt int   // the try that is to come, counted from 1 for the first retry
	DelayMs int64 // wait before it
	Reason  string
}

// Usage counts tokens as the provider reports them; a count is 0 where it reports none.
type Usage struct {
	InputTokens, OutputTokens int
	CachedTokens              int // of the input, what the provider had in its cache
	WrittenTokens             int // of the input, what it wrote into its cache, where that has a price
}

// Model is one model that a provider offers.
type Model struct {
	// ID is the provider's own name of it.
	ID string
	// ContextWindow is in tokens; 0 where unknown.
	ContextWindow int
	// NativeTools is true where it is known to call functions dependably.
	NativeTools bool
	// Images is true where it is known to see pictures.
	Images bool
	// Price is what the server says that it costs; zero where it says nothing.
	Price Price
}

// Price is what a million tokens cost, in US dollars.
type Price struct{ Input, Output, Cached, Written float64 }

// Provider is one way to reach language models. Implementations are safe for concurrent use.
// The embedded default is [llm/offline]; tests use a real one against [llm/llmtest].
type Provider interface {
	// Stream asks the model and yields the pieces of its answer in order. The last pair holds the error, if any, and no
	// piece after it; a stream that ends without the provider's own end mark is an error ([Error] with KindBroken).
	// Leaving the loop or cancelling ctx closes the connection at once.
	Stream(ctx context.Context, r Request) iter.Seq2[Delta, error]
	// Models lists what can be asked, as the provider itself tells; the context bounds the wait.
	Models(ctx context.Context) ([]Model, error)
}

// Describer is a provider that can be asked for one model alone, which is less work than the list of all.
type Describer interface {
	// Describe tells what is known of a model; the context bounds the wait.
	Describe(ctx context.Context, model string) (Model, error)
}
