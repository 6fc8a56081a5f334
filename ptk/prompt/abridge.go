package prompt

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/clip"
)

// longArgument is how many characters of an argument remain in a shortened call.
const longArgument = 160

// abridge cuts the long arguments of a message's calls, such as the text of a file. It doesn't change messages with a call
// that could not be read.
func abridge(m chat.Message) chat.Message {
	if slices.ContainsFunc(m.Calls, func(c chat.Call) bool { return c.Tool == "" }) {
		return m
	}
	calls, cut := slices.Clone(m.Calls), false
	for i, c := range calls {
		if args, ok := shortArgs(c.Args); ok {
			calls[i].Args, cut = args, true
		}
	}
	if !cut {
		return m
	}
	m.Calls, m.Raw = calls, m.Text // calls in the text are written again
	return m
}

// shortArgs cuts long strings in arguments; ok reports whether there are any.
func shortArgs(args json.RawMessage) (_ json.RawMessage, ok bool) {
	var fields map[string]any
	if len(args) <= longArgument || json.Unmarshal(args, &fields) != nil {
		return nil, false
	}
	for name, v := range fields {
		if s, is := v.(string); is && len(s) > 2*longArgument {
			n := len([]rune(s))
			fields[name] = fmt.Sprintf("%s [%d characters are left out here]", clip.Runes(s, longArgument), n-longArgument)
			ok = true
		}
	}
	return encode(fields), ok
}

// encode returns the JSON of fields that were decoded from JSON, without escapes for HTML.
func encode(fields map[string]any) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(fields); err != nil {
		panic(fmt.Sprintf("encoding decoded JSON: %v", err))
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
