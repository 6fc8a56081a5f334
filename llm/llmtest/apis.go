package llmtest

import (
	"net/http"
	"strings"
)

// apis lists the APIs that the server speaks.
func apis() []api {
	return []api{openAIAPI(), anthropicAPI(), geminiAPI(), ollamaAPI()}
}

// masked returns the header with "[key]" in place of a key.
func masked(h http.Header) http.Header {
	h = h.Clone()
	for _, a := range apis() {
		value := h.Get(a.keyField)
		if value == "" {
			continue
		}
		h.Set(a.keyField, "[key]")
		if scheme, _, bearer := strings.Cut(value, " "); bearer {
			h.Set(a.keyField, scheme+" [key]")
		}
	}
	return h
}
