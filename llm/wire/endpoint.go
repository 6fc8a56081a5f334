// Package wire is the HTTP side that all model providers share: requests go out with the key, answers come in as events.
// It knows nothing of any one provider's messages; what goes wrong becomes an [llm.Error] that says what to do.
// Start at [Endpoint.Stream].
package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"ptk-lsp/llm"
)

const defaultIdle = 60 * time.Second

// Options say which server a provider speaks to, and how.
type Options struct {
	// Name is the provider's name in the settings, such as "openai" or "groq"; errors carry it.
	Name string
	// BaseURL is the server's address; "" is the provider's own.
	BaseURL string
	// Key is the API key; "" for servers that need none.
	Key string
	// KeyVariable and URLVariable name the environment variables of key and address, for advice to the user.
	KeyVariable, URLVariable string
	// Header is sent along with every request; may be nil.
	Header http.Header
	// Idle is how long the server may be silent; 0 is 60 seconds.
	Idle time.Duration
	// Local says that the server runs on a machine like the user's, where an answer may begin only after the model is loaded
	// and a long prompt is read: until then it may be silent five times as long.
	Local bool
}

// localPatience is how many times as long as Idle a local server may be silent before an answer begins.
const localPatience = 5

// patience is how long the server may be silent before an answer begins.
func (o Options) patience() time.Duration {
	if o.Local {
		return localPatience * o.Idle
	}
	return o.Idle
}

// Endpoint is one provider's server. It is safe for concurrent use.
type Endpoint struct {
	Options
	// Lines says that answers come as a JSON object a line, and not as server-sent events.
	Lines  bool
	client *http.Client
}

// New checks the options and gives the endpoint; nothing is sent yet. Every path is appended to o.BaseURL, and the key is
// sent in the header field keyField, after prefix.
func New(o Options, keyField, prefix string) (*Endpoint, error) {
	u, err := url.Parse(o.BaseURL)
	var bad *url.Error
	if errors.As(err, &bad) {
		return nil, fmt.Errorf("setting up %s: the base URL can't be read: %w", o.Name, bad.Err) // without the URL, which may hold a password
	}
	if (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, fmt.Errorf("setting up %s: the base URL %q is not like https://host/v1", o.Name, u.Redacted())
	}
	if o.Idle <= 0 {
		o.Idle = defaultIdle
	}
	if o.Header = o.Header.Clone(); o.Header == nil {
		o.Header = http.Header{}
	}
	if o.Key != "" {
		o.Header.Set(keyField, prefix+o.Key)
	}
	return &Endpoint{Options: o, client: &http.Client{
		Transport: transport(),
		// A redirect may lead to another host, and the key along with it: say so instead of following.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// transport is tuned for long answers in small pieces: nothing is held back to be unpacked, and a read takes what there is.
func transport() *http.Transport {
	return &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout: 10 * time.Second,
		ForceAttemptHTTP2:   true,
		DisableCompression:  true,
		MaxIdleConnsPerHost: 16,
		IdleConnTimeout:     90 * time.Second,
		ReadBufferSize:      32 << 10,
		WriteBufferSize:     32 << 10,

		MaxResponseHeaderBytes: maxHeader,
	}
}

// Close closes the connections that are kept open for the next request.
func (e *Endpoint) Close() { e.client.CloseIdleConnections() }

// Get asks for path and decodes the JSON answer into v.
func (e *Endpoint) Get(ctx context.Context, path string, v any) error {
	return e.plain(ctx, http.MethodGet, path, nil, v, maxListed)
}

// Post posts a JSON body to path and decodes the JSON answer into v.
func (e *Endpoint) Post(ctx context.Context, path string, body []byte, v any) error {
	return e.plain(ctx, http.MethodPost, path, body, v, maxVectors)
}

func (e *Endpoint) plain(ctx context.Context, method, path string, body []byte, v any, most int) error {
	inner, cancel := context.WithTimeoutCause(ctx, e.Idle, silence(e.Idle))
	defer cancel()
	resp, err := e.send(inner, method, path, body)
	if err != nil {
		return e.failure(ctx, inner, err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxReply+1))
	if err != nil {
		return e.failure(ctx, inner, err)
	}
	if len(data) > maxReply {
		return e.endless("the answer to " + pathOnly(path) + " is longer than " + Size(maxReply))
	}
	if resp.StatusCode != http.StatusOK {
		return e.Refusal(resp.StatusCode, resp.Header, data)
	}
	if err := decodeBounded(data, v, most); err != nil {
		return e.Broken("the answer is no JSON that is understood: "+excerpt(data), err)
	}
	return nil
}

func (e *Endpoint) send(ctx context.Context, method, path string, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, e.BaseURL+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for name, values := range e.Header {
		req.Header[name] = values
	}
	req.Header.Set("User-Agent", "ptk-lsp")
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	return e.client.Do(req)
}

// pathOnly leaves out the query, which may hold a key.
func pathOnly(path string) string {
	path, _, _ = strings.Cut(path, "?")
	return path
}

// silence is the cause with which a request is cancelled when its server says nothing for so long.
type silence time.Duration

// Error says how long it was.
func (s silence) Error() string { return "the server sent nothing for " + time.Duration(s).String() }

// Broken is the error of an answer that ends too early or can't be read.
func (e *Endpoint) Broken(message string, cause error) *llm.Error {
	return &llm.Error{
		Kind: llm.KindBroken, Provider: e.Name, Message: e.shown(message), Cause: cause,
		Suggestion: "Ask again; if it stays so, the server or something on the way to it cuts answers short.",
	}
}
