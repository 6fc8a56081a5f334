// Package patch replaces a piece of text that a model quotes, which may differ from the text in what models get wrong:
// line endings, blanks, indentation.
// It knows nothing of files or tools. Start at [Edit.Apply].
package patch

import (
	"fmt"
	"strings"
)

// Edit replaces Old by New.
type Edit struct {
	Old, New string
	All      bool // every place, where there are several
}

// Way says what was overlooked to find the place.
type Way string

// The ways, in the order in which they are tried.
const (
	Exact       Way = ""
	LineEndings Way = "line endings"
	Trailing    Way = "trailing white space"
	Indentation Way = "indentation"
	Fuzzy       Way = "small differences between the first and the last line"
)

// Done tells how an edit was made.
type Done struct {
	Way   Way
	Lines []int // where the places began, counted from 1 in the text before the edit
}

// NotFound is the error of an edit whose old text is nowhere.
type NotFound struct {
	Line    int    // where the nearest text begins, counted from 1; 0 where nothing is near
	Nearest string // the nearest text
}

// Error shows the nearest text.
func (e *NotFound) Error() string {
	if e.Line == 0 {
		return "the old text is not in the file, nor anything like it"
	}
	return fmt.Sprintf("the old text is not in the file; the nearest is at line %d:\n%s", e.Line, e.Nearest)
}

// Ambiguous is the error of an edit whose old text is in several places.
type Ambiguous struct {
	Lines []int // where they begin, counted from 1
}

// Error names the places.
func (e *Ambiguous) Error() string {
	return fmt.Sprintf("the old text is in %d places, at lines %s", len(e.Lines), join(e.Lines))
}

func join(lines []int) string {
	var words []string
	for _, l := range lines {
		words = append(words, fmt.Sprint(l))
		if len(words) == 20 {
			return strings.Join(words, ", ") + ", …"
		}
	}
	return strings.Join(words, ", ")
}

// span is a piece of a text, and what takes its place.
type span struct {
	from, to int
	new      string
}

// Apply makes the edit. Its error is a [*NotFound], an [*Ambiguous], or says in words what is wrong with the edit.
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

// exact finds the old text as it stands.
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

// indentation finds the old lines where all are indented otherwise in the same way, and indents the new ones so.
func indentation(t *body, e Edit) []span {
	if strings.TrimSpace(e.Old) == "" {
		return nil
	}
	return t.byLines(e, strings.TrimSpace, func(old, found []string, new string) (string, bool) {
		m, ok := indents(old, found)
		return t.ended(m.apply(new)), ok
	})
}

// plainly puts the new text in as it is.
func plainly(t *body) func(old, found []string, new string) (string, bool) {
	return func(_, _ []string, new string) (string, bool) { return t.ended(new), true }
}

func unix(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }
