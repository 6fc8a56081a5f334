package ptk

import (
	"cmp"
	"context"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/search"
)

const (
	resolveTime  = 5 * time.Second // how long what a message mentions may be looked for
	maxSymbols   = 2000            // lines that are looked at for names
	maxBlock     = 300             // lines of a definition that is attached
	leastSymbol  = 2               // letters after which symbols are suggested beside files
	symbolsFresh = 3 * time.Second
)

// patience is how long symbols are looked for: by asking language servers, and in files.
type patience struct{ servers, files time.Duration }

var (
	toResolve = patience{resolveTime, resolveTime}
	toSuggest = patience{400 * time.Millisecond, 400 * time.Millisecond} // while somebody types the name of a symbol
	toStand   = patience{200 * time.Millisecond, 20 * time.Millisecond}  // beside files, which are there already
)

// definitionLine finds a line that defines a name: by a keyword, with what may stand before it, or like a function of C. The
// first group is a word that may show that it is none, the others hold the name.
func definitionLine(name string) string {
	const before = `(?:(?:export|default|pub(?:\([^)]*\))?|public|private|protected|internal|static|final|abstract|async|override|virtual|inline|extern|unsafe|sealed|open|data|local|declare|readonly|partial)\s+)*`
	const keyword = `(?:func|function\*?|fn|def|class|interface|struct|enum|trait|type|module|namespace|mod|object|protocol|extension|record|const|let|var|val|macro_rules!|sub|union)\s+`
	const receiver = `(?:\([^)]*\)\s*)?(?:[\w$]+(?:\.|::|:))?`
	return `^\s*` + before + keyword + receiver + `(` + name + `)(?:\W|$)|^\s{0,4}(\w+)[\w<>\[\],*&:\s]*\s[*&]*(` + name + `)\s*\([^;]*$`
}

// noType are words that begin a line in which a call looks like a definition.
var noType = []string{"return", "else", "new", "throw", "await", "case", "not", "and", "or", "import", "from", "yield", "go", "defer", "delete", "if", "while", "for", "switch", "using", "in", "echo", "print", "raise", "assert", "do", "then"}

// defined gives the name that a line defines, by the expression of [definitionLine].
func defined(re *regexp.Regexp, line string) (name string, ok bool) {
	m := re.FindStringSubmatch(line)
	if m == nil || slices.Contains(noType, m[2]) {
		return "", false
	}
	return cmp.Or(m[1], m[3]), true
}

// findSymbols finds definitions whose names are like the word: those that the editor's language servers know, else those that
// the files show. What was found by the end of the context serves; whole is false where there may be more.
func (m *Manager) findSymbols(ctx context.Context, like string, p patience) (found []workspace.Symbol, whole bool) {
	if l := m.cfg.Workspace.Languages(); l != nil && like != "" {
		ctx, cancel := context.WithTimeout(ctx, p.servers)
		defer cancel()
		found, err := l.FindSymbols(ctx, like)
		found = slices.DeleteFunc(found, func(s workspace.Symbol) bool { return !m.within(s.Path) })
		if err == nil && len(found) > 0 {
			for i, s := range found {
				found[i].Name, _, _ = strings.Cut(s.Name, "(") // some servers tell the parameters too
			}
			return found, false // a server tells the best only
		}
	}
	ctx, cancel := context.WithTimeout(ctx, p.files)
	defer cancel()
	return m.grepSymbols(ctx, `[\w$]*`+regexp.QuoteMeta(like)+`[\w$]*`, true)
}

// within tells whether a path is one of the workspace.
func (m *Manager) within(path string) bool {
	_, err := m.cfg.Workspace.Resolve(path)
	return err == nil
}

// grepSymbols finds the lines that define a name of the pattern.
func (m *Manager) grepSymbols(ctx context.Context, pattern string, ignoreCase bool) (found []workspace.Symbol, whole bool) {
	text := definitionLine(pattern)
	re, err := regexp.Compile("(?i)" + text)
	if err != nil {
		return nil, true // the pattern is quoted; there is nothing that it could be
	}
	whole = true
	secrets := workspace.DefaultSecrets()
	for _, f := range m.cfg.Workspace.Folders() {
		o := m.look(f.Path)
		o.Skip = func(rel string, dir bool) bool { return !dir && (prose(rel) || secrets.Match(rel)) }
		r, err := search.Stream(ctx, o, search.Query{Text: text, Regex: true, IgnoreCase: ignoreCase, MaxResults: maxSymbols}, func(lines []search.Match) {
			for _, l := range lines {
				if name, ok := defined(re, l.Text); ok {
					at := workspace.Range{StartLine: l.Line, EndLine: l.Line}
					found = append(found, workspace.Symbol{Name: name, Place: workspace.Place{Path: filepath.Join(f.Path, filepath.FromSlash(l.Rel)), Range: at}})
				}
			}
		})
		whole = whole && err == nil && !r.Truncated
	}
	return found, whole
}

