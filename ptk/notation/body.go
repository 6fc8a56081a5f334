package notation

import (
	"encoding/json"
	"strings"
)

// bodyReader takes the text of one tag, fence or message apart into the calls that stand in it, whatever notation each is
// written in.
type bodyReader struct {
	reader
	tools *toolbox
	// whole says that nothing but calls of registered tools may stand in the text.
	whole bool
	// junk says that something else stood in the text.
	junk  bool
	lists int    // how many lists of calls are open
	words int    // how many things that are no calls
	level int    // how many strings the text was wrapped in
	name  string // a tool's name that waits for its arguments
	list  []written
}

// mostWords is how many words may stand round calls before the rest is not looked at.
const mostWords = 1000

// readBody reads the calls in a text. Strictly valid JSON is read as it is; anything else is mended on the way.
func readBody(text string, tools *toolbox, whole bool) *bodyReader {
	b := &bodyReader{reader: reader{src: text, strict: whole}, tools: tools, whole: whole}
	trimmed := strings.TrimSpace(text)
	if trimmed != "" && json.Valid([]byte(trimmed)) {
		b.take(json.RawMessage(trimmed), strings.Index(text, trimmed))
		return b
	}
	b.read()
	return b
}

// read goes through the text from call to call.
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
		b.mend("text around the call")
	}
	if b.lists > 0 {
		b.mend("missing bracket")
	}
}

// looksLikeCall says whether what starts at i begins as a call does. What stands in the prose behind a call and doesn't may
// be anything.
func (b *bodyReader) looksLikeCall(i int) bool {
	known := func(name string) int {
		if b.tools.none() || b.tools.locate(name) >= 0 {
			return 1
		}
		return -1
	}
	text := b.src[i:min(len(b.src), i+longestStart)]
	return WholeJSON{}.Start(text, known) == 1 || FunctionStyle{}.Start(text, known) == 1
}

// item reads one thing: an object, a string that holds calls, a function call, a list's bracket; else it skips a word.
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
		if b.opensList() {
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
		b.mend("extra bracket")
		return
	}
	if q, n := b.quoteAt(); n > 0 && (!b.junk || b.behindBracket()) && b.words < mostWords {
		b.quoted(q, n)
		return
	}
	b.word()
}

// opensList says whether the bracket here opens a list of calls.
func (b *bodyReader) opensList() bool {
	i := skipBlank(b.src, b.pos+1)
	if i == len(b.src) {
		return true
	}
	if _, ok := callName(b.src, i); ok {
		return true
	}
	return strings.IndexByte("{[\"']#/`“", b.src[i]) >= 0 || strings.HasPrefix(b.src[i:], "“")
}

// behindBracket says whether the last thing before was the bracket of a list.
func (b *bodyReader) behindBracket() bool {
	before := strings.TrimRight(b.src[max(0, b.pos-16):b.pos], " \t\r\n")
	return strings.HasSuffix(before, "[")
}

// quoted reads a string that holds a call, or a tool's name before its arguments.
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

// unwrap reads the calls inside a string.
func (b *bodyReader) unwrap(text string, pos int) {
	inner := &bodyReader{reader: reader{src: text, strict: b.strict}, tools: b.tools, whole: b.whole, level: b.level + 1}
	if trimmed := strings.TrimSpace(text); json.Valid([]byte(trimmed)) {
		inner.take(json.RawMessage(trimmed), 0)
	} else {
		inner.read()
	}
	if inner.fault != nil {
		b.fail(pos, "in the quoted call: %s", inner.fault.say)
		return
	}
	b.junk = b.junk || inner.junk || len(inner.list) == 0
	b.mend("call in a quoted string")
	for _, repair := range inner.repaired {
		b.mend(repair)
	}
	for _, w := range inner.list {
		w.pos = pos
		b.call(w)
	}
}

// take finds the calls in a JSON value.
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

// noCall is a JSON value that holds no call.
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

// call notes a call.
func (b *bodyReader) call(w written) {
	b.name, b.words = "", 0
	if len(b.list) == mostCalls {
		b.tooMany(w.pos)
		return
	}
	b.list = append(b.list, w)
}

// tooMany refuses a list of calls that is longer than any that could be meant.
func (b *bodyReader) tooMany(pos int) {
	b.fail(pos, "one message may hold %d calls, and this is one more; send fewer at a time", mostCalls)
}
