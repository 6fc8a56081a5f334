package offline

// asksForLines matches a range of lines of a file.
func asksForLines(q *question) bool { return q.from > 0 && q.file() != "" }

func showLines(q *question, w *draft) error {
	if q.to < q.from {
		q.from, q.to = q.to, q.from
	}
	s, err := w.read(q.file(), q.from, q.to-q.from+1)
	if err != nil {
		return err
	}
	if s.last() < q.from || s.total > 0 && q.from > s.total {
		w.writef("`%s` has only %d lines.", "`%s` chỉ có %d dòng.", s.path, max(s.total, s.last()))
		return nil
	}
	w.quote(s, q.from, q.to)
	if s.total > 0 && q.to > s.total {
		w.writef("The file ends at line %d.", "Tệp kết thúc ở dòng %d.", s.total)
	}
	return nil
}
