// Package process runs a program and ends it with all that it started.
// It does not know tools or shells. Start at [Start].
package process

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os/exec"
	"sync"
	"time"
)

// Process is a program that runs or has run. It is safe for concurrent use.
type Process struct {
	cmd   *exec.Cmd
	out   *output
	hard  bool
	box   Box           // nil if there is none
	mark  string        // in the environment of all that it starts
	begun chan struct{} // closed when it has been started
	done  chan struct{} // closed when it has ended

	mu   sync.Mutex // guards err
	err  error
	kill sync.Once
}

// hold is how long to wait for the output after the program itself has ended, if another process keeps it open.
const hold = 500 * time.Millisecond

// Start starts the program in a process group of its own.
func Start(s Spec) (*Process, error) {
	p := &Process{mark: rand.Text(), begun: make(chan struct{}), done: make(chan struct{})}
	p.hard = s.Hard
	p.out = newOutput(s, func() { go p.Kill() })
	p.cmd = exec.Command(s.Argv[0], s.Argv[1:]...)
	p.cmd.Dir, p.cmd.Stdin = s.Dir, s.Stdin
	p.cmd.Env = append(append([]string{}, s.Env...), markName+"="+p.mark)
	p.cmd.Stdout, p.cmd.Stderr = p.out, p.out
	if s.Stdout != nil {
		p.cmd.Stdout = s.Stdout
	}
	if s.Stderr != nil {
		p.cmd.Stderr = s.Stderr
	}
	p.cmd.WaitDelay = hold
	group(p.cmd)
	if err := p.begin(s); err != nil {
		return nil, fmt.Errorf("starting %s: %w", s.Argv[0], err)
	}
	close(p.begun)
	go p.wait()
	return p, nil
}

func (p *Process) begin(s Spec) (err error) {
	if s.Begin == nil {
		return p.cmd.Start()
	}
	p.box, err = s.Begin(p.cmd)
	return err
}

func (p *Process) wait() {
	defer close(p.done)
	err := p.cmd.Wait()
	endGroup(p.cmd, p.mark, true) // what it left behind
	if p.box != nil {
		p.box.End()
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) || errors.Is(err, exec.ErrWaitDelay) {
		err = nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.err = errors.Join(err, p.out.close())
}

// grace is how long a program may take to exit when it is asked to.
const grace = 300 * time.Millisecond

// Kill ends the program with all that it started, and waits for it to end.
func (p *Process) Kill() {
	p.kill.Do(func() {
		<-p.begun
		endGroup(p.cmd, p.mark, p.hard)
		select {
		case <-p.done:
		case <-time.After(grace):
			endGroup(p.cmd, p.mark, true)
		}
	})
	<-p.done
}

// Wait waits for the program to end. If the context ends first it kills the program and reports that.
func (p *Process) Wait(ctx context.Context) (killed bool, err error) {
	select {
	case <-p.done:
	case <-ctx.Done():
		killed = true
		p.Kill()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return killed, p.err
}

// Ended reports whether the program has ended, and returns its exit code; -1 if it was killed.
func (p *Process) Ended() (code int, ended bool) {
	select {
	case <-p.done:
		return p.cmd.ProcessState.ExitCode(), true
	default:
		return 0, false
	}
}

// Exceeded returns the limit that the program was ended for; "" if it wasn't.
func (p *Process) Exceeded() string {
	if limit := p.out.exceeded(); limit > 0 {
		return fmt.Sprintf("more than %d MiB of output", limit>>20)
	}
	if p.box == nil {
		return ""
	}
	return p.box.Exceeded()
}

// Output returns what the program has written, without the middle if that is too much.
func (p *Process) Output() Output { return p.out.all() }

// News returns what it has written since the last call.
func (p *Process) News() Output { return p.out.news() }
