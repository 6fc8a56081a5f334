package chunk

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"ptk-lsp/workspace/index/words"
)

// Syntax holds the properties of a language that matter for cutting files and naming the pieces.
type Syntax struct {
	classes bool // methods are written name(…) { within a class
	c       bool // # begins a preprocessor line, and a type may be on the line above the name
}

// SyntaxOf returns the syntax for the file's extension.
func SyntaxOf(rel string) Syntax {
	switch strings.ToLower(path.Ext(rel)) {
	case ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte", ".java", ".cs", ".dart":
		return Syntax{classes: true}
	case ".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".ino", ".cu", ".m", ".mm":
		return Syntax{c: true}
	}
	return Syntax{}
}

// leads reports whether a line above a definition belongs to it: comments, decorators and blank lines; in C also types and
// conditions.
func (s Syntax) leads(line []byte) bool {
	trimmed := bytes.TrimSpace(line)
	return len(trimmed) == 0 || s.IsComment(trimmed) || s.c &&
		(bytes.HasPrefix(trimmed, []byte("#if")) || words.IsLetter(line[0]) && typeLine(trimmed))
}

// IsComment reports whether a trimmed line is a comment or a decorator.
func (s Syntax) IsComment(line []byte) bool {
	for _, mark := range []string{"//", "#", "/*", "*", "--", "@", ";;"} {
		if bytes.HasPrefix(line, []byte(mark)) {
			return mark != "#" || !s.c
		}
	}
	return false
}

// typeLine reports whether a line is one that C style allows above a name: a type, attributes, template parameters.
func typeLine(line []byte) bool {
	framed := func(before, after string) bool {
		return bytes.HasPrefix(line, []byte(before)) && bytes.HasSuffix(line, []byte(after))
	}
	if framed("__attribute__", "))") || framed("template", ">") {
		return true
	}
	for _, c := range line {
		if !words.IsLetter(c) && !words.IsDigit(c) && c != ' ' && c != '\t' && c != '*' {
			return false
		}
	}
	return string(line) != "else" && string(line) != "do"
}

// definition reports whether a line begins a definition, and returns the name that it defines if it can be recognized. A name
// alone doesn't begin a chunk.
func (s Syntax) definition(line []byte) (name string, ok bool) {
	if s.classes {
		if name, ok = inClass(line); ok {
			return name, true
		}
	}
	if len(line) > 0 && (words.IsLetter(line[0]) || s.c && line[0] == '#') {
		if s.c && s.leads(line) {
			return "", false
		}
		return s.outermost(string(bytes.TrimRight(line[:min(len(line), maxHead)], " \t\r\n{")))
	}
	return method(line)
}

// outermost recognizes a definition in a line that is not indented, without the brace at its end.
func (s Syntax) outermost(text string) (name string, ok bool) {
	if strings.HasPrefix(text, "func (") {
		_, text, _ = strings.Cut(text, ")")
		return word(strings.TrimSpace(text)), true
	}
	for {
		first, rest, more := strings.Cut(text, " ")
		kind, _, _ := strings.Cut(first, "<")
		switch {
		case kind == "impl":
			return implemented(text), true
		case first == "#define":
			name = word(rest)
			return name, strings.HasPrefix(rest[len(name):], "(")
		case first == "" || first[0] == '#' || statement(first):
			return "", false
		case !more:
			return s.plain(text)
		case s.modifies(first, rest):
			text = rest
		case first == "struct" || first == "union" || first == "enum" || first == "class":
			return s.composed(rest, strings.HasSuffix(text, ";"))
		case first == "typedef":
			return typedef(rest), true
		case names(first):
			return word(strings.TrimLeft(rest, "*& (")), true
		default:
			return s.plain(text)
		}
	}
}

// modifies reports whether a word is a modifier before the keyword of a definition.
func (s Syntax) modifies(first, rest string) bool {
	switch first {
	case "export", "default", "pub", "pub(crate)", "pub(super)", "public", "private", "protected", "static", "async", "abstract", "final",
		"extern", "inline",
		"unsafe", "declare", "readonly", "sealed", "override", "open", "internal", "virtual":
		return true
	case "const":
		return s.c || slices.Contains([]string{"fn", "unsafe", "async", "extern", "enum"}, word(rest))
	case "typedef":
		return slices.Contains([]string{"struct", "union", "enum"}, word(rest))
	}
	return false
}

// names reports whether a word is a keyword that a name follows.
func names(first string) bool {
	switch first {
	case "func", "type", "def", "fn", "interface", "trait", "function", "var", "const", "let", "module", "mod",
		"namespace", "macro", "protocol", "extension", "object", "record", "sub", "proc", "package":
		return true
	}
	return false
}

// statement reports whether a word begins a statement that defines nothing.
func statement(first string) bool {
	switch first {
	case "import", "return", "from", "use", "using", "include", "else", "end", "case", "if", "for", "while", "switch", "goto":
		return true
	}
	return false
}

// plain recognizes a function without a keyword, and in C an initialized variable.
func (s Syntax) plain(text string) (name string, ok bool) {
	if head, holds := strings.CutSuffix(text, "="); s.c && holds {
		head, _, _ = strings.Cut(head, "[")
		return lastWord(head), true
	}
	if open := strings.IndexByte(text, '('); open > 0 && !strings.HasSuffix(text, ";") && !strings.Contains(text[:open], "=") {
		return s.called(text, open), true
	}
	return "", false
}

// typedef returns the name of a type.
func typedef(rest string) string {
	if i := strings.Index(rest, "(*"); i >= 0 {
		return word(rest[i+2:])
	}
	return lastWord(strings.TrimRight(rest, ";"))
}

// composed returns the name of a struct, a class or the like, or of a variable of that type.
func (s Syntax) composed(rest string, ended bool) (name string, ok bool) {
	if ended && s.c && !strings.ContainsAny(rest, "{=") {
		return "", false // a forward declaration
	}
	rest = strings.TrimPrefix(rest, "class ") // of an enum
	open := strings.IndexAny(rest, "(={:<")
	if s.c && open > 0 && (rest[open] == '(' || rest[open] == '=') {
		head, _, _ := strings.Cut(rest[:open], "[")
		return lastWord(head), true
	}
	return word(strings.TrimLeft(rest, "*& (")), true
}

// called returns the name before a parenthesis; for a macro in capitals, the name that it defines.
func (s Syntax) called(text string, open int) string {
	name := lastWord(text[:open])
	inner := text[open+1:]
	if made := word(inner); s.c && made != "" && name == strings.ToUpper(name) && strings.IndexAny(inner[len(made):], ",)") == 0 {
		return made
	}
	return name
}

// implemented returns the type of Rust's impl.
func implemented(text string) string {
	text = strings.TrimPrefix(text, "impl")
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '<':
			depth++
		case '>':
			depth--
		}
		if depth == 0 {
			text = text[i+1:]
			break
		}
	}
	if _, of, ok := strings.Cut(text, " for "); ok {
		text = of
	}
	return word(strings.TrimLeft(text, " *&("))
}

// IsProse reports whether a file is of a kind in which lines that look like definitions are not.
func IsProse(rel string) bool {
	switch strings.ToLower(path.Ext(rel)) {
	case ".md", ".mdx", ".txt", ".rst", ".adoc", ".org", ".html", ".htm", ".xml", ".svg", ".json", ".yaml", ".yml", ".toml", ".csv", ".po",
		".tex", ".css", "":
		return true
	}
	return false
}
