package notation

import "strings"

// WholeJSON is Llama's form: {"name", "parameters"} or a list of such, with no tag, at the end of the message.
type WholeJSON struct{}

// Name is "json".
func (WholeJSON) Name() string { return "json" }

// Read reads the JSON.
func (WholeJSON) Read(b Body) ([]Call, error) {
	b.Text = strings.TrimPrefix(b.Text, phiList)
	return b.calls()
}

// phiList is what Phi writes before its list of calls.
const phiList = "functools"

// Start looks for an object whose first member belongs to a call.
func (WholeJSON) Start(text string, known func(string) int) int {
	if strings.HasPrefix(phiList+"[", text) {
		return 0
	}
	if strings.HasPrefix(text, phiList+"[") {
		text = text[len(phiList):]
	}
	i, end := opening(text)
	if end {
		return 0
	}
	if text[i] != '{' {
		return -1
	}
	return startsObject(text[i+1:], known, 0)
}

// opening skips the brackets and quotes that may stand round a call.
func opening(s string) (i int, end bool) {
	for range mostOpening {
		i = skipBlank(s, i)
		if i == len(s) {
			return i, true
		}
		size := openingSize(s[i:])
		if size == 0 {
			return i, false
		}
		i += size
	}
	return i, i == len(s)
}

// openingSize is the size of the bracket or quote that s begins with; 0 where it begins with none.
func openingSize(s string) int {
	switch {
	case s == "":
	case s[0] == '[' || s[0] == '"' || s[0] == '\'':
		return 1
	case s[0] == 0xE2 && strings.HasPrefix(s, "“"):
		return len("“")
	}
	return 0
}

// startsObject looks at the first member of an object.
func startsObject(s string, known func(string) int, depth int) int {
	key, rest, whole := objectWord(s)
	if !whole {
		return 0
	}
	rest = strings.TrimLeft(rest, " \t\r\n")
	if rest == "" {
		return 0
	}
	if rest[0] != ':' || key == "" {
		return -1
	}
	switch {
	case oneOf(key, nameKeys):
		return startsName(rest[1:], known, depth)
	case oneOf(key, argKeys), oneOf(key, listKeys), oneOf(key, reasonKeys), oneOf(key, asideKeys):
		return 1
	case known(key) == 1:
		return 1
	}
	return -1
}

// startsName looks at the value of the member that names the tool.
func startsName(s string, known func(string) int, depth int) int {
	word, rest, whole := objectWord(s)
	if word == "" && depth < 2 && strings.HasPrefix(strings.TrimLeft(rest, " \t\r\n"), "{") {
		return startsObject(strings.TrimLeft(rest, " \t\r\n")[1:], known, depth+1)
	}
	switch k := known(word); {
	case whole && k == 1:
		return 1
	case !whole && k >= 0:
		return 0
	}
	return -1
}

// objectWord reads a quoted or bare word; whole is false where it may go on.
func objectWord(s string) (word, rest string, whole bool) {
	i := skipBlank(s, 0)
	if strings.HasPrefix(s[i:], `\`) {
		i++
	}
	start := i
	if i < len(s) && (s[i] == '"' || s[i] == '\'') {
		i++
		start = i
	} else if strings.HasPrefix(s[i:], "“") {
		i += len("“")
		start = i
	}
	end := wordEnd(s, i)
	if end == len(s) {
		return unescapeName(s[start:end]), "", false
	}
	word = unescapeName(s[start:end])
	rest = strings.TrimPrefix(s[end:], `\`)
	if start > 0 && rest != "" && (rest[0] == '"' || rest[0] == '\'') {
		rest = rest[1:]
	}
	return word, strings.TrimPrefix(rest, "”"), true
}

// wordEnd gives the end of a name.
func wordEnd(s string, i int) int {
	for i < len(s) {
		switch c := s[i]; {
		case isWord(c) && c < 0x80, c == '-', c == '.', c == '\\' && (i+1 == len(s) || s[i+1] == '_'):
			i++
		default:
			return i
		}
	}
	return i
}

// FunctionStyle is read_file(path="package.json"), also in a list or a string, with no tag, at the end of the message; and
// a name on one line with its arguments as JSON on the next, as Functionary writes it behind >>>.
type FunctionStyle struct{}

// callMark is what Functionary writes before each name; a prompt of Python's has a blank behind it.
const callMark = ">>>"

// Name is "function".
func (FunctionStyle) Name() string { return "function" }

// Read reads the calls.
func (FunctionStyle) Read(b Body) ([]Call, error) { return b.calls() }

// Start looks for a tool's name and a bracket.
func (FunctionStyle) Start(text string, known func(string) int) int {
	if text[0] == callMark[0] {
		return startsMarked(text, known)
	}
	i, end := opening(text)
	if end {
		return 0
	}
	stop := wordEnd(text, i)
	if stop == i {
		return -1
	}
	if stop == len(text) {
		return min(known(text[i:stop]), 0)
	}
	next := skipBlank(text, stop)
	call := text[stop] == '(' || i > 0 && startsPair(text[stop:])
	headed := i == 0 && next > stop && (next == len(text) || text[next] == '{' && strings.Contains(text[stop:next], "\n"))
	if i > 0 && pairGoesOn(text[stop:]) && known(text[i:stop]) == 1 {
		return 0
	}
	if !call && !headed || known(text[i:stop]) != 1 {
		return -1
	}
	if !call && next == len(text) {
		return 0
	}
	return 1
}

// startsMarked looks for Functionary's mark, a tool's name, and an object on the next line.
func startsMarked(text string, known func(string) int) int {
	if strings.HasPrefix(callMark, text) {
		return 0
	}
	text, found := strings.CutPrefix(text, callMark)
	stop := wordEnd(text, 0)
	switch {
	case !found || stop == 0 && text != "":
		return -1
	case stop == len(text):
		return min(known(text), 0)
	}
	next := skipBlank(text, stop)
	switch onNext := strings.Contains(text[stop:next], "\n"); {
	case known(text[:stop]) != 1:
		return -1
	case next == len(text):
		return 0
	case onNext && text[next] == '{':
		return 1
	}
	return -1
}

// startsPair says whether a quoted name is followed by its arguments, as in ["read_file", {…}].
func startsPair(s string) bool {
	return pairHead(s) == "{"
}

// pairGoesOn says whether too little stands behind a quoted name to tell.
func pairGoesOn(s string) bool { return pairHead(s) == "" }

// pairHead gives the byte behind the quote and the comma; "" where the text ends before it.
func pairHead(s string) string {
	if s[0] != '"' && s[0] != '\'' {
		return "-"
	}
	i := skipBlank(s, 1)
	if i < len(s) && s[i] != ',' {
		return "-"
	}
	i = skipBlank(s, min(len(s), i+1))
	return s[i:min(len(s), i+1)]
}
