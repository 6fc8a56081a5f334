package offline

import (
	"cmp"
	"slices"
	"strings"
)

// asksForProject matches what the project is.
func asksForProject(q *question) bool {
	about := q.has("project", "repo", "repository", "codebase", "workspace", "dự án", "kho mã", "application", "app", "library", "program")
	return about && len(q.identifiers) == 0 && (q.has("what is this", "what is the", "what s this", "what does this", "what does the", "about",
		"overview", "describe", "summarize", "summarise", "summary", "explain this", "explain the", "introduce",
		"là gì", "giới thiệu", "tóm tắt", "mô tả", "structure", "structured", "organized", "organised", "purpose", "do") ||
		q.begins("explain", "describe", "giải thích"))
}

// describeProject quotes the beginning of the README and lists the top folders.
func describeProject(q *question, w *draft) error {
	found, err := w.list("[Rr][Ee][Aa][Dd][Mm][Ee]*", 20)
	if err != nil {
		return err
	}
	slices.SortStableFunc(found, func(a, b string) int { return cmp.Or(cmp.Compare(depth(a), depth(b)), cmp.Compare(len(a), len(b))) })
	if len(found) > 0 && depth(found[0]) == 0 {
		s, err := w.read(found[0], 1, 80)
		if err != nil {
			return err
		}
		w.writef("Its `%s` says:", "`%s` viết:", s.path)
		w.quote(s, 1, s.opening())
	}
	r, err := w.call("See how it is laid out.", "list_files", map[string]any{"directory": ".", "limit": 200})
	if err != nil {
		return err
	}
	if len(found) == 0 || depth(found[0]) > 0 {
		w.writef("It has no README; these are its files.", "Dự án không có README; đây là các tệp của nó.")
	}
	w.writeFiles(r, ".", "")
	return nil
}

// opening returns the last line before the second heading of a text.
func (s source) opening() int {
	const most = 30
	headings := 0
	for i, line := range s.lines {
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "==") || strings.HasPrefix(line, "--") {
			if headings++; headings == 2 && i > 3 {
				return s.beforeBlanks(s.first + i - 1)
			}
		}
	}
	return s.beforeBlanks(min(s.last(), s.first+most-1))
}

func (s source) beforeBlanks(n int) int {
	for n > s.first && blankLine().MatchString(s.line(n)) {
		n--
	}
	return n
}
