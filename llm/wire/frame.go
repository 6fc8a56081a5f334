package wire

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// Frame is the JSON around the text in events that carry only text. The events of an answer mostly differ only in their text, so
// the frame of the last one lets the next be read without decoding it: an event with the same beginning and end, and a JSON string
// between, has the same meaning.
type Frame struct {
	key           []byte
	before, after []byte
}

// NewFrame returns an empty frame for texts under a key.
func NewFrame(key string) Frame { return Frame{key: []byte(`"` + key + `"`)} }

// Text appends the text of an event to to; ok reports whether the event has this frame.
func (f *Frame) Text(to, data []byte) (_ []byte, ok bool) {
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

// Learn stores the frame of a decoded event that carries only this text.
func (f *Frame) Learn(data []byte, text string) {
	f.before, f.after = nil, nil
	from := bytes.Index(data, f.key) + len(f.key)
	if text == "" || bytes.Count(data, f.key) != 1 {
		return
	}
	from += len(data[from:]) - len(bytes.TrimLeft(data[from:], ": ")) + len(`"`)
	if from > len(data) {
		return
	}
	to := from + bytes.IndexByte(data[from:], '"')
	if to < from || string(data[from:to]) != text { // an escape, or a list of parts
		return
	}
	f.before, f.after = bytes.Clone(data[:from]), bytes.Clone(data[to:])
}

// plainString reports whether the inside of a JSON string needs no decoding.
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
