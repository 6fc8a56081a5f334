package notation

// bodyReader finds the calls in the text of one tag, fence or message, whatever notation each is written in.
type bodyReader struct {
	reader
	tools *toolbox
	whole bool   // the text must contain nothing but calls of registered tools
	junk  bool   // it contains something else
	lists int    // open lists of calls
	words int    // consecutive words that are no calls
	level int    // strings around the text
	name  string // a tool's name that precedes its arguments
	list  []written
}

func newBodyReader(text string, tools *toolbox, whole bool) *bodyReader {
	return &bodyReader{reader: reader{textReader: textReader{scanner{src: text}}, strict: whole}, tools: tools, whole: whole}
}

// nested returns a reader of the text of a string.
func (b *bodyReader) nested(text string) *bodyReader {
	inner := newBodyReader(text, b.tools, b.whole)
	inner.strict, inner.level = b.strict, b.level+1
	return inner
}

// call adds a call.
func (b *bodyReader) call(w written) {
	b.name, b.words = "", 0
	if len(b.list) == mostCalls {
		b.fail(w.pos, "one message may hold %d calls, and this is one more; send fewer at a time", mostCalls)
		return
	}
	b.list = append(b.list, w)
}
