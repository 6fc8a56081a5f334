package offline

import "slices"

// related asks the index for pieces of code about the question, where there is one.
func (l *lookup) relatedChunks(q *question) ([]chunk, error) {
	if !l.tools["request_code_context"] {
		return nil, nil
	}
	r, err := l.call("Ask the index for code about it.", "request_code_context", map[string]any{"hint": q.text, "token_budget": 2000})
	if err != nil {
		return nil, err
	}
	return r.Results, nil
}

// apart gives the pieces from files of which nothing is quoted yet.
func withoutQuoted(chunks []chunk, quoted []match) []chunk {
	return slices.DeleteFunc(slices.Clone(chunks), func(c chunk) bool {
		return c.Path == "" || slices.ContainsFunc(quoted, func(m match) bool { return m.Path == c.Path })
	})
}

// showChunk quotes the first definition of a piece, or its beginning.
func (w *draft) showChunk(c chunk) error {
	const most = 20
	s, err := w.read(c.Path, c.Start, max(c.End-c.Start+1, 1))
	if err != nil {
		return err
	}
	for n := s.first; n <= s.last(); n++ {
		if defines().MatchString(s.line(n)) {
			from, to := s.around(n)
			w.quote(s, from, min(to, from+most))
			return nil
		}
	}
	w.quote(s, s.first, min(s.last(), s.first+most))
	return nil
}
