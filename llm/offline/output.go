package offline

import (
	"fmt"
	"strings"
)

// output is the text of an answer.
type output struct {
	*dialog
	text strings.Builder
}

// writef writes a paragraph, in the question's language.
func (o *output) writef(english, vietnamese string, values ...any) {
	format := english
	if o.question.vi {
		format = vietnamese
	}
	fmt.Fprintf(&o.text, format+"\n\n", values...)
}
