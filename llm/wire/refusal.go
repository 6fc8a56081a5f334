package wire

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"ptk-lsp/llm"
)

// refused holds what the servers' error bodies have in common, each in its own nesting.
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
		Violations []struct {
			QuotaID string `json:"quotaId"` // such as GenerateRequestsPerDayPerProjectPerModel-FreeTier
		} `json:"violations"`
	} `json:"details"` // Google
	Error  json.RawMessage `json:"error"`
	Window int             `json:"n_ctx"`           // llama.cpp
	Prompt int             `json:"n_prompt_tokens"` // llama.cpp
}

// words returns everything that classifies the failure, in lower case.
func (r refused) words() string {
	words := []string{r.Message, r.Type, string(r.Code), r.Status}
	for _, d := range r.Details {
		words = append(words, d.Reason)
		for _, v := range d.Violations {
			words = append(words, v.QuotaID)
		}
	}
	return strings.ToLower(strings.Join(words, " "))
}

// decodeRefusal finds the error in a body, however the server nests it; ok is false if there is none.
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

// Refusal returns the error of a response whose status is not 200, or that is an HTML page.
func (o Options) Refusal(status int, header http.Header, body []byte) *llm.Error {
	r, ok := decodeRefusal(body)
	if !ok {
		r.Message = plainText(header, body)
	}
	if r.Message == "" {
		r.Message = http.StatusText(status)
	}
	if status >= 300 && status < 400 {
		r.Message = "the server redirects to " + redacted(
			header.Get("Location"),
		) + "; redirects are not followed, to keep your key from other servers"
	}
	err := o.classified(status, r)
	if status < 400 { // a redirect or an HTML page
		err.Suggestion = o.addressAdvice()
	}
	if err.RetryAfter = retryAfter(header, r); err.RetryAfter > 0 && err.Kind == llm.KindRate {
		err.Suggestion = "The server asks to wait " + err.RetryAfter.Round(time.Second).String() + ". " + err.Suggestion
	}
	return err
}

// Midstream returns the error for an error object in a stream whose status was 200.
func (o Options) Midstream(data []byte) *llm.Error {
	r, ok := decodeRefusal(data)
	if !ok {
		return o.Broken("the server sent an event that can't be read: "+excerpt(data), nil)
	}
	status, _ := strconv.Atoi(strings.Trim(string(r.Code), `"`))
	if status < 400 || status > 599 {
		status = statusOf(r)
	}
	err := o.classified(status, r)
	err.RetryAfter = retryAfter(nil, r)
	return err
}

// statusOf guesses the HTTP status for an error object in a stream.
func statusOf(r refused) int {
	words := r.words()
	switch {
	case strings.Contains(words, "rate_limit"), strings.Contains(words, "resource_exhausted"):
		return http.StatusTooManyRequests
	case strings.Contains(words, "authentication"), strings.Contains(words, "permission"):
		return http.StatusUnauthorized
	case hasAny(words, []string{"invalid_request", "invalid_argument"}), hasAny(words, overflowWords), hasAny(words, toolWords):
		return http.StatusBadRequest
	}
	return http.StatusInternalServerError
}

// classified returns the error with its kind and a suggestion.
func (o Options) classified(status int, r refused) *llm.Error {
	words := r.words()
	err := &llm.Error{Provider: o.Name, Status: status, Message: o.shown(r.Message), Kind: kindOf(status, words)}
	err.Suggestion = o.advice(err.Kind, status, words)
	addWindow(err, r)
	return err
}

// retryAfter returns how long the server asks to wait, or 0.
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
