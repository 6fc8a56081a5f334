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

	"ptk-lsp/workspace"
)

// terminal is where a person reads and types.
type terminal struct {
	app     *app
	keys    *keyboard // nil where there is nobody
	out     io.Writer
	asking  sync.Mutex // one question at a time
	mu      sync.Mutex // guards inLine and open
	inLine  bool       // the answer has not ended its line
	open    bool       // some of an answer is printed that may still break off
	signals chan os.Signal
}

func newTerminal(a *app) *terminal {
	t := &terminal{app: a, signals: make(chan os.Signal, 2)}
	if a.seen {
		if in, out, err := openTTY(); err == nil {
			t.keys, t.out = &keyboard{in: in}, out
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
	if t.app.live {
		s = printable(s) // what a model writes may not steer the terminal
	}
	t.open = t.open || s != ""
	t.print(s)
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
	if t.inLine {
		t.print("\n")
	}
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
	if t.inLine {
		fmt.Fprintln(t.app.stdout)
		t.inLine = false
	}
	if t.app.color {
		s = "\x1b[2m" + s + "\x1b[0m"
	}
	fmt.Fprintln(t.app.stderr, s)
}

// asker is how consent is had in this chat.
func (a *app) asker(f chatFlags, t *terminal) confirm {
	switch {
	case f.yes:
		return func(context.Context, workspace.Question) (workspace.Answer, error) {
			return workspace.Answer{Decision: workspace.AllowOnce}, nil
		}
	case t.keys != nil:
		return t.confirm
	}
	return func(context.Context, workspace.Question) (workspace.Answer, error) {
		return workspace.Answer{Decision: workspace.Reject, Feedback: "There is nobody to ask; the user can allow it with --yes."}, nil
	}
}

// confirm shows what would be done and asks. Words that are no choice are feedback to the model.
func (t *terminal) confirm(ctx context.Context, q workspace.Question) (workspace.Answer, error) {
	t.asking.Lock()
	defer t.asking.Unlock()
	t.note("\n" + printable(q.Title))
	if q.Risk != "" {
		t.note("  " + printable(q.Risk))
	}
	for _, d := range q.Diff {
		t.note(printable(strings.TrimRight(d.Unified, "\n")))
	}
	choices := "[y]es, yes for this [s]ession, [n]o, or say what to do instead: "
	if q.Rule != "" {
		choices = "[y]es, yes for this [s]ession, [a]lways (" + printable(q.Rule) + "), [n]o, or say what to do instead: "
	}
	line, err := t.await(ctx, "Allow? "+choices, false, nil)
	if err != nil {
		return workspace.Answer{}, err
	}
	return choice(line, q.Rule != ""), nil
}

func choice(line string, always bool) workspace.Answer {
	switch word := strings.ToLower(strings.TrimSpace(line)); {
	case word == "y" || word == "yes":
		return workspace.Answer{Decision: workspace.AllowOnce}
	case word == "s" || word == "session":
		return workspace.Answer{Decision: workspace.AllowSession}
	case always && (word == "a" || word == "always"):
		return workspace.Answer{Decision: workspace.AllowAlways}
	case word == "" || word == "n" || word == "no":
		return workspace.Answer{Decision: workspace.Reject}
	}
	return workspace.Answer{Decision: workspace.Reject, Feedback: strings.TrimSpace(line)}
}

// printable takes out what could move the cursor or hide text in a terminal: a question must show what it asks.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		if r < 0x20 || (r >= 0x7f && r < 0xa0) || (r >= 0x202a && r <= 0x202e) || (r >= 0x2066 && r <= 0x2069) {
			return '\ufffd'
		}
		return r
	}, s)
}
