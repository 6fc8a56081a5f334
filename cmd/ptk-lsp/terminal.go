package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync"
)

// terminal is where a person reads and types.
type terminal struct {
	app     *app
	keys    *keyboard // nil where there is nobody
	tty     *os.File
	out     io.Writer  // to tty
	asking  sync.Mutex // one question at a time
	mu      sync.Mutex // guards what follows
	inLine  bool       // the answer has not ended its line
	open    bool       // some of an answer is printed that may still break off
	asked   bool       // a question is on the screen, and nothing may be printed below it
	later   []func()   // what would have been printed meanwhile
	signals chan os.Signal
}

func newTerminal(a *app) *terminal {
	t := &terminal{app: a, signals: make(chan os.Signal, 2)}
	if a.seen {
		if in, out, err := openTTY(); err == nil {
			t.keys, t.tty, t.out = &keyboard{in: in}, out, &screen{file: out}
		}
	}
	signal.Notify(t.signals, os.Interrupt)
	return t
}

func (t *terminal) close() { signal.Stop(t.signals) }

// errInterrupt says that the person pressed Ctrl-C at a prompt.
var errInterrupt = errors.New("interrupted")

// message asks for a message, which may have been typed before. It answers io.EOF at the end of input and errInterrupt on Ctrl-C.
func (t *terminal) message(ctx context.Context) (string, error) {
	return t.await(ctx, "> ", true, t.signals)
}

// prompt asks for a line as message does, and takes none that was typed before.
func (t *terminal) prompt(ctx context.Context, ask string) (string, error) {
	t.keys.quiet(ctx.Done())
	return t.await(ctx, ask, false, t.signals)
}

// await asks for a line; interrupts is nil while a turn runs, whose Ctrl-C ends ctx.
func (t *terminal) await(ctx context.Context, ask string, message bool, interrupts <-chan os.Signal) (string, error) {
	typed := t.keys.ask(message) // before it is shown: what is typed at sight answers it
	defer t.keys.withdraw()
	fmt.Fprint(t.out, ask)
	select {
	case line, ok := <-typed:
		if !ok {
			fmt.Fprintln(t.out)
			return "", io.EOF
		}
		return line, nil
	case <-interrupts:
		fmt.Fprintln(t.out)
		return "", errInterrupt
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// interruptible gives a context that the first Ctrl-C cancels; the second ends the program at once.
func (t *terminal) interruptible(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended, joined := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(joined)
		select {
		case <-t.signals:
			cancel()
		case <-ended:
			return
		}
		select {
		case <-t.signals:
			os.Exit(exitInt)
		case <-ended:
		}
	}()
	return ctx, func() { close(ended); <-joined; cancel() }
}

// answer prints a piece of the answer.
func (t *terminal) answer(s string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.do(func() {
		t.open = t.open || s != ""
		t.print(s)
	})
}

// do prints, or has it done when the question is answered that is on the screen. The caller holds mu.
func (t *terminal) do(print func()) {
	if t.asked {
		t.later = append(t.later, print)
		return
	}
	print()
}

// hold keeps all else from the screen until the function is called that it gives: what a model writes can't pass for a
// part of a question.
func (t *terminal) hold() (release func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.breakLine()
	t.asked = true
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.asked = false
		for _, print := range t.later {
			print()
		}
		t.later = nil
	}
}

// breakLine begins a new line where the answer has not ended its own. The caller holds mu.
func (t *terminal) breakLine() {
	if t.inLine {
		fmt.Fprintln(t.app.stdout)
		t.inLine = false
	}
}

// settle says that what came of the answer stays.
func (t *terminal) settle() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.open = false
}

// void says that what came of the answer does not count, and tells whether there is any.
func (t *terminal) void() (some bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	some, t.open = t.open, false
	return some
}

// endLine ends the answer's line.
func (t *terminal) endLine() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.do(t.breakLine)
}

// print writes to stdout. The caller holds mu.
func (t *terminal) print(s string) {
	fmt.Fprint(t.app.stdout, s)
	if s != "" {
		t.inLine = !strings.HasSuffix(s, "\n")
	}
}

// note prints a line that is not part of the answer, on a line of its own.
func (t *terminal) note(s string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.do(func() {
		t.breakLine()
		t.painted(t.app.stderr, "\x1b[2m", s)
	})
}

// painted prints lines in a colour, where there are colours.
func (t *terminal) painted(w io.Writer, color, s string) {
	if !t.app.color {
		fmt.Fprintln(w, s)
		return
	}
	own(w, color)
	fmt.Fprint(w, s)
	own(w, "\x1b[0m\n")
}
