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

// Box holds a started program and all that it starts.
type Box struct {
	kill  chan struct{} // asks the thread that started the program to kill what is left
	quit  chan struct{} // closed to end that thread
	gone  chan struct{} // closed when it has ended
	ended sync.WaitGroup
	watch *watch
}

// Start starts the command confined by the policy, in its own session. A thread of this process is confined, and the command
// inherits that; the thread lives as long as the command. The caller must wait for the command and then call [Box.End].
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

// prepare sets the attributes of the new process. If it needs a namespace that a thread can't have, this program is run
// first.
func (s *Sandbox) prepare(cmd *exec.Cmd, p Policy, w ways) error {
	if f, err := os.FindProcess(os.Getpid()); err == nil {
		_ = f.Release() // so package os detects, unconfined, how to wait for processes
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

// startHere confines this thread and starts the command from it.
func startHere(cmd *exec.Cmd, p Policy, w ways) error {
	// Files that this program inherited are not passed on; those that it opened itself never are.
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

// await waits for the program itself, and kills what it has left running without waiting for open pipes.
func (b *Box) await(pid int) {
	for unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
	}
	b.left()
}

// left asks the thread to kill what is left.
func (b *Box) left() {
	select {
	case b.kill <- struct{}{}:
	case <-b.gone:
	}
}

// serve kills what is left of the command when asked to, and at the end. The thread must not end earlier, since the command
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

// reachesOnlyInside reports whether a signal to all processes reaches only those confined with this thread: it reaches
// neither the parent of this process nor the first process.
func reachesOnlyInside() bool {
	return unix.Kill(unix.Getppid(), 0) == unix.EPERM && unix.Kill(1, 0) == unix.EPERM
}

// End kills all that the command has left running. It must be called once.
func (b *Box) End() {
	b.watch.stop()
	close(b.quit)
	<-b.gone
	b.ended.Wait()
}

// Exceeded returns the limit that the command was killed for; "" if it wasn't.
func (b *Box) Exceeded() string { return b.watch.why() }
