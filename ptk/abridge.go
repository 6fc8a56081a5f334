package ptk

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"ptk-lsp/ptk/chat"
)

// longArgument is how many characters of an argument stay where a call is shown in short.
const longArgument = 160

// abridged gives an old message of the model with the long arguments of its calls, such as a file's whole text, cut.
func (t *turn) abridged(m chat.Message) chat.Message {
	unread := func(c chat.Call) bool { return c.Tool == "" }
	if m.N >= t.c.Mark.Short || slices.ContainsFunc(m.Calls, unread) {
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
	m.Calls, m.Raw = calls, m.Text // what stood in the text is written out anew
	return m
}

// shortArgs cuts long strings in arguments; ok is false where there are none.
func shortArgs(args json.RawMessage) (_ json.RawMessage, ok bool) {
	var fields map[string]any
	if len(args) <= longArgument || json.Unmarshal(args, &fields) != nil {
		return nil, false
	}
	for name, v := range fields {
		if s, is := v.(string); is && len(s) > 2*longArgument {
			n := len([]rune(s))
			fields[name] = fmt.Sprintf("%s [%d characters are left out here]", short(s, longArgument), n-longArgument)
			ok = true
		}
	}
	return json.RawMessage(asJSON(fields)), ok
}

// asJSON returns a value that always can be written as JSON, for a prompt: without escapes for HTML.
func asJSON(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(fmt.Sprintf("%T can't be written as JSON: %v", v, err))
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}
