package ptk

import (
	"fmt"

	"ptk-lsp/llm"
)

// What an answer may hold, whatever the provider lets through. Everything that keeps, shows and searches an answer has to
// be able to bear it.
const (
	mostAnswer   = 4 << 20 // bytes of text, thoughts and arguments
	mostCalls    = 256
	mostWarnings = 100
)

// full returns the error of an answer that holds more than it may, with which its stream is left.
func (a *answer) full() error {
	what := ""
	switch {
	case a.size > mostAnswer:
		what = fmt.Sprintf("%d MiB, more than any model says at once", mostAnswer>>20)
	case len(a.calls) >= mostCalls:
		what = fmt.Sprintf("%d tool calls", mostCalls)
	default:
		return nil
	}
	return &llm.Error{
		Kind: llm.KindEndless, Provider: a.t.route.Name, Message: "the answer was ended after " + what,
		Suggestion: "Ask for less at once; if it stays so, the model or its server is out of order: use another.",
	}
}
