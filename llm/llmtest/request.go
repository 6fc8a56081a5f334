package llmtest

import (
	"net/http"
	"strings"

	"ptk-lsp/llm"
)

// Request is one request as the server decoded it.
type Request struct {
	// N is the number of the request, from 0.
	N int
	// Path is such as "/v1/chat/completions".
	Path string
	// Header has "[key]" in place of a key.
	Header http.Header
	// Body is the body as it came.
	Body []byte

	llm.Request
	// Window is the context window that the client asks for, 0 if its API has no field for that.
	Window int
	// Streaming reports whether a stream was requested.
	Streaming bool
	// WantsUsage reports whether the client asked for the token counts.
	WantsUsage bool
	// Texts are those to make vectors for; Task is their purpose, if the API has a field for that.
	Texts []string
	Task  string

	// Gone is closed when the client has left or has its answer.
	Gone <-chan struct{}
}

// Last returns the last message, an empty one if there is none.
func (r Request) Last() llm.Message {
	if len(r.Messages) == 0 {
		return llm.Message{}
	}
	return r.Messages[len(r.Messages)-1]
}

// System returns the text of the system messages.
func (r Request) System() string {
	var texts []string
	for _, m := range r.Messages {
		if m.Role == llm.System {
			texts = append(texts, m.Content)
		}
	}
	return strings.Join(texts, "\n\n")
}
