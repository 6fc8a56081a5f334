package indexes

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"ptk-lsp/llm"
	"ptk-lsp/workspace/index"
)

// Errors of a model's server go to the user with a suggestion; all other errors go to stderr.
func TestFailuresOfTheIndex(t *testing.T) {
	refused := fmt.Errorf("asking x/y for vectors: %w", &llm.Error{Provider: "x", Message: "no such key", Suggestion: "Set X_KEY."})
	for _, c := range []struct {
		err          error
		user, stderr string
	}{
		{refused, "in w without a model's vectors: asking x/y for vectors: x: no such key Set X_KEY.", ""},
		{fmt.Errorf("9 pieces are %w", index.ErrTooLarge), "too large", ""},
		{errors.New("disk full"), "", "disk full"},
	} {
		var stderr bytes.Buffer
		var warned string
		f := failures{stderr: &stderr, warn: func(text string) { warned += text }}
		f.questions("/home/u/w", c.err)
		if !strings.Contains(warned, c.user) || (c.user == "") != (warned == "") ||
			!strings.Contains(stderr.String(), c.stderr) || (c.stderr == "") != (stderr.Len() == 0) {
			t.Errorf("%v: warning %q, stderr %q", c.err, warned, stderr.String())
		}
		stderr.Reset()
		failures{stderr: &stderr}.questions("/home/u/w", c.err)
		if stderr.Len() == 0 {
			t.Errorf("%v: not reported", c.err)
		}
	}
}

// Background jobs are shown with the name of the folder, and how they ended.
func TestProgressOfAnIndex(t *testing.T) {
	var shown []string
	p := Progress(func(title string, _ func()) (func(string, int, int), func(string)) {
		shown = append(shown, title)
		return func(message string, _, _ int) { shown = append(shown, message) }, func(message string) { shown = append(shown, message) }
	})
	report, end := p.watcher()(index.Task{Root: "/home/u/w"})
	report(3, 9)
	end(index.ErrStopped)
	report, end = p.watcher()(index.Task{Root: "/home/u/w", Embedding: true})
	report(1, 2)
	end(nil)
	want := "PTK: indexing w|3 of 9 files|stopped; what was read is kept|PTK: embedding w|1 of 2 pieces|done"
	if got := strings.Join(shown, "|"); got != want {
		t.Errorf("got %s", got)
	}
	if Progress(nil).watcher() != nil {
		t.Error("a nil Progress has a watcher")
	}
}
