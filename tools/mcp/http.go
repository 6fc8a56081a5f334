package mcp

import (
	"fmt"
	"net/http"
	"net/url"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// statusError is a refusal of an HTTP server that says something about the settings.
type statusError struct{ code int }

func (e *statusError) Error() string {
	return fmt.Sprintf("it answered %d %s", e.code, http.StatusText(e.code))
}

// httpTransport reaches a server by its URL.
func httpTransport(cfg Config) (*sdk.StreamableClientTransport, error) {
	u, err := url.Parse(cfg.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, &failure{message: fmt.Sprintf("%q is no URL of a server.", withoutSecrets(cfg.URL)), do: "Set url to one that begins with http:// or https://.", final: true}
	}
	next := http.DefaultTransport.(*http.Transport).Clone()
	next.MaxResponseHeaderBytes = maxHeader
	client := &http.Client{Transport: &headed{next: next, origin: u, headers: cfg.Headers}, CheckRedirect: sameOrigin(u)}
	return &sdk.StreamableClientTransport{Endpoint: cfg.URL, HTTPClient: client, MaxEventSize: maxMessage}, nil
}

// maxHeader is how many bytes the header of an answer may have.
const maxHeader = 256 << 10

// sameOrigin follows a redirect only where it stays with the server: what the model says in a call is for nobody else.
func sameOrigin(u *url.URL) func(r *http.Request, via []*http.Request) error {
	return func(r *http.Request, via []*http.Request) error {
		if r.URL.Scheme != u.Scheme || r.URL.Host != u.Host {
			return fmt.Errorf("it sends us on to %s, which the settings don't name", withoutSecrets(r.URL.Scheme+"://"+r.URL.Host))
		}
		if len(via) > 5 {
			return fmt.Errorf("it sends us on and on")
		}
		return nil
	}
}

// headed sends the headers of the settings, but to no other origin, where a redirect may lead.
type headed struct {
	next    *http.Transport
	origin  *url.URL
	headers map[string]string
}

func (h *headed) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme == h.origin.Scheme && r.URL.Host == h.origin.Host {
		r = r.Clone(r.Context())
		for k, v := range h.headers {
			r.Header.Set(k, v)
		}
	}
	resp, err := h.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusUnauthorized || resp.StatusCode == http.StatusForbidden {
		_ = resp.Body.Close()
		return nil, &statusError{resp.StatusCode}
	}
	resp.Body = http.MaxBytesReader(nil, &guard{ReadCloser: resp.Body, frame: frameOf(resp)}, limitOf(resp))
	return resp, nil
}

// CloseIdleConnections lets the connections go that nothing uses.
func (h *headed) CloseIdleConnections() { h.next.CloseIdleConnections() }

// frameOf tells what ends a message in an answer.
func frameOf(resp *http.Response) string {
	if limitOf(resp) > maxMessage {
		return "\n\n"
	}
	return ""
}

// limitOf is how much an answer may hold; a stream of events, each limited of its own, may go on.
func limitOf(resp *http.Response) int64 {
	const endless = 1 << 62
	if ct := resp.Header.Get("Content-Type"); len(ct) >= 17 && ct[:17] == "text/event-stream" {
		return endless
	}
	return maxMessage
}
