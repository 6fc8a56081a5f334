package openai

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// frame is what stands around the text in a chunk that holds nothing but text. The chunks of an answer mostly differ in
// their text alone, so the frame of the last one lets the next be read without decoding it: a chunk that begins and
// ends as one that is known, with a JSON string between, can't mean anything else.
type frame struct{ before, after []byte }

var textKey = []byte(`"content"`)

// text appends the text of a chunk with this frame to to; ok is false where the chunk has another.
func (f *frame) text(to, data []byte) (_ []byte, ok bool) {
	if f.before == nil || len(data) < len(f.before)+len(f.after) ||
		!bytes.HasPrefix(data, f.before) || !bytes.HasSuffix(data, f.after) {
		return to, false
	}
	inner := data[len(f.before) : len(data)-len(f.after)]
	if plainString(inner) {
		return append(to, inner...), true
	}
	var text string
	quoted := data[len(f.before)-1 : len(data)-len(f.after)+1]
	if json.Unmarshal(quoted, &text) != nil {
		return to, false
	}
	return append(to, text...), true
}

// plainString is true where the inside of a JSON string means itself.
func plainString(inner []byte) bool {
	ascii := true
	for _, b := range inner {
		if b == '"' || b == '\\' || b < ' ' {
			return false
		}
		ascii = ascii && b < utf8.RuneSelf
	}
	return ascii || utf8.Valid(inner)
}

// learn takes the frame of a chunk that was decoded and holds nothing but this text.
func (f *frame) learn(data []byte, text string) {
	f.before, f.after = nil, nil
	from := bytes.Index(data, textKey) + len(textKey)
	if bytes.Count(data, textKey) != 1 {
		return
	}
	from += len(data[from:]) - len(bytes.TrimLeft(data[from:], ": ")) + len(`"`)
	to := from + bytes.IndexByte(data[from:], '"')
	if to < from || string(data[from:to]) != text { // an escape, or a list of parts
		return
	}
	f.before, f.after = bytes.Clone(data[:from]), bytes.Clone(data[to:])
}
