package offline

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

// asksForFile matches a whole file or folder.
func asksForFile(q *question) bool {
	return q.file() != "" || len(q.folders) > 0 && len(q.identifiers) == 0
}

// showFile quotes a short file, or the beginning of a long one and an outline.
func showFile(q *question, w *draft) error {
	if q.file() == "" {
		return listFiles(q, w)
	}
	if len(q.identifiers) > 0 {
		if err := w.showInFile(q.file(), symbolOf(q.identifiers[0])); err != errOtherIntent {
			return err
		}
	}
	for _, file := range q.paths[:max(len(q.paths), 1)-1] {
		if err := w.showOne(file); err != nil {
			return err
		}
	}
	if len(q.paths) == 0 {
		return w.showOne(q.file())
	}
	return w.showOne(q.paths[len(q.paths)-1])
}

func (w *draft) showOne(file string) error {
	s, err := w.read(file, 1, maxRead)
	if err != nil {
		return err
	}
	total := max(s.total, s.last())
	w.writef("`%s` has %d lines.", "`%s` có %d dòng.", s.path, total)
	if total <= maxQuote || isProse(s.path) {
		w.quote(s, 1, min(total, maxQuote))
		return nil
	}
	outline := s.outline()
	if from, to := s.head(); len(outline) == 0 || commentLine().MatchString(s.line(from)) {
		w.quote(s, from, to)
	}
	if len(outline) == 0 {
		return nil
	}
	w.writef("It defines:", "Nó định nghĩa:")
	for _, m := range outline[:min(len(outline), 40)] {
		w.item(m)
	}
	if s.last() < total {
		fmt.Fprintln(&w.text)
		w.writef("(This covers lines 1 to %d only; ask for `lines %d-%d of %s` to see more.)",
			"(Mới xem dòng 1 đến %d; hãy hỏi `dòng %d-%d của %s` để xem thêm.)", s.last(), s.last()+1, min(s.last()+60, total), s.path)
	}
	return nil
}

// showInFile quotes the definition of a name in a file.
func (w *draft) showInFile(file string, name symbol) error {
	s, err := w.read(file, 1, 0)
	if err != nil {
		return err
	}
	for _, pattern := range name.patterns() {
		defines := regexp.MustCompile(pattern)
		for i, line := range s.lines {
			if defines.MatchString(line) {
				n := s.first + i
				w.writef("`%s` is defined in %s:", "`%s` được định nghĩa ở %s:", name, place(s.path, n, n))
				from, to := s.around(n)
				w.quote(s, from, to)
				return nil
			}
		}
	}
	return errOtherIntent
}

func isProse(file string) bool {
	switch path.Ext(file) {
	case ".md", ".txt", ".rst", ".adoc", "":
		return true
	}
	return false
}

// head returns the lines that describe the file: its first comment that is not a copyright notice, and the line below.
func (s source) head() (from, to int) {
	n := s.first
	for n < min(s.last(), s.first+maxQuote) {
		from = n
		for n < s.last() && commentLine().MatchString(s.line(n)) {
			n++
		}
		if n > from && !copyright().MatchString(s.line(from)+s.line(from+1)) {
			return from, n
		}
		if !blankLine().MatchString(s.line(n)) {
			return n, min(n+9, s.last())
		}
		n++
	}
	return s.first, min(s.first+9, s.last())
}

var copyright = lazily(`(?i)copyright|license|SPDX`)

var defines = lazily(`^(?:` + modifiers + definers + `)\s+\S`)

// outline returns the lines with definitions at the top level.
func (s source) outline() []match {
	var list []match
	for i, line := range s.lines {
		if defines().MatchString(line) && !strings.HasSuffix(strings.TrimSpace(line), "(") {
			list = append(list, match{s.path, s.first + i, strings.TrimRight(strings.TrimSpace(line), " {")})
		}
	}
	return list
}
