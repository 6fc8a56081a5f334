package openai

import (
	"crypto/rand"
	"encoding/json"

	"ptk-lsp/llm"
	"ptk-lsp/llm/wire"
)

// chunk is one event of a stream, or a whole answer.
type chunk struct {
	Choices []struct {
		Delta        piece  `json:"delta"`
		Message      *piece `json:"message"`
		FinishReason string `json:"finish_reason"`
	} `json:"choices"`
	Usage *usage `json:"usage"`
	Groq  struct {
		Usage *usage `json:"usage"`
	} `json:"x_groq"`
	Error json.RawMessage `json:"error"`
}

// piece is an increment of a message. Reasoning has one name at DeepSeek, vLLM and llama.cpp and another at OpenRouter, Groq and
// Ollama.
type piece struct {
	Content          content    `json:"content"`
	Refusal          string     `json:"refusal"`
	ReasoningContent string     `json:"reasoning_content"`
	Reasoning        string     `json:"reasoning"`
	ToolCalls        []fragment `json:"tool_calls"`
}

func (p piece) text() string { return p.Content.text + p.Refusal }

func (p piece) reasoning() string {
	if p.ReasoningContent != "" {
		return p.ReasoningContent
	}
	return p.Content.thinking + p.Reasoning
}

// content is text, or a list of parts, some of which are reasoning.
type content struct{ text, thinking string }

type part struct {
	Type     string `json:"type"`
	Text     string `json:"text"`
	Thinking []part `json:"thinking"`
}

func (c *content) UnmarshalJSON(data []byte) error {
	if len(data) == 0 || data[0] != '[' {
		return json.Unmarshal(data, &c.text)
	}
	var parts []part
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	for _, p := range parts {
		c.text += p.Text
		for _, t := range p.Thinking {
			c.thinking += t.Text
		}
	}
	return nil
}

type usage struct {
	PromptTokens     wire.Count `json:"prompt_tokens"`
	CompletionTokens wire.Count `json:"completion_tokens"`
	PromptDetails    struct {
		CachedTokens  wire.Count `json:"cached_tokens"`
		WrittenTokens wire.Count `json:"cache_write_tokens"` // OpenRouter
	} `json:"prompt_tokens_details"`
	CacheHitTokens wire.Count `json:"prompt_cache_hit_tokens"` // DeepSeek
}

func decode(data []byte) (c chunk, ok bool) {
	err := json.Unmarshal(data, &c)
	return c, err == nil
}

// failed reports whether the chunk is an error; some servers send one beside choices, or as the finish reason.
func (c chunk) failed() bool {
	return len(c.Error) > 0 && string(c.Error) != "null" || len(c.Choices) > 0 && c.Choices[0].FinishReason == "error"
}

// usage returns the usage of the chunk, or the one before if it has none.
func (c chunk) usage(before *llm.Usage) *llm.Usage {
	u := c.Usage
	if u == nil {
		u = c.Groq.Usage
	}
	if u == nil {
		return before
	}
	return &llm.Usage{
		InputTokens: int(u.PromptTokens), OutputTokens: int(u.CompletionTokens),
		CachedTokens: int(max(u.PromptDetails.CachedTokens, u.CacheHitTokens)), WrittenTokens: int(u.PromptDetails.WrittenTokens),
	}
}

func finishOf(reason string) llm.Finish {
	switch reason {
	case "length", "max_tokens":
		return llm.FinishLength
	case "tool_calls", "function_call":
		return llm.FinishTools
	case "content_filter":
		return llm.FinishFilter
	}
	return llm.FinishStop
}

// fragment is a piece of a native call.
type fragment struct {
	Index    *int   `json:"index"`
	ID       string `json:"id"`
	Function struct {
		Name      string    `json:"name"`
		Arguments arguments `json:"arguments"`
	} `json:"function"`
}

// arguments are JSON in a string or, from careless servers, the object itself.
type arguments string

func (a *arguments) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '{' {
		*a = arguments(data)
		return nil
	}
	return json.Unmarshal(data, (*string)(a))
}

// callIndex assigns every call of an answer its own index, since servers are unreliable about indexes and ids: some omit them,
// some repeat them, some use one for all calls.
type callIndex struct {
	ids []string    // by our index
	at  map[int]int // our index by the server's
}

func (x *callIndex) place(f fragment) llm.ToolCall {
	out := llm.ToolCall{Arguments: string(f.Function.Arguments)}
	theirs := len(x.ids) - 1
	if f.Index != nil {
		theirs = *f.Index
	}
	ours, known := x.at[theirs]
	if f.Index == nil && theirs >= 0 {
		ours, known = theirs, true
	}
	switch {
	case known && f.ID == "" && f.Function.Name == "", known && f.ID != "" && f.ID == x.ids[ours]:
		out.Index = ours
		return out
	case f.ID == "":
		f.ID = "call_" + rand.Text()
	}
	if x.at == nil {
		x.at = map[int]int{}
	}
	out.Index, out.ID, out.Name = len(x.ids), f.ID, f.Function.Name
	x.at[theirs] = out.Index
	x.ids = append(x.ids, f.ID)
	return out
}
