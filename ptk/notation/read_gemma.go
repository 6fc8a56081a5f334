package notation

import "strings"

// isGemma reports whether a body is written as Gemma writes calls: call:read_file{path:<|"|>a.go<|"|>}, with <escape> as the
// quotation mark of older models.
func isGemma(text string) bool { return strings.HasPrefix(strings.TrimSpace(text), "call:") }

// gemmaCalls reads consecutive calls of this form in one pass, at most one more than a message may contain.
func gemmaCalls(b Body) ([]Call, error) {
	var calls []Call
	r := newReader(gemmaQuotes(strings.TrimSpace(b.Text)))
	for len(calls) <= mostCalls {
		rest := strings.TrimSpace(r.src[r.pos:])
		if rest == "" {
			break
		}
		name, _, found := strings.Cut(strings.TrimPrefix(rest, "call:"), "{")
		switch {
		case !isGemma(rest):
			return calls, &Error{Code: ParseError, Message: "something else stands behind the call", Tool: calls[len(calls)-1].Tool}
		case !found:
			return calls, &Error{Code: InvalidToolCall, Message: "the call has no arguments; write {} where it needs none"}
		}
		r.pos = len(r.src) - len(rest) + len("call:") + len(name)
		args := r.taken(r.value)
		if r.fault != nil {
			return calls, &Error{Code: ParseError, Message: r.fault.message, Tool: name}
		}
		c, ok := resolve(written{name: strings.TrimSpace(name), args: args}, b.tools)
		if !ok {
			return calls, &Error{Code: InvalidToolCall, Message: "the call names no tool"}
		}
		calls = append(calls, c)
	}
	return calls, nil
}

// gemmaQuotes turns the strings between Gemma's quotation marks into JSON strings.
func gemmaQuotes(text string) string {
	for _, quote := range []string{`<|"|>`, "<escape>"} {
		parts := strings.Split(text, quote)
		if len(parts)%2 == 0 {
			continue // one has no end
		}
		for i := 1; i < len(parts); i += 2 {
			parts[i] = string(quoteJSON(parts[i]))
		}
		text = strings.Join(parts, "")
	}
	return text
}
