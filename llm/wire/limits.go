package wire

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"unicode"

	"ptk-lsp/llm"
)

// What a server may send. A server that sends more means harm or is out of order; either way the answer is ended.
const (
	maxEvent   = 16 << 20 // one event; a whole file may come as one piece
	maxReply   = 8 << 20  // an answer that is no stream
	maxRefusal = 64 << 10 // the body of an error
	maxHeader  = 256 << 10
	maxQuiet   = 2 * maxEvent // what is sent without a word of the answer
	maxTotal   = 1 << 30      // all that is sent for one answer
	maxMessage = 2000         // characters of an error that the server tells
	maxModels  = 5000         // of one list
	maxName    = 300          // bytes of a model's name

	maxElements = 1 << 16 // values in one event
	maxListed   = 1 << 18 // values in a list of models
	maxVectors  = 1 << 21 // values in a batch of vectors
)

// What one answer, and one list of models, may hold.
const (
	// MaxAnswer is how many bytes of text, thoughts and arguments an answer may have; package ptk takes half of that.
	MaxAnswer = 8 << 20
	// MaxPages is how many pages of a list of models are asked for.
	MaxPages = 20
	// MaxCalls is how many native calls an answer may make.
	MaxCalls = 256
)

// endless is the error of an answer that exceeds a limit. Asking again would not help.
func (e *Endpoint) endless(message string) *llm.Error {
	return &llm.Error{
		Kind: llm.KindEndless, Provider: e.Name, Message: message,
		Suggestion: "Ask for less at once; if it stays so, the model or its server is out of order: use another.",
	}
}

// Size tells a number of bytes as a person would.
func Size(n int) string {
	if n >= 1<<30 {
		return fmt.Sprintf("%d GiB", n>>30)
	}
	return fmt.Sprintf("%d MiB", n>>20)
}

// Full returns the error of an answer that holds more bytes or native calls than it may; nil where it does not.
func (a *Answer) Full(bytes, calls int) error {
	switch {
	case bytes > MaxAnswer:
		return a.endpoint.endless("the answer was ended after " + Size(MaxAnswer) + ", more than any model says at once")
	case calls > MaxCalls:
		return a.endpoint.endless(fmt.Sprintf("the answer was ended after %d tool calls", MaxCalls))
	}
	return nil
}

// crowded reports whether JSON has more values than most: each takes two bytes there and hundreds once it is decoded.
func crowded(data []byte, most int) bool {
	if len(data) < most {
		return false
	}
	for n := 0; ; n++ {
		at := bytes.IndexAny(data, `,"`)
		switch {
		case at < 0:
			return false
		case n >= most:
			return true
		case data[at] == '"':
			n--
			if at = stringEnd(data, at+1); at < 0 {
				return false // it can't be decoded either
			}
		}
		data = data[at+1:]
	}
}

// stringEnd returns the offset of the quotation mark that ends the string whose text begins at from; -1 where there is none.
func stringEnd(data []byte, from int) int {
	for at := from; at < len(data); at++ {
		n := bytes.IndexAny(data[at:], `"\`)
		if n < 0 {
			return -1
		}
		if at += n; data[at] == '"' {
			return at
		}
		at++ // past what is escaped
	}
	return -1
}

// decodeBounded decodes JSON that has at most so many values.
func decodeBounded(data []byte, v any, most int) error {
	if crowded(data, most) {
		return fmt.Errorf("it has more than %d values", most)
	}
	return json.Unmarshal(data, v)
}

// Count is a number that a server tells, such as one of tokens: what is no number, negative or absurd counts as 0.
type Count int

// UnmarshalJSON takes any value.
func (c *Count) UnmarshalJSON(data []byte) error {
	var n float64
	*c = 0
	if json.Unmarshal(data, &n) == nil && n >= 0 && n <= math.MaxInt32 {
		*c = Count(n)
	}
	return nil
}

// Or returns the first count that is not 0.
func (c Count) Or(others ...Count) int {
	return int(cmp.Or(c, cmp.Or(others...)))
}

// Listed returns the models of a list that can be named, no more than a person could choose from.
func Listed(models []llm.Model) []llm.Model {
	out := models[:0]
	for _, m := range models {
		if m.ID == "" || len(m.ID) > maxName || strings.ContainsFunc(m.ID, unicode.IsControl) {
			continue
		}
		if out = append(out, m); len(out) == maxModels {
			break
		}
	}
	return out
}

// shown makes what a server says in an error fit for a line: bounded, without control characters and without keys.
func (e *Endpoint) shown(text string) string {
	const longestKey = 4 << 10 // a key at the cut is masked too
	if len(text) > 4*maxMessage+longestKey {
		text = text[:4*maxMessage+longestKey]
	}
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(e.scrub(text), "\ufffd"))
	if runes := []rune(text); len(runes) > maxMessage {
		return string(runes[:maxMessage]) + "…"
	}
	return text
}
