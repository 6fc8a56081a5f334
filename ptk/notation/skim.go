package notation

// skim reads text that is prose whatever follows it, and returns how far it got in s. It changes only the position and the
// line, so that most pieces of a message are read without being held.
func (m *message) skim(s string) int {
	from, i, start := m.at.off, 0, m.line.start
	starts := &m.grammar.starts
loop:
	for ; i < len(s); i++ {
		c := s[i]
		if start && c != '\n' {
			if starts.line[c] && !starts.startsProse(s[i:]) {
				break
			}
			start = isBlank(c)
			continue
		}
		if !isSpecial[c] {
			continue
		}
		switch {
		case c == '\n':
			m.at.off, m.line.start = from+i, start
			m.breakLine()
			start = true
		case c == '<' || c == '[':
			if m.mayOpen(s[i:]) {
				break loop
			}
		case c == '`':
			break loop
		default:
			m.at.inner++
		}
	}
	m.at.off, m.line.start = from+i, start
	return i
}

// mayOpen reports whether the < or [ at s[0] may be more than itself.
func (m *message) mayOpen(s string) bool {
	if len(s) == 1 {
		return true
	}
	c, next := s[1], &m.grammar.tags.next
	if !next.tag[c] {
		return next.quote[c] && mayQuote(s)
	}
	m.opening = m.grammar.tags.may(s, false)
	return m.opening != no || next.drop[c] || next.quote[c] && mayQuote(s)
}
