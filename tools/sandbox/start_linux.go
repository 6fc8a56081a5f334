package sandbox

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// Box is what a started program and all that it starts live in.
type Box struct {
	kill  chan struct{} // to the thread that started the program: end what is left
	quit  chan struct{} // closed to let that thread end
	gone  chan struct{} // closed when it has ended
	ended sync.WaitGroup
	watch *watch
}

// Start starts the command behind the walls of the policy, in a session of its own. The walls belong to a thread of this
// process, from which the command inherits them; the thread lives as long as the command. The caller waits for the command
// and then calls [Box.End], always.
func (s *Sandbox) Start(cmd *exec.Cmd, p Policy) (*Box, error) {
	w, err := s.choose(p)
	if err != nil {
		return nil, err
	}
	if err := s.prepare(cmd, p, w); err != nil {
		return nil, err
	}
	b := &Box{kill: make(chan struct{}), quit: make(chan struct{}), gone: make(chan struct{})}
	started := make(chan error)
	go onThread(func() {
		defer close(b.gone)
		err := startHere(cmd, p, w)
		reaches := err == nil && w.scope && !w.pids && !w.again && reachesOnlyInside()
		started <- err
		if err == nil {
			b.serve(reaches)
		}
	})
	if err := <-started; err != nil {
		return nil, err
	}
	p.Limits.set(cmd.Process.Pid)
	b.ended.Go(func() { b.await(cmd.Process.Pid) })
	b.watch = startWatch(p.Limits, cmd.Process.Pid, func() {
		hurry(cmd.Process.Pid)
		_ = cmd.Process.Kill()
		b.left()
	})
	return b, nil
}

// prepare sets what the new process gets. Where it needs a namespace that a thread can't give it, this program is run first.
func (s *Sandbox) prepare(cmd *exec.Cmd, p Policy, w ways) error {
	if f, err := os.FindProcess(os.Getpid()); err == nil {
		_ = f.Release() // by which package os finds out, outside of the walls, how to wait for processes
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
	if !w.again {
		return nil
	}
	data, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("describing the sandbox: %w", err)
	}
	cmd.Args = append([]string{s.self, Subcommand, string(data), "--", cmd.Path}, cmd.Args[1:]...)
	cmd.Path = s.self
	cmd.SysProcAttr.Cloneflags = w.flags
	if w.mount {
		cmd.SysProcAttr.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN} // within the namespace
	}
	cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
	cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
	return nil
}

// startHere puts this thread behind the walls and starts the command from it.
func startHere(cmd *exec.Cmd, p Policy, w ways) error {
	// Nothing that this program was started with is inherited; what it opened itself never is.
	if err := unix.CloseRange(3, ^uint(0), unix.CLOSE_RANGE_CLOEXEC); err != nil {
		return fmt.Errorf("keeping open files from the command: %w", err)
	}
	if !w.again {
		if err := enter(p, w); err != nil {
			return err
		}
	}
	return cmd.Start()
}

// await waits for the program itself, and ends what it has left running without waiting for what they have open.
func (b *Box) await(pid int) {
	for unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
	}
	b.left()
}

// left has the thread end what is left.
func (b *Box) left() {
	select {
	case b.kill <- struct{}{}:
	case <-b.gone:
	}
}

// serve ends what is left of the command when asked to, and at the end. The thread must not end before, since the command
// ends with it.
func (b *Box) serve(reaches bool) {
	for {
		running := true
		select {
		case <-b.kill:
		case <-b.quit:
			running = false
		}
		if reaches {
			_ = unix.Kill(-1, unix.SIGKILL)
		}
		if !running {
			return
		}
	}
}

// reachesOnlyInside makes sure that a signal to all processes reaches those of this thread's domain only: it does not reach
// the parent of this process, nor the first process.
func reachesOnlyInside() bool {
	return unix.Kill(unix.Getppid(), 0) == unix.EPERM && unix.Kill(1, 0) == unix.EPERM
}

// End ends all that the command has left running. It is called once.
func (b *Box) End() {
	b.watch.stop()
	close(b.quit)
	<-b.gone
	b.ended.Wait()
}

// Exceeded says which limit the command was ended for, "" where it was for none.
func (b *Box) Exceeded() string { return b.watch.why() }
