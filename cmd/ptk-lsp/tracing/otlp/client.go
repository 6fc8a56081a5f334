// Package otlp sends spans and metrics to a collector as OTLP over HTTP with JSON. It has a seventh of the size of the official
// exporter, and depends on nothing of this project.
// Start at [New]; [Queue] sends without ever blocking its callers.
//
// Source: https://opentelemetry.io/docs/specs/otlp/#otlphttp, its JSON encoding.
package otlp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// sendTime is the timeout of one request with its retries.
const sendTime = 10 * time.Second

// Client sends to one collector. It is safe for concurrent use.
type Client struct {
	base    string
	headers http.Header
	http    *http.Client
}

// New takes the URL of a collector, such as http://localhost:4318; the signals' paths are put behind it. Headers are fields
// that go along with every request to it, as OTEL_EXPORTER_OTLP_HEADERS has them; "" has none.
func New(endpoint, headers string) (*Client, error) {
	u, err := url.Parse(endpoint)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("%q is no URL of a collector, such as http://localhost:4318", endpoint)
	}
	fields, err := parseHeaders(headers)
	if err != nil {
		return nil, fmt.Errorf("the headers for the collector (OTEL_EXPORTER_OTLP_HEADERS): %w", err)
	}
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	transport := http.DefaultTransport.(*http.Transport).Clone()
	return &Client{strings.TrimRight(endpoint, "/"), fields, &http.Client{Transport: transport, CheckRedirect: stay}}, nil
}

// close closes idle connections.
func (c *Client) close() { c.http.CloseIdleConnections() }

// post sends one message, and repeats that if the collector asks for a retry.
func (c *Client) post(ctx context.Context, path string, message any) error {
	body, err := json.Marshal(message)
	if err != nil {
		return fmt.Errorf("writing what is sent to %s: %w", path, err)
	}
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	for pause := time.Second; ; pause *= 2 {
		again, err := c.try(ctx, path, body)
		if err == nil || again == 0 {
			return err
		}
		select {
		case <-time.After(max(again, pause)):
		case <-ctx.Done():
			return err
		}
	}
}

// try makes one request. Again is the delay before a retry, or 0 if a retry is useless.
func (c *Client) try(ctx context.Context, path string, body []byte) (again time.Duration, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+path, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	for name, values := range c.headers {
		req.Header[name] = values
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.http.Do(req)
	if err != nil {
		if ctx.Err() != nil {
			return 0, err
		}
		return time.Millisecond, err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10)) // so that the connection is reused
	if resp.StatusCode/100 == 2 {
		return 0, nil
	}
	err = fmt.Errorf("the collector answered %s", resp.Status)
	switch resp.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden:
		err = fmt.Errorf("%w; a token for it goes into OTEL_EXPORTER_OTLP_HEADERS", err)
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		return max(time.Duration(seconds)*time.Second, time.Millisecond), err
	}
	return 0, err
}
