package prompt

import (
	"ptk-lsp/llm"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/tools"
)

// Builder builds the requests of a turn to one model.
type Builder struct {
	Budget
	Formatter   notation.Formatter
	Tools       []llm.Tool            // for models that call functions natively
	Temperature *float64              // nil for the provider's default
	Kinds       map[string]tools.Kind // of the tools

	system     string
	ruleTokens int // estimated; a part of the system prompt
}

// Request returns the request that continues a conversation.
func (b *Builder) Request(c Conversation) llm.Request {
	r := llm.Request{Model: b.Route.Model, Tools: b.Tools, Temperature: b.Temperature}
	r.Messages = append(r.Messages, llm.Message{Role: llm.System, Content: b.system})
	write := renderer{
		formatter: b.Formatter, images: b.Route.Images, kinds: b.Kinds,
		resultTokens: b.Estimated(b.ResultTokens()), cut: c.Mark.Cut,
	}
	for _, m := range c.prompted() {
		write.short = c.isShort(m)
		if b.Route.Native {
			r.Messages = append(r.Messages, write.native(m)...)
		} else {
			r.Messages = append(r.Messages, write.text(m))
		}
	}
	return r
}

// Room returns how many tokens a request can take before it is reduced; 0 if there is no limit.
func (b *Builder) Room() int { return b.room(b.system) }

// Goal returns how many tokens a request should take after it was reduced.
func (b *Builder) Goal() int { return int(float64(b.Room()) * goal) }
