package llmtest

import (
	"encoding/json"
	"net/http"
	"strings"

	"ptk-lsp/llm"
)

// api is one provider's API as the server speaks it. Each is declared in a file of its own.
type api struct {
	// keyField is the header field of the key.
	keyField string
	// models is the route of the list of models, which APIs may share.
	models string
	// dialect returns a new writer of streams.
	dialect func() dialect
	// serve registers the other routes.
	serve func(h handlers, mux *http.ServeMux)
}

// decoder reads the body of a request.
type decoder func(body []byte, r *Request) error

// handlers make the handlers of a server.
type handlers struct {
	// chat records a request and plays its reply.
	chat func(decode decoder, d func() dialect) http.HandlerFunc
	// embed answers requests for vectors.
	embed func(e embedder) http.HandlerFunc
}

// dialect writes the pieces of one answer as a provider does.
type dialect interface {
	// piece returns a text, reasoning, call or failure step as bytes on the wire.
	piece(s Step) string
	// end returns the end of a stream.
	end(finish llm.Finish, usage *llm.Usage) string
	// noise returns what the format allows between two pieces and has no meaning.
	noise() string
	// mediaType is that of a stream.
	mediaType() string
}

// events is what the dialects with server-sent events share.
type events struct{}

func (events) noise() string     { return ": still here\n\n:\r\n\r\n" }
func (events) mediaType() string { return "text/event-stream" }

// embedder is how one API requests and returns vectors.
type embedder struct {
	decode decoder
	encode func(vectors [][]float32) any
}

// strict decodes a body and refuses unknown fields.
func strict(body []byte, v any) error {
	d := json.NewDecoder(strings.NewReader(string(body)))
	d.DisallowUnknownFields()
	return d.Decode(v)
}
