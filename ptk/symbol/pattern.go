package symbol

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"
)

// definitionLine returns a regular expression for lines that define a name: by a keyword, with modifiers before it, or like
// a C function. Groups 1 and 3 hold the name; group 2 holds the first word of what looks like a C function, see [notType].
func definitionLine(name string) string {
	const before = `(?:(?:export|default|pub(?:\([^)]*\))?|public|private|protected|internal|static|final|abstract|async|override|` +
		`virtual|inline|extern|unsafe|sealed|open|data|local|declare|readonly|partial)\s+)*`
	const keyword = `(?:func|function\*?|fn|def|class|interface|struct|enum|trait|type|module|namespace|mod|object|protocol|extension|` +
		`record|const|let|var|val|macro_rules!|sub|union)\s+`
	const receiver = `(?:\([^)]*\)\s*)?(?:[\w$]+(?:\.|::|:))?`
	return `^\s*` + before + keyword + receiver + `(` + name + `)(?:\W|$)|^\s{0,4}(\w+)[\w<>\[\],*&:\s]*\s[*&]*(` + name + `)\s*\([^;]*$`
}

// notType lists words that are no type: a line that begins with one of them is a call, not a C function.
var notType = []string{
	"return", "else", "new", "throw", "await", "case", "not", "and", "or", "import", "from", "yield", "go", "defer", "delete", "if",
	"while", "for", "switch", "using", "in", "echo", "print", "raise", "assert", "do", "then",
}

// definedName returns the name that a line defines, by the expression of [definitionLine].
func definedName(re *regexp.Regexp, line string) (name string, ok bool) {
	m := re.FindStringSubmatch(line)
	if m == nil || slices.Contains(notType, m[2]) {
		return "", false
	}
	return cmp.Or(m[1], m[3]), true
}

// isProse reports whether a file holds text or data, in which nothing is defined.
func isProse(rel string) bool {
	switch strings.ToLower(path.Ext(rel)) {
	case ".md", ".mdx", ".txt", ".rst", ".adoc", ".html", ".xml", ".svg", ".json", ".yaml", ".yml", ".csv", ".lock", ".log":
		return true
	}
	return strings.HasSuffix(rel, ".min.js")
}
