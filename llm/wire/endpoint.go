// Package wire is the HTTP side that all providers share: it sends requests with the key and reads responses as events.
// It knows nothing of any provider's messages; every failure becomes an [llm.Error] with a suggestion for the user.
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
	"time"
)

// Endpoint is one provider's server. It is safe for concurrent use.
type Endpoint struct {
	Options
	// Lines reports whether streams are lines of JSON rather than server-sent events.
	Lines  bool
	client *http.Client
}

// New checks the options and returns the endpoint; it sends nothing. Every path is appended to o.BaseURL. The key is sent in
// the header field keyField, after prefix.
func New(o Options, keyField, prefix string) (*Endpoint, error) {
	u, err := url.Parse(o.BaseURL)
	var bad *url.Error
	if errors.As(err, &bad) {
		return nil, fmt.Errorf("setting up %s: the base URL can't be read: %w", o.Name, bad.Err) // without the URL, which may hold a password
	}
	if (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, fmt.Errorf("setting up %s: the base URL %q must look like https://host/v1", o.Name, u.Redacted())
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
		// A redirect may send the key to another host: report it instead of following it.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// transport returns one for long responses in small pieces: no compression, which would delay them, and large reads.
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

// Close closes the idle connections.
func (e *Endpoint) Close() { e.client.CloseIdleConnections() }

// Get requests path and decodes the JSON response into v.
func (e *Endpoint) Get(ctx context.Context, path string, v any) error {
	return e.plain(ctx, http.MethodGet, path, nil, v, maxListed)
}

// Post posts a JSON body to path and decodes the JSON response into v.
func (e *Endpoint) Post(ctx context.Context, path string, body []byte, v any) error {
	return e.plain(ctx, http.MethodPost, path, body, v, maxVectors)
}

func (e *Endpoint) plain(ctx context.Context, method, path string, body []byte, v any, most int) error {
	inner, cancel := context.WithTimeoutCause(ctx, e.Idle, silence(e.Idle))
	defer cancel()
	resp, err := e.send(inner, method, path, body)
	if err != nil {
		return e.failure(ctx, context.Cause(inner), err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxReply+1))
	if err != nil {
		return e.failure(ctx, context.Cause(inner), err)
	}
	if len(data) > maxReply {
		return e.endless("the response to " + pathOnly(path) + " is larger than " + Size(maxReply))
	}
	if resp.StatusCode != http.StatusOK {
		return e.Refusal(resp.StatusCode, resp.Header, data)
	}
	if err := decodeBounded(data, v, most); err != nil {
		return e.Broken("the response is not the expected JSON: "+excerpt(data), err)
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
	// Servers close idle connections (llama.cpp after 5 s), sometimes as a request arrives. With this key, which is not sent,
	// net/http sends the request again on a new connection if the old one ended without a byte of an answer.
	req.Header["Idempotency-Key"] = []string{}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	return e.client.Do(req)
}
