package offline

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"
)

const (
	modifiers = `(?:(?:export|default|pub(?:\([^)]*\))?|async|abstract|final|public|private|protected|internal|static|declare|local|unsafe|` +
		`extern|override|open|sealed|data)\s+)*`
	definers = `(?:func|type|var|const|class|def|fn|function|interface|struct|enum|trait|let|module|mod|macro_rules!|protocol|record|object|` +
		`namespace|typedef|impl)`
	definesThis = `^\s*` + modifiers + definers + `\s+(?:\([^)]*\)\s*)?(?:\w+[.:])?\*?`
)

var typeDefiner = lazily(`^\s*` + modifiers + `(?:type|class|interface|struct|enum|trait|protocol|record)\s`)

// symbol is a name in code, perhaps with its package or type: http.Client, Client.Do.
type symbol struct{ owner, name string }

func symbolOf(identifier string) symbol {
	parts := strings.FieldsFunc(identifier, func(r rune) bool { return strings.ContainsRune(".:#>-$", r) })
	if len(parts) == 0 {
		return symbol{name: identifier}
	}
	s := symbol{name: parts[len(parts)-1]}
	if len(parts) > 1 {
		s.owner = parts[len(parts)-2]
	}
	return s
}

func (s symbol) String() string {
	if s.owner == "" {
		return s.name
	}
	return s.owner + "." + s.name
}

// patterns returns regular expressions for the lines that define the symbol, the most reliable first.
func (s symbol) patterns() []string {
	name := regexp.QuoteMeta(s.name)
	patterns := []string{
		definesThis + name + `\b`,
		`^\s*(?:#define\s+)?(?:[\w.*&<>\[\],]+\s+)*` + name + `\s*(?:=|:|\([^;]*\{?\s*$)|^#define\s+` + name + `\b|^\t+` + name + `(?:\s|,|$)`,
	}
	if s.owner != "" {
		method := `^func\s+\(\s*(?:\w+\s+)?\*?` + regexp.QuoteMeta(s.owner) + `(?:\[[^\]]*\])?\s*\)\s+` + name + `\b`
		patterns = append([]string{method}, patterns...)
	}
	return patterns
}

// definitions returns the definitions of a symbol, the most likely first.
func (l *lookup) definitions(s symbol) ([]match, error) {
	for _, pattern := range s.patterns() {
		r, err := l.search("Find where "+s.String()+" is defined.", pattern, 60)
		if err != nil {
			return nil, err
		}
		if len(r.Matches) == 0 {
			continue
		}
		found := slices.Clone(r.Matches)
		slices.SortStableFunc(found, func(a, b match) int {
			return cmp.Or(cmp.Compare(s.distance(a), s.distance(b)), cmp.Compare(len(a.Path), len(b.Path)),
				strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
		})
		return found, nil
	}
	return nil, nil
}

// distance returns how unlikely a line is the definition in question.
func (s symbol) distance(m match) int {
	score := remoteness(m.Path)
	if !typeDefiner().MatchString(m.Text) {
		score++
	}
	if strings.HasPrefix(m.Text, " ") || strings.HasPrefix(m.Text, "\t") {
		score += 2
	}
	if s.owner != "" && !ownedBy(m, s.owner) {
		score += 3
	}
	return score
}

// ownedBy reports whether the owner is the file's folder or name, or is in the line.
func ownedBy(m match, owner string) bool {
	file := strings.TrimSuffix(path.Base(m.Path), path.Ext(m.Path))
	return path.Base(path.Dir(m.Path)) == owner || strings.EqualFold(file, owner) || strings.Contains(m.Text, owner)
}

// remoteness returns how little a file belongs to the main code.
func remoteness(file string) int {
	lower := "/" + strings.ToLower(file)
	score := 0
	for _, part := range []string{"/testdata/", "/vendor/", "/third_party/", "/node_modules/", "/dist/", ".min."} {
		if strings.Contains(lower, part) {
			score += 8
		}
	}
	for _, part := range []string{"_test.", ".test.", ".spec.", "/test/", "/tests/", "/__tests__/", "/example", "/mock", "/fixture"} {
		if strings.Contains(lower, part) {
			score += 4
		}
	}
	switch path.Ext(lower) {
	case ".md", ".txt", ".html", ".rst", ".json", ".lock", ".css", ".svg":
		score += 6
	}
	return score
}

var (
	commentLine = lazily(`^\s*(?://|#|\*|/\*|--|;;|"""|@|\[\[?|<!--)`)
	blankLine   = lazily(`^\s*$`)
)

// around returns the lines of a definition with the comment above it.
func (s source) around(at int) (from, to int) {
	from = at
	for from > s.first && commentLine().MatchString(s.line(from-1)) {
		from--
	}
	return from, s.endOf(at)
}

// endOf returns the last line of the definition that begins at a line, by its brackets or its indentation.
func (s source) endOf(at int) int {
	depth, opened := 0, false
	for n := at; n <= s.last(); n++ {
		for _, c := range s.line(n) {
			switch c {
			case '{', '(', '[':
				depth++
				opened = opened || c != '['
			case '}', ')', ']':
				depth--
			}
		}
		if depth <= 0 && (opened || n > at) {
			if strings.HasSuffix(strings.TrimSpace(s.line(n)), ":") {
				return s.indentedBelow(at, n)
			}
			return n
		}
		if !opened {
			return n
		}
	}
	return s.last()
}

// indentedBelow returns the last line after n that is indented deeper than line at.
func (s source) indentedBelow(at, n int) int {
	depth := indent(s.line(at))
	end := n
	for i := n + 1; i <= s.last(); i++ {
		if blankLine().MatchString(s.line(i)) {
			continue
		}
		if indent(s.line(i)) <= depth {
			break
		}
		end = i
	}
	return end
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// showDefinition quotes the definition at a place, with its comment, or the beginning of a long comment.
func (w *draft) showDefinition(m match) error {
	const longComment = 24
	s, err := w.read(m.Path, max(1, m.Line-120), 180)
	if err != nil {
		return err
	}
	from, to := s.around(m.Line)
	if m.Line-from > longComment {
		w.quote(s, from, s.paragraphEnd(from, from+longComment/2))
		from = m.Line
	}
	w.quote(s, from, to)
	return nil
}

// paragraphEnd returns the last line of the last paragraph of a comment that ends before line most.
func (s source) paragraphEnd(from, most int) int {
	for n := most; n > from; n-- {
		if strings.Trim(s.line(n), " \t/#*-") == "" {
			return n - 1
		}
	}
	return most
}
