package notation

import "strings"

// longestStart is how many bytes are read to find out whether a loose call starts.
const longestStart = 1024

// mostOpening is how many brackets and quotation marks may precede a call.
const mostOpening = 5

// callMark is what Functionary writes before each name. The prompt of Python's shell has a blank after it.
const callMark = ">>>"

// functoolsPrefix is what Phi writes before its list of calls.
const functoolsPrefix = "functools"

// startsJSON reports whether a text starts with an object whose first member is one of a call, as [Loose].Start does.
func startsJSON(text string, known func(string) int) int {
	if strings.HasPrefix(functoolsPrefix+"[", text) {
		return 0
	}
	if strings.HasPrefix(text, functoolsPrefix+"[") {
		text = text[len(functoolsPrefix):]
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

// startsFunction reports whether a text starts with a tool's name and a bracket, as [Loose].Start does.
func startsFunction(text string, known func(string) int) int {
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

// tooDeep returns how far into s more brackets and quotation marks follow than may precede a call, so that no call starts
// before that offset.
func tooDeep(s string) int {
	var last [mostOpening]int // the offsets of the last ones, as a ring
	for n, i := 0, 0; ; n++ {
		i = skipBlank(s, i)
		size := openingSize(s[i:])
		if size == 0 {
			return last[n%mostOpening]
		}
		last[n%mostOpening] = i
		i += size
	}
}

// opening skips the brackets and quotation marks that may precede a call.
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

// openingSize returns the size of the bracket or quotation mark that s begins with, 0 if there is none.
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

// startsObject reports whether the first member of an object is one of a call.
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
	case oneOf(key, argKeys), oneOf(key, listKeys), oneOf(key, reasonKeys), oneOf(key, otherKeys):
		return 1
	case known(key) == 1:
		return 1
	}
	return -1
}

// startsName reports whether the value of the member that names the tool is a known name.
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

// objectWord reads a quoted or bare word; whole is false if it may go on.
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

// startsPair reports whether a quoted name is followed by its arguments, as in ["read_file", {…}].
func startsPair(s string) bool {
	return pairHead(s) == "{"
}

// pairGoesOn reports whether too little text follows a quoted name to decide.
func pairGoesOn(s string) bool { return pairHead(s) == "" }

// pairHead returns the byte after the quotation mark and the comma, "" if the text ends before it.
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
