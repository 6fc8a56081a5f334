package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"ptk-lsp/cmd/ptk-lsp/terminal"
	"ptk-lsp/llm/llmtest"
)

func runs(command, description string) llmtest.Reply {
	args := "{\"command\": " + quotedJSON(command) + ", \"description\": " + quotedJSON(description) + "}"
	return llmtest.Say("<PTK_CALL>\n{\"tool\": \"bash\", \"args\": " + args + "}\n</PTK_CALL>")
}

// resize sets the size of the terminal.
func (p *person) resize(columns, rows uint16) {
	p.t.Helper()
	if err := unix.IoctlSetWinsize(int(p.tty.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Col: columns, Row: rows}); err != nil {
		p.t.Fatal(err)
	}
}

// Input that was typed before a question was shown does not answer it, with or without a newline, also if the command line has the
// message.
func TestTypeAheadAnswersNoQuestion(t *testing.T) {
	for _, typed := range []string{"y\n", "y\ny\ny\n", "y", "yes\ny", "y\x04"} {
		t.Run(fmt.Sprintf("%q", typed), func(t *testing.T) {
			t.Parallel()
			open := make(chan struct{})
			first := writes
			first.Steps = append([]llmtest.Step{llmtest.Text("I begin.\n"), llmtest.Gate(open)}, first.Steps...)
			p := sitDown(t, []string{"make", "made.txt"}, first, llmtest.Say("Told."))
			p.sees("I begin.")
			p.types(typed)
			close(open)
			p.sees("Allow? [y]es")
			p.types("\n") // ends a line that was begun before
			p.sees("Told.")
			p.ends()
			if p.file("made.txt") != "" {
				t.Error("what was typed before the question answered it")
			}
		})
	}
}

// Text that is pasted when a question comes up does not answer it, although it arrives in pieces.
func TestAPasteAnswersNoQuestion(t *testing.T) {
	open, stop := make(chan struct{}), make(chan struct{})
	first := writes
	first.Steps = append([]llmtest.Step{llmtest.Text("I begin.\n"), llmtest.Gate(open)}, first.Steps...)
	p := sitDown(t, []string{"make", "made.txt"}, first, llmtest.Say("Told."))
	p.sees("I begin.")
	pasted := make(chan struct{})
	go func() {
		defer close(pasted)
		for {
			p.tty.WriteString("y\n")
			select {
			case <-stop:
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	close(open)
	p.sees("+made")
	time.Sleep(2 * terminal.QuietTime) // as long as the paste lasts
	p.mu.Lock()
	asked := strings.Contains(p.seen, "Allow?")
	p.mu.Unlock()
	close(stop)
	<-pasted
	p.sees("Allow? [y]es")
	p.types("n\n")
	p.sees("Told.")
	p.ends()
	if asked || p.file("made.txt") != "" {
		t.Errorf("asked during the paste: %v, or written", asked)
	}
}

func TestTypeAheadAnswersNoQuestionOfATool(t *testing.T) {
	p := &person{t: t, dir: t.TempDir(), home: t.TempDir(), server: llmtest.New(t)}
	p.starts("tool", "-C", p.dir, "write_file", `{"path": "made.txt", "content": "made\n"}`)
	p.types("y\ny\ny")
	p.sees("Allow? [y]es")
	p.types("\n")
	p.sees("did not agree")
	p.ends()
	if p.file("made.txt") != "" {
		t.Error("it was written")
	}
	p.starts("tool", "-C", p.dir, "write_file", `{"path": "made.txt", "content": "made\n"}`)
	p.sees("Allow? [y]es")
	p.types("y\n")
	p.ends()
	if p.file("made.txt") != "made\n" {
		t.Error("an answer does not count")
	}
}

// A question shows first the risk, then the complete command, and last the model's description, labelled as such.
func TestAQuestionShowsRiskCommandAndWordsInThatOrder(t *testing.T) {
	p := sitDown(t, nil, runs("touch made\necho \x1b[2Jx\u202e", "nothing to\nsee here"), llmtest.Say("So be it."))
	p.says("go")
	for _, line := range []string{
		"It ", "The tool bash would run:", "│ touch made", "│ echo ␛[2Jx⟨U+202E⟩", "The model says what it does:",
		"│ nothing to", "│ see here", "Allow? [y]es",
	} {
		p.sees(line)
	}
	p.types("n\n")
	p.sees("So be it.")
}

// A question that is longer than the screen can't be answered before all of it was shown.
func TestALongQuestionIsShownToItsEnd(t *testing.T) {
	t.Run("page by page", func(t *testing.T) {
		p := sitDown(t, nil, runs("touch made"+strings.Repeat("\n#", 60)+"\nrm -f made", "x"), llmtest.Say("Done."))
		p.resize(80, 24)
		p.says("go")
		for range 3 {
			p.sees("Enter shows more")
			p.types("y\n") // is no answer yet
		}
		p.sees("│ x")
		p.sees("It ") // the risk again, for it has left the screen
		p.sees("Allow? [y]es")
		p.types("n\n")
		p.sees("Done.")
		if p.file("made") != "" {
			t.Error("a key that turned the page allowed it")
		}
	})
	t.Run("10,000 lines", func(t *testing.T) {
		p := sitDown(t, nil, runs("touch made"+strings.Repeat("\n#", 10_000)+"\nrm -f other", "x"), llmtest.Say("Done."))
		p.says("go")
		p.sees("Enter shows more")
		p.types("all\n")
		p.sees("rm -f other")
		p.sees("Allow? [y]es")
		p.types("y\n")
		p.sees("Done.")
		if _, err := os.Stat(p.dir + "/made"); err != nil {
			t.Error(err)
		}
	})
	t.Run("a megabyte on one line", func(t *testing.T) {
		command := "touch made; : " + strings.Repeat("x", 1<<20) + "; rm -f other"
		p := sitDown(t, nil, runs(command, "x"), runs(command, "x"), llmtest.Say("Done."))
		p.says("go")
		p.sees("Enter shows more")
		p.types("n\n") // can be rejected at once
		p.sees("Enter shows more")
		p.types("all\n")
		p.sees("rm -f other")
		p.sees("Allow? [y]es")
		p.types("n\n")
		p.sees("Done.")
	})
}
