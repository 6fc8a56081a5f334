package wire

import (
	"net/http"
	"strings"

	"ptk-lsp/llm"
)

// Phrases with which servers explain what their status does not.
var (
	overflowWords = []string{
		"context_length_exceeded", "exceed_context_size", "prompt is too long", "maximum context length", "context window",
		"input token count", "request_too_large", "too many tokens", "exceeds the available context size", "exceeds the context length",
		"prompt too long", "exceed context limit", "exceeds the maximum number of tokens",
	}
	quotaWords = []string{
		"insufficient_quota", "credit balance", "insufficient credits", "insufficient balance", "billing_hard_limit", "billing_not_active",
		"billing_error", "api usage limits", "free-models-per-day", "perdayper",
	}
	keyWords  = []string{"api_key_invalid", "invalid_api_key", "api key not valid"}
	toolWords = []string{
		"does not support tools", "not support tool", "tool use is not supported", "tools is not supported", "tool choice requires",
		"support function call", "requires --jinja",
	}
	modelWords = []string{"model_not_found", "model_decommissioned", "unknown model", "invalid model", "not a valid model"}
)

// kindOf returns the kind of a failure, from its status and the words of the error in lower case.
func kindOf(status int, words string) llm.Kind {
	switch {
	case status == http.StatusNotImplemented, hasAny(words, toolWords): // llama.cpp answers with 500
		return llm.KindRequest
	case status == http.StatusPaymentRequired, hasAny(words, quotaWords):
		return llm.KindQuota
	case hasAny(words, keyWords):
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

// advice returns what the user can do about a failure. words are those of the error.
func (o Options) advice(kind llm.Kind, status int, words string) string {
	switch kind {
	case llm.KindRequest:
		if strings.Contains(words, "requires --jinja") {
			return `Start llama-server with --jinja, or have the model call tools in text: set toolCalling = "ptk" for ` + o.Name +
				" in the settings."
		}
		if hasAny(words, toolWords) {
			return `Have the model call tools in text: set toolCalling = "ptk" for ` + o.Name + " in the settings."
		}
		return "The server rejects this request and will reject it again: choose another model, or change what it names in the settings of " +
			o.Name + "."
	case llm.KindAuth:
		return o.keyAdvice(status)
	case llm.KindQuota:
		return "Your account with " + o.Name + " has no credit or quota left. The key is fine: add credit or raise the limit with the " +
			"provider, or choose another model."
	case llm.KindModel:
		return o.addressAdvice()
	case llm.KindOverflow:
		return "Compact the conversation or start a new one, attach less, or choose a model with a larger context window."
	case llm.KindRate:
		return "Wait a moment and try again, choose another model, or list other models under fallback in the settings."
	case llm.KindServer:
		return "The provider has a problem: try again later, or list other models under fallback in the settings."
	case llm.KindNetwork, llm.KindNotRunning, llm.KindBroken, llm.KindIdle, llm.KindEndless: // never the kind of a refusal
	}
	return ""
}

func (o Options) keyAdvice(status int) string {
	variable := o.KeyVariable
	switch {
	case variable == "":
		return "The server needs a key: in the settings, set apiKeyEnv of " + o.Name + " to the name of the variable that holds it."
	case o.Key == "":
		return "Set " + variable + " to your key and start again."
	case status == http.StatusUnauthorized || status == http.StatusBadRequest:
		return "The key in " + variable + " was refused: check that it is whole and still valid."
	}
	return "The key in " + variable + " has no permission for this: check its access with the provider."
}

func (o Options) addressAdvice() string {
	advice := "Check the model's name and the address " + redacted(o.BaseURL)
	if o.URLVariable != "" {
		advice += " (" + o.URLVariable + ")"
	}
	return advice + "; most addresses end in /v1."
}
