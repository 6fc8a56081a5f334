package patch

import (
	"fmt"
	"strings"
)

// Edit replaces Old by New.
type Edit struct {
	Old, New string
	All      bool // replace every place if there are several
}

// Way is the difference that was ignored to find the place.
type Way string

// The ways, in the order in which they are tried.
const (
	Exact       Way = ""
	LineEndings Way = "line endings"
	Trailing    Way = "trailing white space"
	Indentation Way = "indentation"
	Fuzzy       Way = "small differences between the first and the last line"
)

// Done describes how an edit was made.
type Done struct {
	Way   Way
	Lines []int // where the places began, counted from 1 in the text before the edit
}

// NotFound is the error of an edit whose old text is not in the text.
type NotFound struct {
	Line    int    // where the most similar text begins, counted from 1; 0 if nothing is similar
	Nearest string // the most similar text
}

// Error includes the most similar text.
func (e *NotFound) Error() string {
	if e.Line == 0 {
		return "the old text is not in the file, nor anything like it"
	}
	return fmt.Sprintf("the old text is not in the file; the nearest is at line %d:\n%s", e.Line, e.Nearest)
}

// Ambiguous is the error of an edit whose old text is found in several places.
type Ambiguous struct {
	Lines []int // where they begin, counted from 1
}

// Error lists the lines.
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

// span is a part of a text and its replacement.
type span struct {
	from, to int
	new      string
}

func unix(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }
