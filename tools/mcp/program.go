package mcp

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ptk-lsp/tools/process"
)

const (
	maxLogged = 1000                   // lines of a server's standard error that are logged
	maxLine   = 2000                   // bytes of such a line
	leaveTime = 500 * time.Millisecond // for a server to exit by itself once its input is closed
)

// program is a server that runs as a child process and speaks the protocol on its standard input and output.
type program struct {
	process *process.Process
	in, out *os.File // our ends of its input and output
	errors  *lines
}

// startProgram starts the server in its own process group, in a folder in which nothing of the workspace runs in its place.
func startProgram(life context.Context, h *host, name string, cfg Config, t *tail) (*program, error) {
	place := process.Place{Neutral: h.Neutral, Folders: h.Folders()}
	spec, err := place.Spec(append([]string{cfg.Command}, cfg.Args...), cfg.Cwd, h.environ(cfg))
	if err == nil {
		err = life.Err() // checked after the folders, of which there are none while everything is being closed
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
	p := &program{in: in, out: out, errors: &lines{log: func(line string) {
		h.Log.Info("an MCP server wrote", "server", name, "text", line)
		t.add(line)
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

func (p *program) transport() sdk.Transport {
	return &sdk.IOTransport{Reader: &guard{ReadCloser: p.out, frame: "\n"}, Writer: p.in, MaxLineLength: maxMessage}
}

// stop closes its input, and kills it with all that it started if it does not exit.
//
//nolint:contextcheck // has a deadline of its own
func (p *program) stop() {
	_ = p.in.Close() // closing it twice is fine
	ctx, cancel := context.WithTimeout(context.Background(), leaveTime)
	defer cancel()
	_, _ = p.process.Wait(ctx) // it is over in either case
	_ = p.out.Close()
}

// why returns why the program no longer responds: its exit code and last line of output, or the error.
//
//nolint:contextcheck // has a deadline of its own
func (p *program) why(err error) error {
	ctx, cancel := context.WithTimeout(context.Background(), leaveTime)
	defer cancel()
	_, _ = p.process.Wait(ctx)
	code, _ := p.process.Ended()
	last := p.errors.last()
	if last != "" {
		last = ": " + last
	}
	switch {
	case code > 0:
		return fmt.Errorf("it ended with exit code %d%s", code, last)
	case err == nil:
		return fmt.Errorf("it ended%s", last)
	}
	return fmt.Errorf("%w%s", err, last)
}

// lines logs what a program writes, line by line, and stores the last line.
type lines struct {
	log func(line string)

	mu     sync.Mutex // guards what follows
	open   []byte     // the line that has not ended yet
	stored string
	logged int
}

// Write implements [io.Writer].
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
		l.stored = line
		switch l.logged++; {
		case l.logged < maxLogged:
			l.log(line)
		case l.logged == maxLogged:
			l.log(line + " (further lines are not logged)")
		}
	}
	l.open = l.open[:0]
}

// last returns the last line that is not blank.
func (l *lines) last() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.flush()
	return short(l.stored, 300)
}