// prose is true for files in which what looks like a definition is none.
func prose(rel string) bool {
	switch strings.ToLower(path.Ext(rel)) {
	case ".md", ".mdx", ".txt", ".rst", ".adoc", ".html", ".xml", ".svg", ".json", ".yaml", ".yml", ".csv", ".lock", ".log":
		return true
	}
	return strings.HasSuffix(rel, ".min.js")
}

// definitions gives where a name is defined, with the whole of each definition; "Outer.name" says in what.
func (m *Manager) definitions(ctx context.Context, name string) (places []workspace.Place) {
	if name == "" {
		return nil
	}
	last := name[strings.LastIndexAny(name, ".:")+1:]
	exact := func(s workspace.Symbol) bool {
		return s.Name == name || s.Name == last && (last == name || strings.HasSuffix(s.Container, strings.TrimRight(strings.TrimSuffix(name, last), ".:")))
	}
	found, _ := m.findSymbols(ctx, last, toResolve)
	if !slices.ContainsFunc(found, exact) {
		found, _ = m.grepSymbols(ctx, regexp.QuoteMeta(last), false)
		exact = func(s workspace.Symbol) bool { return s.Name == last }
	}
	for _, s := range found {
		if !exact(s) || s.StartLine < 1 {
			continue
		}
		places = append(places, m.wholeOf(ctx, s.Place))
	}
	slices.SortStableFunc(places, func(a, b workspace.Place) int { return cmp.Compare(isTest(a.Path), isTest(b.Path)) })
	return slices.Compact(places)
}

// isTest is 1 for a file of tests: what is defined elsewhere is rather meant.
func isTest(name string) int {
	base := strings.ToLower(path.Base(filepath.ToSlash(name)))
	return truth(strings.Contains(base, "_test.") || strings.Contains(base, ".test.") || strings.Contains(base, ".spec.") || strings.HasPrefix(base, "test_"))
}

// wholeOf widens a place that names only the head of a definition.
func (m *Manager) wholeOf(ctx context.Context, p workspace.Place) workspace.Place {
	t, err := m.cfg.Workspace.Read(ctx, p.Path)
	if err != nil || t.Binary || t.Large {
		return p
	}
	p.Path, p.StartColumn, p.EndColumn = t.File.Path, 0, 0
	lines := strings.Split(strings.TrimSuffix(t.Content, "\n"), "\n")
	if p.StartLine <= len(lines) && p.EndLine-p.StartLine < 1 {
		p.StartLine, p.EndLine = block(lines, p.StartLine)
	}
	return p
}

// block gives the lines of the definition that begins at a line, with the comment above it: up to where something else begins
// that is indented no deeper.
func block(lines []string, start int) (first, last int) {
	depth := indent(lines[start-1])
	first, last = start, start
	for first > 1 && comment(lines[first-2]) && indent(lines[first-2]) == depth {
		first--
	}
	for n := start; n < len(lines) && n-start < maxBlock; n++ {
		l := strings.TrimSpace(lines[n])
		switch closing := l != "" && strings.ContainsAny(l[:1], ")}]{") || l == "end"; {
		case l == "":
		case indent(lines[n]) > depth:
			last = n + 1
		case indent(lines[n]) == depth && closing:
			last = n + 1
			if l[0] == '}' || l == "end" {
				return first, last
			}
		default:
			return first, last
		}
	}
	return first, last
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

func comment(line string) bool {
	l := strings.TrimSpace(line)
	for _, mark := range []string{"//", "#", "/*", "*", "--", "@"} {
		if strings.HasPrefix(l, mark) {
			return true
		}
	}
	return false
}

// symbolList is what was found last, for as long as it is fresh: who types on narrows it.
type symbolList struct {
	mu   sync.Mutex         // guards stop
	stop context.CancelFunc // ends the search that began last; nil before there is one

	gate  gate // guards what follows, while symbols are looked for too
	like  string
	whole bool
	found []workspace.Symbol
	at    time.Time
}

// newest gives the context of a search, which ends when the next one begins: who types on no longer waits for what was typed
// before.
func (l *symbolList) newest(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stop != nil {
		l.stop()
	}
	l.stop = cancel
	return ctx, cancel
}

// list gives the symbols whose names have the word in them, as far as they are found in time.
func (l *symbolList) list(ctx context.Context, m *Manager, like string, p patience) []workspace.Symbol {
	ctx, cancel := l.newest(ctx)
	defer cancel()
	if !l.gate.enter(ctx) {
		return nil
	}
	defer l.gate.leave()
	if now := time.Now(); !l.whole || now.Sub(l.at) >= symbolsFresh || !strings.HasPrefix(like, l.like) {
		l.found, l.whole = m.findSymbols(ctx, like, p)
		l.like, l.at = like, now
	}
	return l.found
}

// truth is 1 for true and 0 for false, to be compared by.
func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
