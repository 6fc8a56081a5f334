// Package embed asks providers for vectors of texts, in their real wire formats: OpenAI's and what speaks like it, Gemini's,
// and Ollama's own. It sends the texts it is given and keeps nothing.
// Start at [New], [Client.Documents] and [Client.Query].
package embed

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"ptk-lsp/llm"
	"ptk-lsp/llm/wire"
)

// Kind is the wire format that a server speaks.
type Kind string

// The kinds.
const (
	OpenAI Kind = "openai" // POST /embeddings
	Gemini Kind = "gemini" // POST /models/NAME:batchEmbedContents
	Ollama Kind = "ollama" // POST /api/embed
)

// Options say which model of which server makes the vectors.
type Options struct {
	wire.Options
	Kind  Kind
	Model string
	// Wait is the wait before the first further try, half a second where it is 0; every further one is twice as long.
	Wait time.Duration
}

// Client asks one model. It is safe for concurrent use.
type Client struct {
	endpoint *wire.Endpoint
	dialect  dialect
	o        Options
}

// dialect is how one kind of server is asked.
type dialect struct {
	path  func(model string) string
	most  int // texts in one request
	write func(model string, texts []string, query bool) any
	read  func(answer []byte) ([][]float32, error)
}

// New checks the options; nothing is sent yet.
func New(o Options) (*Client, error) {
	var d dialect
	field, prefix := "Authorization", "Bearer "
	o.BaseURL = strings.TrimRight(strings.TrimSpace(o.BaseURL), "/")
	switch o.Kind {
	case OpenAI:
		d = openAI()
		o.BaseURL = cmp.Or(o.BaseURL, "https://api.openai.com/v1")
	case Gemini:
		d, field, prefix = gemini(), "X-Goog-Api-Key", ""
		o.BaseURL = strings.TrimSuffix(cmp.Or(o.BaseURL, "https://generativelanguage.googleapis.com"), "/v1beta") + "/v1beta"
	case Ollama:
		d = ollama()
		o.BaseURL = strings.TrimSuffix(cmp.Or(o.BaseURL, "http://127.0.0.1:11434"), "/v1")
	default:
		return nil, fmt.Errorf("%s: no vectors are to be had from providers of kind %q", o.Name, o.Kind)
	}
	if o.Model == "" {
		return nil, fmt.Errorf("%s: the model that makes vectors is written provider/model", o.Name)
	}
	o.Wait = cmp.Or(o.Wait, 500*time.Millisecond)
	endpoint, err := wire.New(o.Options, field, prefix)
	if err != nil {
		return nil, err
	}
	return &Client{endpoint, d, o}, nil
}

// Close closes the connections that are kept open.
func (c *Client) Close() { c.endpoint.Close() }

// Name is the provider's and the model's, "provider/model".
func (c *Client) Name() string { return c.o.Name + "/" + c.o.Model }

// Documents gives a vector for each text that is to be found, in their order, all of one dimension. It asks again where
// the server fails for a moment or has had too many requests, and asks for less at once where a request is too large.
func (c *Client) Documents(ctx context.Context, texts []string) ([][]float32, error) {
	var out [][]float32
	for len(texts) > 0 {
		n := min(len(texts), c.dialect.most)
		vs, err := c.split(ctx, texts[:n])
		if err != nil {
			return nil, err
		}
		out, texts = append(out, vs...), texts[n:]
	}
	return out, nil
}

// Query gives the vector of a text by which others are looked for. It asks once: somebody waits.
func (c *Client) Query(ctx context.Context, text string) ([]float32, error) {
	vs, err := c.ask(ctx, []string{text}, true)
	if err != nil {
		return nil, err
	}
	return vs[0], nil
}

// split asks for the halves where the whole is too large; of a single text that is, the beginning must do.
func (c *Client) split(ctx context.Context, texts []string) ([][]float32, error) {
	const least = 200 // bytes of a text that are worth a vector
	vs, err := c.steadily(ctx, texts)
	var failed *llm.Error
	switch {
	case !errors.As(err, &failed) || failed.Kind != llm.KindOverflow:
		return vs, err
	case len(texts) == 1 && len(texts[0]) > least:
		return c.split(ctx, []string{beginning(texts[0], len(texts[0])/2)})
	case len(texts) == 1:
		return nil, err
	}
	half := len(texts) / 2
	first, err := c.split(ctx, texts[:half])
	if err != nil {
		return nil, err
	}
	second, err := c.split(ctx, texts[half:])
	return append(first, second...), err
}

// beginning gives the first n bytes, less where a character would be cut.
func beginning(text string, n int) string {
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// How often a request is tried again, and how long a server may ask to wait before.
const (
	tries   = 5
	longest = time.Minute
)

// steadily asks again after what may pass.
func (c *Client) steadily(ctx context.Context, texts []string) ([][]float32, error) {
	for try := 0; ; try++ {
		vs, err := c.ask(ctx, texts, false)
		var failed *llm.Error
		if !errors.As(err, &failed) || !failed.Temporary() || try == tries || failed.RetryAfter > longest {
			return vs, err
		}
		timer := time.NewTimer(max(failed.RetryAfter, min(c.o.Wait<<try, longest)))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return nil, fmt.Errorf("waiting to ask %s again: %w", c.Name(), context.Cause(ctx))
		}
	}
}

// ask makes one request.
func (c *Client) ask(ctx context.Context, texts []string, query bool) ([][]float32, error) {
	body, err := json.Marshal(c.dialect.write(c.o.Model, texts, query))
	if err != nil {
		return nil, fmt.Errorf("%s: writing the request: %w", c.o.Name, err)
	}
	var answer json.RawMessage
	if err := c.endpoint.Post(ctx, c.dialect.path(c.o.Model), body, &answer); err != nil {
		return nil, err
	}
	vs, err := c.dialect.read(answer)
	if err != nil {
		return nil, c.endpoint.Broken("the vectors can't be read: "+err.Error(), err)
	}
	if len(vs) != len(texts) {
		return nil, c.broken("%d vectors came for %d texts", len(vs), len(texts))
	}
	for _, v := range vs {
		if len(v) == 0 || len(v) != len(vs[0]) {
			return nil, c.broken("a vector of %d dimensions came beside one of %d", len(v), len(vs[0]))
		}
	}
	return vs, nil
}

// broken is an answer that is complete and wrong: asking again brings the same.
func (c *Client) broken(format string, args ...any) error {
	return &llm.Error{
		Kind: llm.KindRequest, Provider: c.o.Name, Message: fmt.Sprintf(format, args...),
		Suggestion: "Check that " + c.o.Model + " is a model that makes vectors.",
	}
}
