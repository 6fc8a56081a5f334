package notation

import "strings"

// FunctionStyle is read_file(path="package.json"), also in a list or a string, without a tag, at the end of the message; and
// a name on one line with its arguments as JSON on the next, also after Functionary's >>>.
type FunctionStyle struct{}

// Name returns "function".
func (FunctionStyle) Name() string { return "function" }

// Starts declares the names of tools, and Functionary's mark.
func (FunctionStyle) Starts() Starts {
	return Starts{Prefixes: []string{callMark}, Tools: true, Wrapped: true, After: "({"}
}

// Start looks for a tool's name and a bracket.
func (FunctionStyle) Start(text string, known func(string) int) int {
	if text[0] == callMark[0] {
		return startsMarked(text, known)
	}
	return startsFunction(text, known)
}

// Read reads the calls.
func (FunctionStyle) Read(b Body) ([]Call, error) { return b.calls() }

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
