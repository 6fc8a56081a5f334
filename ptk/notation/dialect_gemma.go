package notation

import "strings"

// isGemma says whether a body is written as Gemma writes calls: call:read_file{path:<|"|>a.go<|"|>}, with <escape> for the
// quotes in older models.
func isGemma(text string) bool { return strings.HasPrefix(strings.TrimSpace(text), "call:") }

// gemmaCall reads such calls, one behind another.
func gemmaCall(b Body) ([]Call, error) {
	var calls []Call
	for rest := strings.TrimSpace(b.Text); rest != ""; {
		name, args, found := strings.Cut(strings.TrimPrefix(rest, "call:"), "{")
		if !found {
			return calls, &Error{Code: InvalidToolCall, Message: "the call has no arguments; write {} where it needs none"}
		}
		r := &reader{src: "{" + gemmaQuotes(args)}
		r.value()
		if r.fault != nil {
			return calls, &Error{Code: ParseError, Message: r.fault.say, Tool: name}
		}
		c, _ := settle(written{name: strings.TrimSpace(name), args: r.out}, b.tools)
		calls = append(calls, c)
		rest = strings.TrimSpace(r.src[r.pos:])
		if rest != "" && !strings.HasPrefix(rest, "call:") {
			return calls, &Error{Code: ParseError, Message: "something else stands behind the call", Tool: name}
		}
	}
	return calls, nil
}

// gemmaQuotes writes the strings between Gemma's quotes as JSON strings.
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
