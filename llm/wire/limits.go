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

// Limits of what a server may send. A server that sends more is hostile or faulty; its response is stopped.
const (
	maxEvent   = 16 << 20 // bytes of one event; a whole file may come as one piece
	maxReply   = 8 << 20  // bytes of a response that is not a stream
	maxRefusal = 64 << 10 // bytes of the body of an error
	maxHeader  = 256 << 10
	maxQuiet   = 2 * maxEvent // bytes that add nothing to the answer
	maxTotal   = 1 << 30      // bytes of one response
	maxModels  = 5000         // models of one list
	maxName    = 300          // bytes of a model's name

	maxElements = 1 << 16 // values in one event
	maxListed   = 1 << 18 // values in a list of models
	maxVectors  = 1 << 21 // values in a batch of vectors
)

// Limits of one answer and of one list of models.
const (
	// MaxAnswer is how many bytes of text, reasoning and arguments an answer may have; package ptk accepts half of that.
	MaxAnswer = 8 << 20
	// MaxPages is how many pages of a list of models are requested.
	MaxPages = 20
	// MaxCalls is how many native calls an answer may make.
	MaxCalls = 256
)

// crowded reports whether JSON has more than most values: a value takes two bytes there and hundreds once it is decoded.
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

// stringEnd returns the offset of the quotation mark that ends the string whose text begins at from, or -1.
func stringEnd(data []byte, from int) int {
	for at := from; at < len(data); at++ {
		n := bytes.IndexAny(data[at:], `"\`)
		if n < 0 {
			return -1
		}
		if at += n; data[at] == '"' {
			return at
		}
		at++ // skip the escaped character
	}
	return -1
}

// decodeBounded decodes JSON that has at most this many values.
func decodeBounded(data []byte, v any, most int) error {
	if crowded(data, most) {
		return fmt.Errorf("it has more than %d values", most)
	}
	return json.Unmarshal(data, v)
}

// Count is a number sent by a server, such as one of tokens. Anything that is not a number, is negative or absurdly large
// decodes as 0.
type Count int

// UnmarshalJSON accepts any value.
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

// Listed returns the models that have a usable name, at most as many as a person could choose from.
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
