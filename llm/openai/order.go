package openai

import (
	"bytes"
	"encoding/json"
	"slices"

	"ptk-lsp/llm"
)

// inOrder sorts the fragments of parallel calls, which some servers mix: fragments of a later call are held back until the
// arguments of the call before are complete.
type inOrder struct {
	begun   bool
	index   int    // of the current call
	args    []byte // of the current call
	held    []llm.ToolCall
	size    int // bytes of arguments that were held back
	checked int // bytes that were searched for the end of arguments
}

// maxChecked bounds the search in arguments that come in many pieces; beyond it, fragments are held back to the answer's end.
const maxChecked = 64 << 20

// whole reports whether the arguments of the current call are complete.
func (o *inOrder) whole() bool {
	last := bytes.TrimRight(o.args[max(0, len(o.args)-16):], " \t\r\n")
	if len(last) == 0 || !bytes.ContainsRune([]byte(`}]"el0123456789`), rune(last[len(last)-1])) || o.checked > maxChecked {
		return false
	}
	o.checked += len(o.args)
	return json.Valid(o.args)
}

// next adds a fragment and returns those that can be sent.
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

// take makes a fragment's call the current one.
func (o *inOrder) take(c llm.ToolCall) {
	if !o.begun || c.Index > o.index {
		o.begun, o.index, o.args = true, c.Index, o.args[:0]
	}
	o.args = append(o.args, c.Arguments...)
}

// release returns the held fragments of the next call, and of those after it as long as calls are complete.
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

// rest returns all fragments that are still held back, at the end of the answer.
func (o *inOrder) rest() []llm.ToolCall {
	out := o.held
	o.held = nil
	slices.SortStableFunc(out, func(a, b llm.ToolCall) int { return a.Index - b.Index })
	return out
}
