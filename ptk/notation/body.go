package notation

import (
	"encoding/json"
	"strings"
)

// mostWords is how many consecutive words around calls are read before the rest is ignored.
const mostWords = 1000

// readBody reads the calls in a text. Valid JSON is read unchanged, anything else is repaired.
func readBody(text string, tools *toolbox, whole bool) *bodyReader {
	b := newBodyReader(text, tools, whole)
	b.readText()
	return b
}

// readText reads the whole text.
func (b *bodyReader) readText() {
	trimmed := strings.TrimSpace(b.src)
	if trimmed != "" && json.Valid([]byte(trimmed)) {
		b.take(json.RawMessage(trimmed), strings.Index(b.src, trimmed))
		return
	}
	b.read()
}

// read reads a text that is not valid JSON from call to call.
func (b *bodyReader) read() {
	for b.fault == nil && b.separators() {
		if b.junk && (b.whole || b.words > mostWords) {
			break
		}
		start := b.pos
		b.item()
		if b.fault != nil && b.junk && len(b.list) > 0 && !b.looksLikeCall(start) {
			b.fault = nil
			break
		}
	}
	if b.name != "" {
		b.call(written{name: b.name, pos: b.pos})
	}
	if b.junk && len(b.list) > 0 {
		b.repair("text around the call")
	}
	if b.lists > 0 {
		b.repair("missing bracket")
	}
}

// looksLikeCall reports whether the text at i begins as a call does. If not, it is prose after a call, and errors in it don't
// count.
func (b *bodyReader) looksLikeCall(i int) bool {
	known := func(name string) int {
		if b.tools.none() || b.tools.locate(name) >= 0 {
			return 1
		}
		return -1
	}
	text := b.src[i:min(len(b.src), i+longestStart)]
	return startsJSON(text, known) == 1 || startsFunction(text, known) == 1
}

// item reads an object, a string that contains calls, a function call or the bracket of a list, or skips a word.
func (b *bodyReader) item() {
	start := b.pos
	b.words++
	switch c := b.peek(); c {
	case '{':
		b.words = 0
		if v := b.taken(b.object); b.fault == nil {
			b.take(v, start)
		}
		return
	case '[':
		if opensList(b.src, b.pos+1) {
			b.pos++
			b.lists++
			return
		}
	case ']':
		b.pos++
		b.lists--
		return
	case ')', '}':
		b.pos++
		b.repair("extra bracket")
		return
	}
	if q, n := b.quoteAt(); n > 0 && (!b.junk || followsBracket(b.src[:b.pos])) && b.words < mostWords {
		b.quoted(q, n)
		return
	}
	b.word()
}

// opensList reports whether a bracket, before the text at i, opens a list of calls.
func opensList(s string, i int) bool {
	i = skipBlank(s, i)
	if i == len(s) {
		return true
	}
	if _, ok := callName(s, i); ok {
		return true
	}
	return strings.IndexByte("{[\"']#/`“", s[i]) >= 0 || strings.HasPrefix(s[i:], "“")
}

// followsBracket reports whether a text ends with the opening bracket of a list.
func followsBracket(s string) bool {
	before := strings.TrimRight(s[max(0, len(s)-16):], " \t\r\n")
	return strings.HasSuffix(before, "[")
}

// quoted reads a string that contains a call, or the tool's name before its arguments.
func (b *bodyReader) quoted(q string, n int) {
	start := b.pos
	text := unquoteJSON(b.taken(func() { b.text(q, n) }))
	if b.fault != nil {
		return
	}
	if t, ok := b.tools.find(strings.TrimSpace(text)); ok {
		b.name = t.Name
		return
	}
	if b.level > 1 || !strings.ContainsAny(text, "({") {
		b.junk = true
		return
	}
	b.unwrap(text, start)
}

// unwrap reads the calls in a string.
func (b *bodyReader) unwrap(text string, pos int) {
	inner := b.nested(text)
	inner.readText()
	if inner.fault != nil {
		b.fail(pos, "in the quoted call: %s", inner.fault.message)
		return
	}
	b.junk = b.junk || inner.junk || len(inner.list) == 0
	b.repair("call in a quoted string")
	for _, repair := range inner.repaired {
		b.repair(repair)
	}
	for _, w := range inner.list {
		w.pos = pos
		b.call(w)
	}
}

// take adds the calls in a JSON value.
func (b *bodyReader) take(v json.RawMessage, pos int) {
	if b.name != "" && v[0] == '{' {
		b.call(written{name: b.name, args: v, pos: pos})
		return
	}
	found, ok := b.calls(v, 0)
	if !ok {
		b.noCall(v, pos)
		return
	}
	for _, w := range found {
		w.pos = pos
		b.call(w)
	}
}

// noCall handles a JSON value that contains no call.
func (b *bodyReader) noCall(v json.RawMessage, pos int) {
	if v[0] == '"' && b.level < 2 {
		b.unwrap(unquoteJSON(v), pos)
		return
	}
	if b.whole || v[0] != '{' && v[0] != '[' {
		b.junk = true
		return
	}
	b.fail(pos, "the call names no tool: it needs \"tool\" and \"args\"")
	b.fault.code = InvalidToolCall
}

// calls reads calls as JSON, as functions, or as both.
func (b Body) calls() ([]Call, error) {
	if b.Text == "" {
		return nil, nil
	}
	body := readBody(b.Text, b.tools, b.whole)
	if b.whole && body.junk {
		return nil, nil
	}
	var calls []Call
	for _, w := range body.list {
		c, ok := resolve(w, b.tools)
		if !ok {
			return calls, &Error{
				Code: InvalidToolCall, Tool: c.Tool, Offset: w.pos,
				Message: "the arguments of " + c.Tool + " need names",
			}
		}
		c.Repaired = append(c.Repaired, body.repaired...)
		calls = append(calls, c)
	}
	if body.fault != nil {
		return calls, &Error{Code: body.fault.code, Message: body.fault.message, Offset: body.fault.pos}
	}
	return calls, nil
}
