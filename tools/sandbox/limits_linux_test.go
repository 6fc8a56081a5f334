package sandbox_test

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ptk-lsp/tools/sandbox"
)

// boundedBomb doubles its processes up to some 2,000 and then ends: it can't harm the system even if nothing stops it. Each
// process writes a dot.
const boundedBomb = `f() { printf .; if (($1 > 0)); then f $(($1 - 1)) | f $(($1 - 1)) >&2 & wait; else sleep 3; fi; }; f 10 2>&1`

const allOfBomb = 2047

// TestStrictForkBomb: processes that double are killed with all that they have started, also for the superuser, whom the
// kernel does not limit. How far they get depends on the load; it is logged.
func TestStrictForkBomb(t *testing.T) {
	needStrict(t)
	a := newArena(t)
	p := a.strict()
	p.Limits.Processes = 200
	seen, stop := observe()
	began := time.Now()
	out, code, exceeded := a.box(30*time.Second, p, "/bin/bash", "--norc", "-c", boundedBomb)
	took := time.Since(began)
	close(stop)
	o := <-seen
	started := strings.Count(out, ".")
	t.Logf(
		"code %d, %q, %d processes of %d written about, %d bytes of output, took %v, a tick of 1 ms took %v at most, the system had %d more tasks at most",
		code, exceeded, started, allOfBomb, len(out), took, o.slowest, o.tasks,
	)
	if code == 0 { // it would end by itself
		t.Errorf("code %d, %q: %d processes", code, exceeded, started)
	}
	if n := running("/bin/bash\x00--norc\x00-c\x00f() { printf"); n > 0 {
		t.Errorf("%d processes live on", n)
	}
}

// observed is the effect of a bomb on the rest of the system.
type observed struct {
	slowest time.Duration // between two checks, which should be a millisecond apart
	tasks   int           // the maximum that the system had more than at first
}

// observe checks every millisecond until it is stopped.
func observe() (seen chan observed, stop chan struct{}) {
	seen, stop = make(chan observed, 1), make(chan struct{})
	first := sandbox.SystemTasks()
	go func() {
		var o observed
		for {
			began := time.Now()
			select {
			case <-stop:
				seen <- o
				return
			case <-time.After(time.Millisecond):
				o.slowest = max(o.slowest, time.Since(began))
				o.tasks = max(o.tasks, sandbox.SystemTasks()-first)
			}
		}
	}()
	return seen, stop
}

// TestStrictLimitsAreItsOwn: what other processes start and use does not end a command.
func TestStrictLimitsAreItsOwn(t *testing.T) {
	needStrict(t)
	a := newArena(t)
	p := a.strict()
	p.Limits.Processes, p.Limits.Memory = 100, 200<<20
	beside := exec.CommandContext(
		t.Context(), "/bin/bash", "--norc", "-c",
		`for i in {1..150}; do sleep 30 & done; perl -e 'my $x = "x" x (400 << 20); $| = 1; print "ready\n"; sleep 30' & wait`,
	)
	r, err := beside.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c := make(chan struct{})
	out, code, exceeded := "", 0, ""
	go func() {
		defer close(c)
		out, code, exceeded = a.box(30*time.Second, p, "/bin/bash", "--norc", "-c", `sleep 64.25; echo done`)
	}()
	for began := time.Now(); len(found("sleep\x0064.25")) == 0; time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > 20*time.Second {
			t.Fatal("the command does not begin")
		}
	}
	endWithAll(t, beside)
	if _, err := r.Read(make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond) // several checks of the watch, which would kill it
	select {
	case <-c:
		t.Fatalf("it has ended: code %d, %q: %s", code, exceeded, out)
	default:
	}
	for _, pid := range found("sleep\x0064.25") {
		endByFile(t, pid)
	}
	<-c
	if !strings.HasSuffix(out, "done\n") || code != 0 || exceeded != "" {
		t.Errorf("code %d, %q: %s", code, exceeded, out)
	}
}

// TestStrictSharedMemory: shared memory counts once, private memory for each process.
func TestStrictSharedMemory(t *testing.T) {
	needStrict(t)
	a := newArena(t)
	p := a.strict()
	p.Limits.Memory = 500 << 20
	const take = `my $x = "x" x (100 << 20); `
	const many = `for (1..8) { if (!fork) { CHILD sleep 1; exit } } 1 while wait > 0; print "done"`
	shared := `perl -e '` + take + strings.Replace(many, "CHILD", "", 1) + `'`
	if out, code, exceeded := a.box(30*time.Second, p, "/bin/bash", "--norc", "-c", shared); out != "done" || exceeded != "" {
		t.Errorf("shared: code %d, %q: %s", code, exceeded, out)
	}
	own := `perl -e '` + strings.Replace(many, "CHILD", take, 1) + `'`
	if out, code, exceeded := a.box(30*time.Second, p, "/bin/bash", "--norc", "-c", own); code == 0 ||
		exceeded != "more than 500 MiB of memory" {
		t.Errorf("own: code %d, %q: %s", code, exceeded, out)
	}
}

// endWithAll starts a command in its own group, and kills it at the end of the test.
func endWithAll(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
	})
}

// endByFile kills the process of a file in /proc.
func endByFile(t *testing.T, file string) {
	t.Helper()
	pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
	if err == nil {
		err = syscall.Kill(pid, syscall.SIGTERM)
	}
	if err != nil {
		t.Error(err)
	}
}
