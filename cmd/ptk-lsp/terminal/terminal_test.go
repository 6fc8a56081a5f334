package terminal

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A wrapped line can't look like two lines, nor its end like a line of the question.
func TestWrappedLinesAreMarked(t *testing.T) {
	got := wrapped([]string{"+" + strings.Repeat("x", 20) + "-old", "│ " + strings.Repeat("漢", 12), "short"}, 23)
	want := []string{"+" + strings.Repeat("x", 19), "┊ x-old", "│ " + strings.Repeat("漢", 10), "┊ 漢漢", "short"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Output that arrives while a question is on the screen is printed after the answer.
func TestOutputIsDelayedByAQuestion(t *testing.T) {
	out, err := os.Create(t.TempDir() + "/out")
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	o := &output{stdout: out, stderr: out}
	printed := func(want string) {
		t.Helper()
		if data, err := os.ReadFile(out.Name()); err != nil || string(data) != want {
			t.Errorf("%q is printed, %v", data, err)
		}
	}
	o.Answer("I ask")
	resume := o.pause()
	o.Answer("Allow? [y]es for ls: ")
	o.Note("• ls")
	o.EndLine()
	printed("I ask\n")
	resume()
	printed("I ask\nAllow? [y]es for ls: \n• ls\n")
}
