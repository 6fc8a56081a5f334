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

// Results of an intent other than an answer.
var (
	errWaiting     = errors.New("waiting for the result of a call")
	errOtherIntent = errors.New("another intent may have an answer")
)

// lookup calls tools. A call whose result is in the conversation returns it; the others are collected, to be made.
type lookup struct {
	*dialog
	calls    strings.Builder // to be made
	replaced [2]string       // a requested file that doesn't exist, and the one that was read instead
}

// call returns a call's result; the error is errWaiting if it has yet to be made, errOtherIntent if the tool isn't offered.
func (l *lookup) call(reason, tool string, args map[string]any) (result, error) {
	if len(l.tools) > 0 && !l.tools[tool] {
		return result{}, errOtherIntent
	}
	c := call{tool, args, reason}
	if r, ok := l.results[c.key()]; ok {
		return r, nil
	}
	if text := c.written(); !strings.Contains(l.calls.String(), text) {
		l.calls.WriteString(text)
	}
	return result{}, errWaiting
}

// maxRead is the number of lines that are read at a time.
const maxRead = 250

// read returns a file from a line on. If there is none of that name, the closest one is read, and noted.
func (l *lookup) read(file string, offset, limit int) (source, error) {
	r, err := l.readExactly(file, offset, limit)
	if err != nil {
		return source{}, err
	}
	if r.failure != "" {
		found, err := l.find(file)
		if err != nil {
			return source{}, err
		}
		if len(found) == 0 || distance(found[0], file) > 3 {
			return source{}, &missing{file, r.failure, found[:min(3, len(found))]}
		}
		l.replaced = [2]string{file, found[0]}
		file = found[0]
		if r, err = l.readExactly(file, offset, limit); err != nil {
			return source{}, err
		}
	}
	s, ok := l.source(r)
	if !ok {
		return source{}, &missing{file, cmp.Or(r.failure, "it is not a text file"), nil}
	}
	return s, nil
}

func (l *lookup) readExactly(file string, offset, limit int) (result, error) {
	args := map[string]any{"path": file}
	if offset > 1 {
		args["offset"] = offset
	}
	if limit > 0 {
		args["limit"] = limit
	}
	return l.call("Look into "+file+".", "read_file", args)
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

// find returns the files that a name could mean, the most likely first.
func (l *lookup) find(name string) ([]string, error) {
	base := path.Base(name)
	files, err := l.list("**/"+escapeGlob(base), 50)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		stem := strings.TrimSuffix(base, path.Ext(base))
		if len(stem) < 3 {
			return nil, nil
		}
		if files, err = l.list("**/*"+anyCase(stem[:min(4, len(stem))])+"*", 100); err != nil {
			return nil, err
		}
	}
	files = llm.ClosestNames(name, files, 10)
	slices.SortStableFunc(files, func(a, b string) int { return cmp.Compare(distance(a, name), distance(b, name)) })
	return files, nil
}

// distance returns 0 for the path itself and more the less a path resembles it.
func distance(file, want string) int {
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

// list returns the files that match a pattern.
func (l *lookup) list(pattern string, limit int) ([]string, error) {
	r, err := l.call("Find "+pattern+".", "list_files", map[string]any{"directory": ".", "pattern": pattern, "limit": limit})
	if err != nil || r.failure != "" {
		return nil, err
	}
	return r.Files, nil
}

// search returns the lines that match a regular expression.
func (l *lookup) search(reason, pattern string, most int, include ...string) (result, error) {
	args := map[string]any{"query": pattern, "regex": true, "case_sensitive": true, "max_results": most}
	if len(include) > 0 {
		args["include"] = include
	}
	return l.call(reason, "search_code", args)
}

// escapeGlob escapes the special characters of a pattern.
func escapeGlob(name string) string {
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, "{", `\{`, `\`, `\\`).Replace(name)
}

// anyCase returns a pattern for a name in any letter case.
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
