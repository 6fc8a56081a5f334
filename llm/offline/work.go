package offline

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"ptk-lsp/llm"
)

// What an intent can end with beside an answer.
var (
	errWaiting = errors.New("waiting for the result of a call")
	errNotMine = errors.New("another intent may know better")
)

// work is the making of one answer. An intent is run from its start each time the model is asked: a call whose result is
// in the conversation gives it, the first that has none is written out and awaited.
type work struct {
	*dialog
	out   strings.Builder // the answer
	note  [2]string       // a file that was asked for and isn't there, and the one that was read in its place
	calls strings.Builder // the calls to make
}

// call gives a call's result; the error is errWaiting where it has yet to be made, errNotMine where the tool isn't offered.
func (w *work) call(reason, tool string, args map[string]any) (result, error) {
	if len(w.tools) > 0 && !w.tools[tool] {
		return result{}, errNotMine
	}
	c := call{tool, args, reason}
	if r, ok := w.results[c.key()]; ok {
		return r, nil
	}
	if text := c.written(); !strings.Contains(w.calls.String(), text) {
		w.calls.WriteString(text)
	}
	return result{}, errWaiting
}

// readMost is how many lines are read at a time.
const readMost = 250

// read gives a file from a line on. Where there is none of that name, the closest one is read, and told.
func (w *work) read(file string, offset, limit int) (source, error) {
	r, err := w.readExactly(file, offset, limit)
	if err != nil {
		return source{}, err
	}
	if r.failure != "" {
		found, err := w.find(file)
		if err != nil {
			return source{}, err
		}
		if len(found) == 0 || unlike(found[0], file) > 3 {
			return source{}, &missing{file, r.failure, found[:min(3, len(found))]}
		}
		w.note = [2]string{file, found[0]}
		file = found[0]
		if r, err = w.readExactly(file, offset, limit); err != nil {
			return source{}, err
		}
	}
	s, ok := w.source(r)
	if !ok {
		return source{}, &missing{file, cmp.Or(r.failure, "it holds no text"), nil}
	}
	return s, nil
}

func (w *work) readExactly(file string, offset, limit int) (result, error) {
	args := map[string]any{"path": file}
	if offset > 1 {
		args["offset"] = offset
	}
	if limit > 0 {
		args["limit"] = limit
	}
	return w.call("Look into "+file+".", "read_file", args)
}

// missing is a file that can't be read.
type missing struct {
	file, why string
	similar   []string // files with a name like it
}

func (m *missing) Error() string {
	text := m.file + ": " + m.why
	if len(m.similar) > 0 {
		text += " (there are " + strings.Join(m.similar, ", ") + ")"
	}
	return text
}

// find gives the files that a name could mean, the likeliest first.
func (w *work) find(name string) ([]string, error) {
	base := path.Base(name)
	files, err := w.list("**/"+escapeGlob(base), 50)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		stem := strings.TrimSuffix(base, path.Ext(base))
		if len(stem) < 3 {
			return nil, nil
		}
		if files, err = w.list("**/*"+anyCase(stem[:min(4, len(stem))])+"*", 100); err != nil {
			return nil, err
		}
	}
	files = llm.ClosestNames(name, files, 10)
	slices.SortStableFunc(files, func(a, b string) int { return cmp.Compare(unlike(a, name), unlike(b, name)) })
	return files, nil
}

// unlike is 0 for a path that ends as wanted, more the less it is like it.
func unlike(file, want string) int {
	switch {
	case file == want:
		return 0
	case strings.HasSuffix("/"+file, "/"+want):
		return 1
	case strings.EqualFold(path.Base(file), path.Base(want)):
		return 2
	case strings.EqualFold(path.Ext(file), path.Ext(want)):
		return 3
	}
	return 4
}

// list gives the files that match a pattern.
func (w *work) list(pattern string, limit int) ([]string, error) {
	r, err := w.call("Find "+pattern+".", "list_files", map[string]any{"directory": ".", "pattern": pattern, "limit": limit})
	if err != nil || r.failure != "" {
		return nil, err
	}
	return r.Files, nil
}

// search gives the lines that match a regular expression.
func (w *work) search(reason, pattern string, most int, include ...string) (result, error) {
	args := map[string]any{"query": pattern, "regex": true, "case_sensitive": true, "max_results": most}
	if len(include) > 0 {
		args["include"] = include
	}
	return w.call(reason, "search_code", args)
}

// escapeGlob takes the meaning from the signs of a pattern.
func escapeGlob(name string) string {
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, "{", `\{`, `\`, `\\`).Replace(name)
}

// anyCase is a pattern for a name in any letter case.
func anyCase(name string) string {
	var b strings.Builder
	for _, r := range name {
		lower, upper := strings.ToLower(string(r)), strings.ToUpper(string(r))
		if lower == upper {
			b.WriteString(escapeGlob(string(r)))
			continue
		}
		fmt.Fprintf(&b, "[%s%s]", lower, upper)
	}
	return b.String()
}

// say writes a paragraph of the answer, in the question's language.
func (w *work) say(english, vietnamese string, values ...any) {
	format := english
	if w.question.vi {
		format = vietnamese
	}
	fmt.Fprintf(&w.out, format+"\n\n", values...)
}
