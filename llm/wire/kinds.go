package wire

import (
	"net/http"
	"strings"

	"ptk-lsp/llm"
)

// In what words servers say what their status does not.
var (
	overflowWords = []string{
		"context_length_exceeded", "exceed_context_size", "prompt is too long", "maximum context length", "context window",
		"input token count", "request_too_large", "too many tokens", "exceeds the available context size", "exceeds the context length",
		"prompt too long", "exceed context limit",
	}
	creditWords = []string{"insufficient_quota", "credit balance", "insufficient credits", "billing_hard_limit"}
	keyWords    = []string{"api_key_invalid", "invalid_api_key", "api key not valid"}
	toolWords   = []string{"does not support tools", "not support tool", "tool use is not supported", "tools is not supported", "tool choice requires", "support function call"}
	modelWords  = []string{"model_not_found", "model_decommissioned", "unknown model", "invalid model", "not a valid model"}
)

// kindOf tells the sort of failure from the status and the words of the error, in lower case.
func kindOf(status int, words string) llm.Kind {
	switch {
	case status == http.StatusPaymentRequired, hasAny(words, creditWords), hasAny(words, keyWords):
		return llm.KindAuth
	case status == http.StatusTooManyRequests, strings.Contains(words, "rate_limit_exceeded"):
		return llm.KindRate
	case status == http.StatusRequestEntityTooLarge, status < 500 && hasAny(words, overflowWords):
		return llm.KindOverflow
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return llm.KindAuth
	case status == http.StatusNotFound, status < 500 && hasAny(words, modelWords):
		return llm.KindModel
	case status >= 500, status == http.StatusRequestTimeout, status == http.StatusConflict, status == http.StatusTooEarly:
		return llm.KindServer
	}
	return llm.KindRequest
}

func hasAny(text string, words []string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// advice says what the user can do about a failure; "" where nothing is known. words are those of the error.
func (e *Endpoint) advice(kind llm.Kind, status int, words string) string {
	switch kind {
	case llm.KindRequest:
		if hasAny(words, toolWords) {
			return `Have its tools called in text: set toolCalling = "ptk" for ` + e.Name + " in the settings."
		}
		return "The server does not take the request as it is, and would not later: choose another model, or change what it names in the settings of " + e.Name + "."
	case llm.KindAuth:
		return e.keyAdvice(status)
	case llm.KindModel:
		return e.addressAdvice()
	case llm.KindOverflow:
		return "Compact the conversation or begin a new one, attach less, or choose a model with a larger window."
	case llm.KindRate:
		return "Wait a little, or name other models under fallback in the settings."
	case llm.KindServer:
		return "The trouble is the server's own: try again later, or name other models under fallback in the settings."
	}
	return ""
}

func (e *Endpoint) keyAdvice(status int) string {
	variable := e.KeyVariable
	switch {
	case variable == "":
		return "The server wants a key: name the variable that holds it as apiKeyEnv of " + e.Name + " in the settings."
	case e.Key == "":
		return "Set " + variable + " to your key and start again."
	case status == http.StatusUnauthorized || status == http.StatusBadRequest:
		return "The key in " + variable + " was refused: check that it is whole and still valid."
	}
	return "The account of the key in " + variable + " may not do this: check its credit and rights with the provider."
}

func (e *Endpoint) addressAdvice() string {
	advice := "Check the model's name and the address " + redacted(e.BaseURL)
	if e.URLVariable != "" {
		advice += " (" + e.URLVariable + ")"
	}
	return advice + "; most addresses end in /v1."
}
