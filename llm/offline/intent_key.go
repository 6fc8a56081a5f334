package offline

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// keyWords map what people call the keys of data files to the keys.
var keyWords = map[string][]string{
	"version": {"version"}, "versions": {"version"}, "phiên bản": {"version"}, "name": {"name", "module"}, "tên": {"name", "module"},
	"license": {"license"}, "licence": {"license"}, "giấy phép": {"license"}, "description": {"description"}, "mô tả": {"description"},
	"author": {"author", "authors"}, "authors": {"authors", "author"}, "tác giả": {"author", "authors"},
	"dependencies": {"dependencies", "require"}, "dependency": {"dependencies", "require"},
	"phụ thuộc": {"dependencies", "require"}, "thư viện": {"dependencies", "require"},
	"devdependencies": {"devDependencies"}, "dev dependencies": {"devDependencies"},
	"scripts": {"scripts"}, "requires": {"require", "dependencies"},
	"module": {"module"}, "module path": {"module"}, "go version": {"go"}, "version of go": {"go"}, "toolchain": {"toolchain"},
	"entry point": {"main", "bin"}, "engine": {"engines"}, "engines": {"engines"},
}

// manifests are searched for a question that names no file.
var manifests = []string{"package.json", "go.mod", "Cargo.toml", "pyproject.toml", "composer.json", "pubspec.yaml", "deno.json"}

// asksForKey matches the value of a key in a data file.
func asksForKey(q *question) bool {
	if file := q.file(); file != "" {
		_, data := keysOf(source{path: file})
		return data && !wholeFile(q)
	}
	if q.has("how", "where", "why") && !q.has("how is this project called") {
		return false
	}
	return q.has("go version", "version of go", "phiên bản go") || len(wantedKeys(q)) > 0 &&
		q.has("project", "package", "module", "dependencies", "dependency", "we", "this", "phụ thuộc", "dự án",
			"version", "license", "scripts", "the")
}

// wholeFile reports whether the question is about the file itself rather than something in it.
func wholeFile(q *question) bool {
	return (q.begins("read", "show", "open", "print", "cat", "display", "summarize", "summarise", "what is in", "what s in",
		"đọc", "mở", "hiện", "xem", "nội dung") ||
		q.has("contents of", "content of", "contain", "contains", "define", "defines")) && len(wantedKeys(q)) == 0 && !q.has(" tell ", "and")
}

