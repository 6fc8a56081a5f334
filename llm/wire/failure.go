package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/llm/sse"
)

// failure makes an error of one that net/http gave. parent is the caller's context, inner that of the request.
func (e *Endpoint) failure(parent, inner context.Context, err error) error {
	if parent.Err() != nil {
		return fmt.Errorf("%s: %w", e.Name, parent.Err())
	}
	if silent, ok := errors.AsType[silence](context.Cause(inner)); ok {
		return &llm.Error{
			Kind: llm.KindIdle, Provider: e.Name, Cause: err,
			Message:    silent.Error(),
			Suggestion: "Ask again; for a slow local model raise chat.llmIdleTimeoutMs in the settings.",
		}
	}
	if tooMuch, ok := errors.AsType[flooded](err); ok {
		return e.endless(string(tooMuch))
	}
	if errors.Is(err, sse.ErrTooLong) {
		return e.endless("a piece of the answer is longer than " + Size(maxEvent))
	}
	var sending *url.Error
	if errors.As(err, &sending) {
		return e.unreachable(sending.Err)
	}
	return e.Broken("the connection was lost in the middle of the answer: "+err.Error(), err)
}

// refused is what the servers' error bodies have in common, each in its own nesting.
type refused struct {
	Message string          `json:"message"`
	Type    string          `json:"type"`
	Code    json.RawMessage `json:"code"`
	Param   string          `json:"param"`
	Status  string          `json:"status"`
	Detail  json.RawMessage `json:"detail"` // FastAPI
	Details []struct {
		Reason     string `json:"reason"`
		RetryDelay string `json:"retryDelay"`
	} `json:"details"` // Google
	Error json.RawMessage `json:"error"`
}

// words are all that says of what sort the failure is, in lower case.
func (r refused) words() string {
	words := []string{r.Message, r.Type, string(r.Code), r.Status}
	for _, d := range r.Details {
		words = append(words, d.Reason)
	}
	return strings.ToLower(strings.Join(words, " "))
}

// decodeRefusal finds the error in a body, whatever the server wraps it in; ok is false where there is none.
func decodeRefusal(body []byte) (r refused, ok bool) {
	body = bytes.TrimSpace(body)
	if list := []json.RawMessage{}; json.Unmarshal(body, &list) == nil && len(list) > 0 {
		body = list[0]
	}
	if json.Unmarshal(body, &r) != nil {
		return r, false
	}
	if len(r.Error) > 0 {
		var text string
		if json.Unmarshal(r.Error, &text) == nil {
			return refused{Message: text}, true
		}
		var inner refused
		if json.Unmarshal(r.Error, &inner) == nil {
			return inner, true
		}
	}
	if r.Message == "" && len(r.Detail) > 0 {
		r.Message = strings.Trim(string(r.Detail), `"`)
	}
	return r, r.Message != ""
}

// Refusal makes an error of an answer with another status than 200, or of an HTML page in place of an answer.
func (e *Endpoint) Refusal(status int, header http.Header, body []byte) *llm.Error {
	r, ok := decodeRefusal(body)
	if !ok {
		r.Message = plainText(header, body)
	}
	if r.Message == "" {
		r.Message = http.StatusText(status)
	}
	if status >= 300 && status < 400 {
		r.Message = "the server sends us on to " + redacted(header.Get("Location")) + ", where your key won't be sent"
	}
	err := e.typed(status, r)
	if status < 400 { // a redirect, or a page in place of an answer
		err.Suggestion = e.addressAdvice()
	}
	if err.RetryAfter = retryAfter(header, r); err.RetryAfter > 0 && err.Kind == llm.KindRate {
		err.Suggestion = "The server asks to wait " + err.RetryAfter.Round(time.Second).String() + ". " + err.Suggestion
	}
	return err
}

// Midstream makes an error of an error object in a stream whose status was 200.
func (e *Endpoint) Midstream(data []byte) *llm.Error {
	r, ok := decodeRefusal(data)
	if !ok {
		return e.Broken("the server sent something that is not understood: "+excerpt(data), nil)
	}
	status, _ := strconv.Atoi(strings.Trim(string(r.Code), `"`))
	if status < 400 || status > 599 {
		status = statusOf(r)
	}
	err := e.typed(status, r)
	err.RetryAfter = retryAfter(nil, r)
	return err
}

// statusOf guesses the status that an error object in a stream would have had.
func statusOf(r refused) int {
	words := r.words()
	switch {
	case strings.Contains(words, "rate_limit"), strings.Contains(words, "resource_exhausted"):
		return http.StatusTooManyRequests
	case strings.Contains(words, "authentication"), strings.Contains(words, "permission"):
		return http.StatusUnauthorized
	case strings.Contains(words, "invalid_request"), strings.Contains(words, "invalid_argument"), hasAny(words, overflowWords), hasAny(words, toolWords):
		return http.StatusBadRequest
	}
	return http.StatusInternalServerError
}

// typed gives the error with its kind and what to do about it.
func (e *Endpoint) typed(status int, r refused) *llm.Error {
	words := r.words()
	err := &llm.Error{Provider: e.Name, Status: status, Message: e.shown(r.Message), Kind: kindOf(status, words)}
	err.Suggestion = e.advice(err.Kind, status, words)
	return err
}

// scrub takes the key out of a text, and what else was sent along that may be secret.
func (e *Endpoint) scrub(text string) string {
	const shortest = 8 // of what is taken for a secret
	if e.Key != "" {
		text = strings.ReplaceAll(text, e.Key, "[key]")
	}
	for name, values := range e.Header {
		for _, v := range values {
			if len(v) >= shortest {
				text = strings.ReplaceAll(text, v, "["+name+"]")
			}
		}
	}
	return text
}

// retryAfter gives how long the server asks to wait, 0 where it doesn't say.
func retryAfter(header http.Header, r refused) time.Duration {
	const longest = 24 * 60 * 60 // seconds
	if ms, err := strconv.ParseFloat(header.Get("Retry-After-Ms"), 64); err == nil && ms > 0 {
		return time.Duration(min(ms, 1000*longest) * float64(time.Millisecond))
	}
	after := header.Get("Retry-After")
	if seconds, err := strconv.ParseFloat(after, 64); err == nil && seconds > 0 {
		return time.Duration(min(seconds, longest) * float64(time.Second))
	}
	if at, err := http.ParseTime(after); err == nil {
		return min(max(time.Until(at), 0), longest*time.Second)
	}
	for _, d := range r.Details {
		if wait, err := time.ParseDuration(d.RetryDelay); err == nil {
			return min(max(wait, 0), longest*time.Second)
		}
	}
	return 0
}

// plainText says in a line what a body without an error object holds.
func plainText(header http.Header, body []byte) string {
	if mediaType(header) != "text/html" && !bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) {
		return excerpt(body)
	}
	lower := bytes.ToLower(body)
	from, to := bytes.Index(lower, []byte("<title>")), bytes.Index(lower, []byte("</title>"))
	if from < 0 || to < from {
		return "the server answered with an HTML page"
	}
	return "the server answered with an HTML page: " + excerpt(body[from+len("<title>"):to])
}

// excerpt is the beginning of a text, on one line.
func excerpt(body []byte) string {
	const most = 300
	text := strings.Join(strings.Fields(strings.ToValidUTF8(string(body[:min(len(body), 2*most)]), "")), " ")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

func redacted(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "another address"
	}
	u.RawQuery = "" // it may hold a key
	return u.Redacted()
}

func mediaType(header http.Header) string {
	kind, _, _ := mime.ParseMediaType(header.Get("Content-Type"))
	return kind
}
