package notation

// message is the state of a message that is being read. The readers of its parts share it.
type message struct {
	input
	output
	surroundings
	grammar    *grammar
	line       lineState
	mode       mode
	ending     Finish
	opening    verdict // whether src[i] may open a call, if skim found out; no otherwise
	looseFrom  int     // no loose call starts before this offset
	isFence    bool    // the message is the inside of a code fence
	unreadable int     // calls before this part of a message that could not be read
}

// mode is what the parser is reading.
type mode int

const (
	modeProse      mode = iota
	modeFence           // a code fence that contains no call
	modeSpan            // what may be inline code, from a tag in it until it is known whether it ends
	modeElement         // a comment, or an element that quotes
	modeHeld            // what may be a call in one of those, until it is known whether it ends
	modeCall            // a call between tags
	modeGroup           // what is a call only if the message ends with it
	modeSkip            // the rest of a call that is too long
	modeUnreadable      // after a call that can't be read
	modeText            // the rest is text
	modeDropped         // the rest is dropped
)

// lineState is the state of the current line in terms of Markdown.
type lineState struct {
	start  bool // nothing but blanks, quote marks and list marks so far
	marked bool // a quote mark or list mark was read
	span   int  // how many backquotes opened the inline code that is open, 0 if none is
	last   byte // the last byte that was returned or dropped
}

// say settles the first n bytes of src as prose.
func (m *message) say(n int) {
	if n == 0 {
		return
	}
	s := m.src[:n]
	m.text = append(m.text, s)
	m.cut(n)
	m.noteSaid(s)
}

// noteSaid notes text that was settled as prose; it is not empty.
func (m *message) noteSaid(s string) {
	m.line.last = s[len(s)-1]
	if m.afterCall {
		m.noteProse(s)
	}
	if h := &m.history; h.text != nil && len(s) <= len(h.text)-h.n { // as add does, without the call
		h.n += copy(h.text[h.n:], s)
		return
	}
	m.history.shift(s)
}

// noteProse notes text after a call. The message is done if prose follows one.
func (m *message) noteProse(s string) {
	if m.endsAfterCall(s) {
		m.done = m.calls > 0
	}
}

// drop removes the first n bytes of src, which are not returned.
func (m *message) drop(n int) {
	if n > 0 {
		m.line.last = m.src[n-1]
	}
	m.cut(n)
}

// hold settles the text before src[i] and waits for more.
func (m *message) hold() (stop, again bool) {
	m.say(m.i)
	return true, false
}

// pass goes to the next byte, which is not at the start of a line.
func (m *message) pass() {
	m.next()
	m.line.start = false
}

// newLine goes to the byte after a line break.
func (m *message) newLine() {
	m.breakLine()
	m.next()
}

// breakLine notes a line break at the current position.
func (m *message) breakLine() {
	if m.line.start && !m.line.marked {
		m.line.span = 0 // inline code does not continue after an empty line
	}
	m.at.line++
	m.at.lineStart, m.at.inner = m.at.off+1, 0
	m.line.start, m.line.marked = true, false
}

// before returns the byte before src[i].
func (m *message) before() byte {
	if m.i > 0 {
		return m.src[m.i-1]
	}
	return m.line.last
}

// dropResult drops a result that the model made up, and everything after it.
func (m *message) dropResult() {
	m.warn(Warning{
		Code:    "invented_result",
		Message: "The model wrote a tool's result itself; it and what follows was left out.",
	})
	m.mode, m.done = modeDropped, true
}
