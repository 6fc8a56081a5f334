package terminal

import (
	"fmt"
	"io"
	"strings"
	"sync"
)

// escape sequences of this program
const (
	faint  = "\x1b[2m"
	yellow = "\x1b[33m"
	reset  = "\x1b[0m\n"
)

// output prints the model's answer on stdout and notes on stderr. While a question is on the screen it delays both.
type output struct {
	stdout, stderr io.Writer
	color          bool

	mu         sync.Mutex // guards what follows
	inLine     bool       // the answer's last line has not ended
	unfinished bool       // a part of an answer is printed that may still be replaced
	paused     bool       // a question is on the screen
	delayed    []func()   // what is to be printed after the question
}

// Answer prints a part of the model's answer.
func (o *output) Answer(s string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.do(func() {
		o.unfinished = o.unfinished || s != ""
		o.print(s)
	})
}

// Note prints a line that is not part of the answer, on a line of its own.
func (o *output) Note(s string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.do(func() {
		o.breakLine()
		painted(o.stderr, o.color, faint, s)
	})
}

// EndLine ends the answer's last line.
func (o *output) EndLine() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.do(o.breakLine)
}

// KeepAnswer marks the printed part of the answer as final.
func (o *output) KeepAnswer() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.unfinished = false
}

// DropAnswer marks the printed part of the answer as void. It reports whether there was any.
func (o *output) DropAnswer() (dropped bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	dropped, o.unfinished = o.unfinished, false
	return dropped
}

// pause delays all output until resume is called, so that text of a model can't pass for a part of a question.
func (o *output) pause() (resume func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.breakLine()
	o.paused = true
	return func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.paused = false
		for _, print := range o.delayed {
			print()
		}
		o.delayed = nil
	}
}

// do calls print now, or after the question that is on the screen. The caller holds mu.
func (o *output) do(print func()) {
	if o.paused {
		o.delayed = append(o.delayed, print)
		return
	}
	print()
}

// breakLine ends the answer's last line if it has not ended. The caller holds mu.
func (o *output) breakLine() {
	if o.inLine {
		fmt.Fprintln(o.stdout)
		o.inLine = false
	}
}

// print writes to stdout. The caller holds mu.
func (o *output) print(s string) {
	fmt.Fprint(o.stdout, s)
	if s != "" {
		o.inLine = !strings.HasSuffix(s, "\n")
	}
}

// painted prints a line, in a colour if the terminal shows colours.
func painted(w io.Writer, hasColor bool, color, s string) {
	if !hasColor {
		fmt.Fprintln(w, s)
		return
	}
	WriteRaw(w, color)
	fmt.Fprint(w, s)
	WriteRaw(w, reset)
}
