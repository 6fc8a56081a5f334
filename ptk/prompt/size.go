package prompt

import (
	"encoding/json"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/notation"
)

const (
	// BytesPerToken is the least average length of a token in text and code.
	BytesPerToken = 3
	// imageTokens is the assumed size of an image. Providers count 250 to 1,600 tokens.
	imageTokens = 1600
	// messageTokens is the overhead of a message.
	messageTokens = 4
)

// sizes are the estimated tokens of a request by the role of its messages. The tools are part of the system prompt.
type sizes struct{ system, history, results int }

func (s sizes) total() int { return s.system + s.history + s.results }

func measure(r llm.Request) (s sizes) {
	for _, m := range r.Messages {
		n := notation.EstimateTokens(m.Content) + messageTokens + imageTokens*len(m.Images)
		for _, c := range m.ToolCalls {
			n += notation.EstimateTokens(c.Arguments)
		}
		switch m.Role {
		case llm.System:
			s.system += n
		case llm.ToolRole:
			s.results += n
		default:
			s.history += n
		}
	}
	if tools, err := json.Marshal(r.Tools); err == nil && len(r.Tools) > 0 {
		s.system += notation.EstimateTokens(string(tools))
	}
	return s
}

// EstimateTokens returns the estimated size of a request, before it is scaled to how its provider counts.
func EstimateTokens(r llm.Request) int { return measure(r).total() }
