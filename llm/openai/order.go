package openai

import (
	"bytes"
	"encoding/json"
	"slices"

	"ptk-lsp/llm"
)

// inOrder gives the fragments of parallel calls one call after the other, for some servers mix them: what belongs to a
// later call is held back until the arguments of the one before are whole.
type inOrder struct {
	begun   bool
	index   int    // of the call under way
	args    []byte // of it
	held    []llm.ToolCall
	size    int // bytes of arguments that were held back
	checked int // bytes that were looked through for the end of arguments
}

// mostChecked bounds the work for arguments that come in many pieces; beyond it, what is held back waits for the answer's end.
const mostChecked = 64 << 20

// whole reports whether the arguments of the call under way are complete.
func (o *inOrder) whole() bool {
	last := bytes.TrimRight(o.args[max(0, len(o.args)-16):], " \t\r\n")
	if len(last) == 0 || !bytes.ContainsRune([]byte(`}]"el0123456789`), rune(last[len(last)-1])) || o.checked > mostChecked {
		return false
	}
	o.checked += len(o.args)
	return json.Valid(o.args)
}

// next takes a fragment and gives those that can go on.
func (o *inOrder) next(c llm.ToolCall) []llm.ToolCall {
	switch {
	case !o.begun || c.Index <= o.index:
		o.take(c)
		if len(o.held) > 0 && o.whole() {
			return append([]llm.ToolCall{c}, o.release()...)
		}
		return []llm.ToolCall{c}
	case len(o.held) == 0 && o.whole():
		o.take(c)
		return []llm.ToolCall{c}
	}
	o.held = append(o.held, c)
	o.size += len(c.Arguments)
	return nil
}

// take makes a fragment's call the one under way.
func (o *inOrder) take(c llm.ToolCall) {
	if !o.begun || c.Index > o.index {
		o.begun, o.index, o.args = true, c.Index, o.args[:0]
	}
	o.args = append(o.args, c.Arguments...)
}

// release gives what was held back of the next call, and of those after it as far as they are whole.
func (o *inOrder) release() []llm.ToolCall {
	var out []llm.ToolCall
	for len(o.held) > 0 && o.whole() {
		next := slices.MinFunc(o.held, func(a, b llm.ToolCall) int { return a.Index - b.Index }).Index
		o.held = slices.DeleteFunc(o.held, func(c llm.ToolCall) bool {
			if c.Index == next {
				o.take(c)
				out = append(out, c)
			}
			return c.Index == next
		})
	}
	return out
}

// rest gives all that is still held back, at the answer's end.
func (o *inOrder) rest() []llm.ToolCall {
	out := o.held
	o.held = nil
	slices.SortStableFunc(out, func(a, b llm.ToolCall) int { return a.Index - b.Index })
	return out
}
