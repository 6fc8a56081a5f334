package mcp

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ptk-lsp/tools/process"
)

const (
	maxMessage = 16 << 20               // bytes of one message of a server
	maxTold    = 1000                   // lines of its errors that go into the log
	leaveTime  = 500 * time.Millisecond // for a server to end by itself once its input is closed
	maxLine    = 2000                   // bytes of a line of its errors
)

// program is a server that is run by this one: it is spoken to by its standard input and output.
type program struct {
	process *process.Process
	in, out *os.File // this end of its input and output
	errors  *lines
}

// startProgram starts the server in a process group of its own, where nothing of the workspace is run in its stead.
func (v *server) startProgram(cfg Config) (*program, error) {
	place := process.Place{Neutral: v.set.o.Neutral, Folders: v.set.o.Folders()}
	spec, err := place.Spec(append([]string{cfg.Command}, cfg.Args...), cfg.Cwd, v.environ(cfg))
	if err == nil {
		err = v.life.Err() // looked at after the folders, which are none once everything is being closed
	}
	if err != nil {
		return nil, err
	}
	theirIn, in, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("making a pipe: %w", err)
	}
	out, theirOut, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("making a pipe: %w", err)
	}
	p := &program{in: in, out: out, errors: &lines{tell: func(line string) {
		v.set.o.Log.Info("an MCP server wrote", "server", v.name, "text", line)
	}}}
	spec.Stdin, spec.Stdout, spec.Stderr = theirIn, theirOut, p.errors
	p.process, err = process.Start(spec)
	_ = theirIn.Close()
	_ = theirOut.Close()
	if err != nil {
		_ = in.Close()
		_ = out.Close()
		return nil, err
	}
	return p, nil
}

// environ is the environment of the server: the user's without the keys of model providers, and what the settings add.
func (v *server) environ(cfg Config) []string {
	env := slices.DeleteFunc(slices.Clone(v.set.o.Environ), func(e string) bool {
		name, _, _ := strings.Cut(e, "=")
		return slices.Contains(v.set.o.KeyNames, name)
	})
	for name, value := range cfg.Env {
		env = append(env, name+"="+value)
	}
	return env
}

func (p *program) transport() sdk.Transport {
	return &sdk.IOTransport{Reader: &guard{ReadCloser: p.out, frame: "\n"}, Writer: p.in, MaxLineLength: maxMessage}
}

// stop closes its input, and ends it with all that it started where it does not go.
func (p *program) stop() {
	_ = p.in.Close() // closed twice is closed
	ctx, cancel := context.WithTimeout(context.Background(), leaveTime)
	defer cancel()
	_, _ = p.process.Wait(ctx) // it is gone either way
	_ = p.out.Close()
}

// why says why the program does not talk any more: how it ended, and the last that it said, or else the error.
func (p *program) why(err error) error {
	ctx, cancel := context.WithTimeout(context.Background(), leaveTime)
	defer cancel()
	_, _ = p.process.Wait(ctx)
	code, _ := p.process.Ended()
	said := p.errors.last()
	if said != "" {
		said = ": " + said
	}
	switch {
	case code > 0:
		return fmt.Errorf("it ended with exit code %d%s", code, said)
	case err == nil:
		return fmt.Errorf("it ended%s", said)
	}
	return fmt.Errorf("%w%s", err, said)
}

// lines passes on what a program writes, line by line, and remembers the last.
type lines struct {
	tell func(line string)

	mu   sync.Mutex // guards what follows
	open []byte
	kept string
	told int
}

// Write takes a piece.
func (l *lines) Write(data []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	rest := data
	for {
		line, more, found := bytes.Cut(rest, []byte("\n"))
		l.open = append(l.open, line[:min(len(line), maxLine-len(l.open))]...)
		if !found {
			return len(data), nil
		}
		l.flush()
		rest = more
	}
}

// flush ends the line. The caller holds mu.
func (l *lines) flush() {
	if line := short(strings.TrimSpace(string(l.open)), maxLine); line != "" {
		l.kept = line
		switch l.told++; {
		case l.told < maxTold:
			l.tell(line)
		case l.told == maxTold:
			l.tell(line + " (what it writes from here on is not kept)")
		}
	}
	l.open = l.open[:0]
}

// last gives the last line that says something.
func (l *lines) last() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.flush()
	return short(l.kept, 300)
}
