package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"ptk-lsp/llm"
	"ptk-lsp/workspace/index"
)

// What a model's server refuses is told to the user, with what to do; all else of an index goes to stderr.
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
		var told string
		a := &app{stderr: &stderr}
		a.failedIndex(func(text string) { told += text })("/home/u/w", c.err)
		if !strings.Contains(told, c.user) || (c.user == "") != (told == "") || !strings.Contains(stderr.String(), c.stderr) || (c.stderr == "") != (stderr.Len() == 0) {
			t.Errorf("%v: the user was told %q, stderr %q", c.err, told, stderr.String())
		}
		stderr.Reset()
		a.failedIndex(nil)("/home/u/w", c.err)
		if stderr.Len() == 0 {
			t.Errorf("%v: nobody was told", c.err)
		}
	}
}

// What an index does in the background is shown under the folder's name, and how it ended.
func TestWatchingAnIndex(t *testing.T) {
	var shown []string
	w := watch(func(title string, _ func()) (func(string, int, int), func(string)) {
		shown = append(shown, title)
		return func(message string, _, _ int) { shown = append(shown, message) }, func(message string) { shown = append(shown, message) }
	})
	report, end := w.index()(index.Task{Root: "/home/u/w"})
	report(3, 9)
	end(index.ErrStopped)
	report, end = w.index()(index.Task{Root: "/home/u/w", Embedding: true})
	report(1, 2)
	end(nil)
	want := "PTK: indexing w|3 of 9 files|stopped; what was read is kept|PTK: embedding w|1 of 2 pieces|done"
	if got := strings.Join(shown, "|"); got != want {
		t.Errorf("got %s", got)
	}
	if watch(nil).index() != nil {
		t.Error("something is shown where nothing can be")
	}
}