// wantedKeys returns the keys that well-known words in the question mean, the longest phrase first.
func wantedKeys(q *question) []string {
	var phrases []string
	for phrase := range keyWords {
		if q.has(phrase) {
			phrases = append(phrases, phrase)
		}
	}
	slices.SortFunc(phrases, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	var keys []string
	for _, p := range phrases {
		keys = append(keys, keyWords[p]...)
	}
	return unique(keys)
}

func showKey(q *question, w *draft) error {
	files := []string{q.file()}
	if files[0] == "" {
		if files = w.manifestsFor(q); files == nil {
			return errOtherIntent
		}
		found, err := w.list("{"+strings.Join(files, ",")+"}", 20)
		if err != nil {
			return err
		}
		slices.SortStableFunc(found, func(a, b string) int {
			return cmp.Or(cmp.Compare(remoteness(a), remoteness(b)), cmp.Compare(depth(a), depth(b)), cmp.Compare(len(a), len(b)))
		})
		if len(found) == 0 {
			return errOtherIntent
		}
		files = found[:min(3, len(found))]
	}
	return w.showBest(q, files)
}

func depth(file string) int { return strings.Count(file, "/") }

// manifestsFor returns the names of the files that may have the key in question.
func (l *lookup) manifestsFor(q *question) []string {
	if q.has("go", "golang") {
		return []string{"go.mod"}
	}
	return manifests
}

// showBest answers from the file that fits the question best.
func (w *draft) showBest(q *question, files []string) error {
	var best found
	var top []string
	for _, file := range files {
		next, names, err := w.lookUp(q, file)
		if err != nil {
			return err
		}
		if next.score > best.score {
			best = next
		}
		top = append(top, names...)
	}
	switch {
	case best.score > 0:
		w.writeEntries(best.source, best.entries)
	case q.file() == "" || len(top) == 0 || len(q.words) < 3 || asksForProject(q) || asksForCount(q):
		return errOtherIntent
	default:
		w.writef("I can't find that in `%s`. Its keys are %s.",
			"Tôi không thấy điều đó trong `%s`. Các khoá của nó: %s.", files[0], strings.Join(unique(top), ", "))
	}
	return nil
}

// found is what a file holds for a question.
type found struct {
	source  source
	entries []entry
	score   int
}

// lookUp reads a file until something fits the question, else it returns the names of the outermost keys.
func (l *lookup) lookUp(q *question, file string) (best found, names []string, err error) {
	whole, err := l.read(file, 1, maxRead)
	for err == nil {
		entries, _ := keysOf(whole)
		if fits, score := bestKeys(entries, q); score > 0 {
			return found{whole, fits, score}, nil, nil
		}
		if whole.total <= whole.last() || whole.last() > 5*maxRead {
			for _, e := range entries {
				if len(e.keys) == 1 {
					names = append(names, "`"+e.name()+"`")
				}
			}
			return best, names, nil
		}
		var more source
		if more, err = l.read(file, whole.last()+1, maxRead); err == nil {
			if more.first != whole.last()+1 {
				return best, names, nil
			}
			whole.lines = append(whole.lines, more.lines...) // keys may be in an object that began before
		}
	}
	return best, nil, err
}

// writeEntries writes the keys found, with their values and lines.
func (o *output) writeEntries(s source, found []entry) {
	for _, e := range found {
		if e.value != "" {
			o.writef("`%s` in `%s` is **%s**:", "`%s` trong `%s` là **%s**:", e.name(), path.Base(s.path), e.value)
		} else {
			o.writef("`%s` in `%s`:", "`%s` trong `%s`:", e.name(), path.Base(s.path))
		}
		o.quote(s, e.from, e.to)
	}
}

// bestKeys returns the entries that fit the question best, at most three, and their relevance.
func bestKeys(entries []entry, q *question) ([]entry, int) {
	wanted := wantedKeys(q)
	var best []entry
	most := 0
	for _, e := range entries {
		score := e.relevance(q, wanted)
		if score > most {
			most, best = score, nil
		}
		if score == most && score > 0 {
			best = append(best, e)
		}
	}
	slices.SortStableFunc(best, func(a, b entry) int { return cmp.Compare(len(a.keys), len(b.keys)) })
	best = slices.DeleteFunc(best, func(e entry) bool { return len(e.keys) > len(best[0].keys) })
	return best[:min(3, len(best))], most
}

// relevance returns how likely the question is about the entry, 0 for not at all.
func (e entry) relevance(q *question, wanted []string) int {
	last := e.keys[len(e.keys)-1]
	score := 0
	switch at := slices.Index(wanted, last); {
	case strings.Contains(q.lower, strings.ToLower(e.name())) && strings.ContainsAny(e.name(), ".-/_@"):
		score = 200 + 10*len(e.keys)
	case slices.ContainsFunc(append(q.quoted, q.identifiers...), func(s string) bool {
		return strings.EqualFold(s, last) || strings.EqualFold(s, e.name())
	}):
		score = 180
	case at < 0 && q.names(last) && e.required():
		score = 120
	case at >= 0:
		score = 100 - at
	case q.names(last):
		score = 80
	default:
		return 0
	}
	for _, k := range e.keys[:len(e.keys)-1] {
		if q.names(k) || slices.Contains(wanted, k) {
			score += 30
		} else {
			score -= 5
		}
	}
	return max(score, 1)
}

// required reports whether the entry is a dependency, whose value is its version.
func (e entry) required() bool {
	parent := strings.ToLower(strings.Join(e.keys[:len(e.keys)-1], "."))
	return strings.Contains(parent, "dependencies") || parent == "require"
}

// names reports whether the question has a key as a separate word in any spelling. Stop words don't count.
func (q *question) names(key string) bool {
	lower := strings.ToLower(key)
	if slices.Contains(stopWords, lower) || lower == "go" || lower == "" {
		return false
	}
	spaced := strings.Join(wordPattern().FindAllString(splitCamel(key), -1), " ")
	bare := lower[strings.LastIndexByte(lower, '/')+1:]
	text := q.lower
	if file := strings.ToLower(q.file()); file != "" {
		text = strings.ReplaceAll(text, file, " ")
	}
	rest := newWords(text)
	return rest.has(spacedOut(lower), spacedOut(strings.ToLower(spaced)), spacedOut(bare), strings.ReplaceAll(lower, "_", " "))
}

// spacedOut returns the words of a name.
func spacedOut(name string) string { return strings.Join(wordPattern().FindAllString(name, -1), " ") }

// newWords returns a question that has only words.
func newWords(text string) *question { return &question{words: wordPattern().FindAllString(text, -1)} }

// splitCamel inserts spaces between the words of a name such as devDependencies.
func splitCamel(name string) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && r >= 'A' && r <= 'Z' && name[i-1] >= 'a' && name[i-1] <= 'z' {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}
