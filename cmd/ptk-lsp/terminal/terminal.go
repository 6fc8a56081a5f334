// Package terminal talks with the person at the terminal: it prints answers and notes, reads lines and asks for consent.
package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
)

// ExitInterrupted is the exit code of a program that Ctrl-C ended, as in shells.
const ExitInterrupted = 130

// Terminal prints to a person and reads what the person types.
type Terminal struct {
	output
	keys     *keyboard // nil if no person can be asked
	tty      *os.File
	out      io.Writer  // to tty
	question sync.Mutex // held while a question is on the screen
	signals  chan os.Signal
}

// Config is what a terminal writes to.
type Config struct {
	Stdout, Stderr io.Writer
	Color          bool // stdout shows colours
	Attended       bool // a person may be asked
}

// New returns a terminal, which must be closed. It opens the terminal of the process if a person may be asked.
func New(c Config) *Terminal {
	t := &Terminal{output: output{stdout: c.Stdout, stderr: c.Stderr, color: c.Color}, signals: make(chan os.Signal, 2)}
	if c.Attended {
		if in, out, err := openTTY(); err == nil {
			t.keys, t.tty, t.out = &keyboard{in: in}, out, NewScreen(out)
		}
	}
	signal.Notify(t.signals, os.Interrupt)
	return t
}

// Close stops the handling of Ctrl-C.
func (t *Terminal) Close() { signal.Stop(t.signals) }

// Interactive reports whether a person can type.
func (t *Terminal) Interactive() bool { return t.keys != nil }

// Hint prints a line for the person. The terminal must be interactive.
func (t *Terminal) Hint(s string) { fmt.Fprintln(t.out, s) }

// Listen calls f with each line that is typed while no prompt waits; nil ends that.
func (t *Terminal) Listen(f func(line string)) { t.keys.listen(f) }

// Queue stores a line as the next message.
func (t *Terminal) Queue(line string) { t.keys.queue(line) }

// Drain returns the lines that were queued and empties the queue.
func (t *Terminal) Drain() []string { return t.keys.drain() }

// ErrInterrupt is the error if the person presses Ctrl-C at a prompt.
var ErrInterrupt = errors.New("interrupted")

// Message reads a message, which may have been typed before. It returns io.EOF at the end of input and [ErrInterrupt] on
// Ctrl-C.
func (t *Terminal) Message(ctx context.Context) (string, error) { return t.readLine(ctx, "> ", true) }

// Prompt reads a line like [Terminal.Message], but ignores what was typed before.
func (t *Terminal) Prompt(ctx context.Context, prompt string) (string, error) {
	t.keys.waitQuiet(ctx.Done())
	return t.readLine(ctx, prompt, false)
}

func (t *Terminal) readLine(ctx context.Context, prompt string, message bool) (string, error) {
	typed := t.keys.next(message) // before the prompt is shown: what is typed from then on answers it
	defer t.keys.cancel()
	fmt.Fprint(t.out, prompt)
	select {
	case line, ok := <-typed:
		if !ok {
			fmt.Fprintln(t.out)
			return "", io.EOF
		}
		return line, nil
	case <-t.signals:
		fmt.Fprintln(t.out)
		return "", ErrInterrupt
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// Interruptible returns a context that the first Ctrl-C cancels; the second ends the process at once.
func (t *Terminal) Interruptible(ctx context.Context) (context.Context, func()) {
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
			os.Exit(ExitInterrupted)
		case <-ended:
		}
	}()
	return ctx, func() { close(ended); <-joined; cancel() }
}
