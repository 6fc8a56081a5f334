// Package patch replaces a piece of text that a model quotes, which may differ from the text in what models get wrong:
// line endings, blanks, indentation.
// It does not know files or tools. Start at [Edit.Apply].
package patch

import (
	"fmt"
	"strings"
)

// Apply returns the text after the edit. The error is a [*NotFound], an [*Ambiguous], or describes what is wrong with the edit.
func (e Edit) Apply(text string) (string, *Done, error) {
	switch {
	case e.Old == "":
		return "", nil, fmt.Errorf("the old text is empty")
	case e.Old == e.New:
		return "", nil, fmt.Errorf("the old and the new text are the same")
	}
	t := newBody(text)
	for _, w := range []struct {
		way  Way
		find func(*body, Edit) []span
	}{{Exact, exact}, {LineEndings, lineEndings}, {Trailing, trailing}, {Indentation, indentation}, {Fuzzy, fuzzy}} {
		spans := w.find(t, e)
		if len(spans) == 0 {
			continue
		}
		lines := t.linesOf(spans)
		if len(spans) > 1 && (!e.All || w.way == Fuzzy) {
			return "", nil, &Ambiguous{lines}
		}
		return replace(text, spans), &Done{w.way, lines}, nil
	}
	return "", nil, t.nearest(e.Old)
}

func replace(text string, spans []span) string {
	var b strings.Builder
	at := 0
	for _, s := range spans {
		b.WriteString(text[at:s.from])
		b.WriteString(s.new)
		at = s.to
	}
	return b.String() + text[at:]
}
