package mcp

import (
	"fmt"
	"net/http"
	"net/url"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// statusError is a status of an HTTP server that the settings can do something about.
type statusError struct{ code int }

func (e *statusError) Error() string {
	return fmt.Sprintf("it answered %d %s", e.code, http.StatusText(e.code))
}

// httpTransport returns the transport to a server with a URL.
func httpTransport(cfg Config) (*sdk.StreamableClientTransport, error) {
	u, err := url.Parse(cfg.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, &failure{
			message: fmt.Sprintf("%q is no URL of a server.", withoutSecrets(cfg.URL)),
			do:      "Set url to one that begins with http:// or https://.", final: true,
		}
	}
	next := http.DefaultTransport.(*http.Transport).Clone()
	next.MaxResponseHeaderBytes = maxHeader
	client := &http.Client{Transport: &headed{next: next, origin: u, headers: cfg.Headers}, CheckRedirect: sameOrigin(u)}
	return &sdk.StreamableClientTransport{Endpoint: cfg.URL, HTTPClient: client, MaxEventSize: maxMessage}, nil
}

// maxHeader is how many bytes the header of a response may have.
const maxHeader = 256 << 10

// sameOrigin follows redirects only to the server itself: calls must not be sent to others.
func sameOrigin(u *url.URL) func(r *http.Request, via []*http.Request) error {
	return func(r *http.Request, via []*http.Request) error {
		if r.URL.Scheme != u.Scheme || r.URL.Host != u.Host {
			return fmt.Errorf("it redirects to %s, which the settings don't name", withoutSecrets(r.URL.Scheme+"://"+r.URL.Host))
		}
		if len(via) > 5 {
			return fmt.Errorf("it redirects too often")
		}
		return nil
	}
}

// headed adds the headers of the settings to requests, but only to those for the origin of the URL.
type headed struct {
	next    *http.Transport
	origin  *url.URL
	headers map[string]string
}

// RoundTrip implements [http.RoundTripper].
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

// CloseIdleConnections closes the connections that are not in use.
func (h *headed) CloseIdleConnections() { h.next.CloseIdleConnections() }

// frameOf returns what ends a message in a response, see [guard].
func frameOf(resp *http.Response) string {
	if limitOf(resp) > maxMessage {
		return "\n\n"
	}
	return ""
}

// limitOf returns how many bytes a response may have. An event stream has no limit, since each of its events has one.
func limitOf(resp *http.Response) int64 {
	const unlimited = 1 << 62
	if ct := resp.Header.Get("Content-Type"); len(ct) >= 17 && ct[:17] == "text/event-stream" {
		return unlimited
	}
	return maxMessage
}
