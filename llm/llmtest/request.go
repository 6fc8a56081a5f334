package llmtest

import (
	"net/http"
	"strings"

	"ptk-lsp/llm"
)

// Request is one request as the server decoded it.
type Request struct {
	// N counts the requests from 0.
	N int
	// Path is the path asked for, such as "/v1/chat/completions".
	Path string
	// Header are its header fields, with "[key]" in place of a key.
	Header http.Header
	// Body is the body as it came.
	Body []byte

	Model       string
	Messages    []llm.Message
	Tools       []llm.Tool
	Temperature *float64
	MaxTokens   int
	Stop        []string
	// Window is how large a window the client asks for, 0 where its wire has no word for that.
	Window int
	// Streaming is true where a stream was asked for.
	Streaming bool
	// WantsUsage is true where the client asked for the tokens used.
	WantsUsage bool
	// Texts are those for which vectors are asked, and Task is what for, where the API says that.
	Texts []string
	Task  string

	// Gone is closed when the client has left or has its answer.
	Gone <-chan struct{}
}

// Last is the last message, empty where there is none.
func (r Request) Last() llm.Message {
	if len(r.Messages) == 0 {
		return llm.Message{}
	}
	return r.Messages[len(r.Messages)-1]
}

// System is the text of the system messages.
func (r Request) System() string {
	var texts []string
	for _, m := range r.Messages {
		if m.Role == llm.System {
			texts = append(texts, m.Content)
		}
	}
	return strings.Join(texts, "\n\n")
}

func newRequest(r *http.Request, body []byte) Request {
	header := r.Header.Clone()
	for _, name := range []string{"Authorization", "X-Api-Key", "X-Goog-Api-Key"} {
		if value := header.Get(name); value != "" {
			scheme, _, bearer := strings.Cut(value, " ")
			header.Set(name, "[key]")
			if bearer {
				header.Set(name, scheme+" [key]")
			}
		}
	}
	return Request{Path: r.URL.Path, Header: header, Body: body, Gone: r.Context().Done()}
}
