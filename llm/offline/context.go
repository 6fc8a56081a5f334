package offline

import "slices"

// relatedChunks asks the index, if there is one, for code about the question.
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

// withoutQuoted returns the chunks of files that are not quoted yet.
func withoutQuoted(chunks []chunk, quoted []match) []chunk {
	return slices.DeleteFunc(slices.Clone(chunks), func(c chunk) bool {
		return c.Path == "" || slices.ContainsFunc(quoted, func(m match) bool { return m.Path == c.Path })
	})
}

// showChunk quotes the first definition of a chunk, or its beginning.
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
