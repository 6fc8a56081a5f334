package patch

import "strings"

// exact finds the old text as it is quoted.
func exact(t *body, e Edit) []span { return occurrences(t.all, e.Old, t.ended(e.New)) }

func occurrences(text, old, new string) []span {
	var out []span
	for at := 0; ; {
		i := strings.Index(text[at:], old)
		if i < 0 {
			return out
		}
		out = append(out, span{at + i, at + i + len(old), new})
		at += i + len(old)
	}
}

// lineEndings finds the old text with the line endings of the file.
func lineEndings(t *body, e Edit) []span {
	for _, nl := range []string{"\n", "\r\n"} {
		old := strings.ReplaceAll(unix(e.Old), "\n", nl)
		if found := occurrences(t.all, old, t.ended(e.New)); len(found) > 0 {
			return found
		}
	}
	return t.byLines(e, func(line string) string { return strings.TrimSuffix(line, "\r") }, plainly(t))
}

func trailing(t *body, e Edit) []span {
	return t.byLines(e, func(line string) string { return strings.TrimRight(line, " \t\r") }, plainly(t))
}

// indentation finds the old lines if their indentation differs in a consistent way, and indents the new ones likewise.
func indentation(t *body, e Edit) []span {
	if strings.TrimSpace(e.Old) == "" {
		return nil
	}
	return t.byLines(e, strings.TrimSpace, func(old, found []string, new string) (string, bool) {
		m, ok := indents(old, found)
		return t.ended(m.apply(new)), ok
	})
}

// plainly inserts the new text as it is.
func plainly(t *body) func(old, found []string, new string) (string, bool) {
	return func(_, _ []string, new string) (string, bool) { return t.ended(new), true }
}
