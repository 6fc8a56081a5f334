// Package process runs a program with all that it starts, and lets none of it outlive its time.
// It knows nothing of tools or shells. Start at [Start].
package process

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"time"
)

// Spec says what to run.
type Spec struct {
	Argv  []string
	Dir   string
	Env   []string // the whole environment
	Stdin io.Reader
	// Limit is how many bytes of output are kept; the middle of more is left out, and all of it is written to a file in
	// the folder Spill, which must be there.
	Limit int
	Spill string
	// MaxOutput is how many bytes it may write before it is ended; 0 is no limit.
	MaxOutput int64
	// Begin starts the command in a box, such as a sandbox; nil just starts it.
	Begin func(*exec.Cmd) (Box, error)
	// Hard kills it without asking it to end first.
	Hard bool
	// Output takes output as it comes, in valid UTF-8; may be nil. It is called from one goroutine at a time.
	Output func(chunk string)
	// Stdout takes the standard output apart from the errors; where it is nil they come together.
	Stdout io.Writer
	// Stderr takes the errors where it is set; Limit, Spill and Output have then nothing to do with them.
	Stderr io.Writer
}

// Box is where a program runs with all that it starts.
type Box interface {
	// End ends what the program has left running. It is called once, after the program itself has ended.
	End()
	// Exceeded says which limit the program was ended for; "" where it was for none.
	Exceeded() string
}

// Process is a program that runs or has run. It is safe for concurrent use.
type Process struct {
	cmd   *exec.Cmd
	out   *output
	hard  bool
	box   Box           // nil where there is none
	mark  string        // in the environment of all that it starts
	begun chan struct{} // closed when it has been started
	done  chan struct{} // closed when it has ended

	mu   sync.Mutex // guards err
	err  error
	kill sync.Once
}

// markName names the variable by which what a program starts is found again after it left the process group.
const markName = "PTK_PROCESS"

// hold is how long the output is waited for after the program itself has ended, where something else keeps it open.
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

// grace is how long a program that is asked to end may take for it.
const grace = 300 * time.Millisecond

// Kill ends the program with all that it started, and returns when it has ended.
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

// Wait waits for the program to end, and kills it when the context ends first: killed is then true.
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

// Ended tells whether the program has ended, and then its exit code; -1 where it was killed.
func (p *Process) Ended() (code int, ended bool) {
	select {
	case <-p.done:
		return p.cmd.ProcessState.ExitCode(), true
	default:
		return 0, false
	}
}

// Exceeded says which limit the program was ended for; "" where it was for none.
func (p *Process) Exceeded() string {
	if most := p.out.exceeded(); most > 0 {
		return fmt.Sprintf("more than %d MiB of output", most>>20)
	}
	if p.box == nil {
		return ""
	}
	return p.box.Exceeded()
}

// Output gives what the program has written, without its middle where that is too much.
func (p *Process) Output() Output { return p.out.all() }

// News gives what it has written since the last call.
func (p *Process) News() Output { return p.out.news() }
