// Package embed requests vectors for texts from a provider, in the wire format that its [Dialect] describes.
// It sends the texts it is given and stores nothing.
// Start at [New], [Client.Documents] and [Client.Query].
package embed

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"ptk-lsp/llm"
	"ptk-lsp/llm/wire"
)

// Dialect is how one kind of server is asked for vectors.
type Dialect struct {
	// Connect checks the options, completes the address and returns the endpoint; it sends nothing.
	Connect func(wire.Options) (*wire.Endpoint, error)
	// Path is where a request for a model is posted.
	Path func(model string) string
	// Batch is the largest number of texts in one request.
	Batch int
	// Encode returns the body of a request, to be written as JSON; query reports whether the texts are queries.
	Encode func(model string, texts []string, query bool) any
	// Decode returns the vectors of a response, in the order of the texts.
	Decode func(response []byte) ([][]float32, error)
}

// Options describe the model that makes the vectors, and its server.
type Options struct {
	wire.Options
	Dialect Dialect
	Model   string
	// Wait is the time before the first retry, half a second if 0; each further one doubles it.
	Wait time.Duration
}

// Client requests vectors from one model. It is safe for concurrent use.
type Client struct {
	endpoint *wire.Endpoint
	o        Options
}

// New checks the options; it sends nothing.
func New(o Options) (*Client, error) {
	if o.Model == "" {
		return nil, fmt.Errorf("%s: the setting embeddings needs a model: write provider/model", o.Name)
	}
	o.Wait = cmp.Or(o.Wait, 500*time.Millisecond)
	endpoint, err := o.Dialect.Connect(o.Options)
	if err != nil {
		return nil, err
	}
	return &Client{endpoint, o}, nil
}

// Close closes the idle connections.
func (c *Client) Close() { c.endpoint.Close() }

// Name returns "provider/model".
func (c *Client) Name() string { return c.o.Name + "/" + c.o.Model }

// Documents returns a vector for each text of the index, in their order, all of one dimension. It retries temporary failures
// and splits requests that are too large.
func (c *Client) Documents(ctx context.Context, texts []string) ([][]float32, error) {
	var out [][]float32
	for len(texts) > 0 {
		n := min(len(texts), c.o.Dialect.Batch)
		vs, err := c.split(ctx, texts[:n])
		if err != nil {
			return nil, err
		}
		out, texts = append(out, vs...), texts[n:]
	}
	return out, nil
}

// Query returns the vector of a search query. It does not retry, since a user is waiting.
func (c *Client) Query(ctx context.Context, text string) ([]float32, error) {
	vs, err := c.request(ctx, []string{text}, true)
	if err != nil {
		return nil, err
	}
	return vs[0], nil
}

// split requests the halves if the whole is too large, and the beginning of a single text that is.
func (c *Client) split(ctx context.Context, texts []string) ([][]float32, error) {
	const least = 200 // bytes of a text that are worth a vector
	vs, err := c.retried(ctx, texts)
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

// beginning returns the first n bytes, or fewer so as not to cut a character.
func beginning(text string, n int) string {
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// Bounds of retries: their number, and the longest wait that is accepted from a server.
const (
	maxRetries = 5
	maxWait    = time.Minute
)

// retried makes one request and retries it after temporary failures.
func (c *Client) retried(ctx context.Context, texts []string) ([][]float32, error) {
	for retries := 0; ; retries++ {
		vs, err := c.request(ctx, texts, false)
		var failed *llm.Error
		if !errors.As(err, &failed) || !failed.Temporary() || retries == maxRetries || failed.RetryAfter > maxWait {
			return vs, err
		}
		timer := time.NewTimer(max(failed.RetryAfter, min(c.o.Wait<<retries, maxWait)))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return nil, fmt.Errorf("waiting to ask %s again: %w", c.Name(), context.Cause(ctx))
		}
	}
}

// request makes one request.
func (c *Client) request(ctx context.Context, texts []string, query bool) ([][]float32, error) {
	body, err := json.Marshal(c.o.Dialect.Encode(c.o.Model, texts, query))
	if err != nil {
		return nil, fmt.Errorf("%s: writing the request: %w", c.o.Name, err)
	}
	var response json.RawMessage
	if err := c.endpoint.Post(ctx, c.o.Dialect.Path(c.o.Model), body, &response); err != nil {
		return nil, err
	}
	vs, err := c.o.Dialect.Decode(response)
	if err != nil {
		return nil, c.endpoint.Broken("the vectors can't be read: "+err.Error(), err)
	}
	if len(vs) != len(texts) {
		return nil, c.invalid("the server sent %d vectors for %d texts", len(vs), len(texts))
	}
	for _, v := range vs {
		if len(v) == 0 || len(v) != len(vs[0]) {
			return nil, c.invalid("the server sent vectors of %d and of %d dimensions", len(v), len(vs[0]))
		}
	}
	return vs, nil
}

// invalid returns the error of a response that is complete and wrong: a retry would bring the same.
func (c *Client) invalid(format string, args ...any) error {
	return &llm.Error{
		Kind: llm.KindRequest, Provider: c.o.Name, Message: fmt.Sprintf(format, args...),
		Suggestion: "Check that " + c.o.Model + " is an embedding model.",
	}
}
