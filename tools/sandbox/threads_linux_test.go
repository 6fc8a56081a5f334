package sandbox_test

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"ptk-lsp/tools/sandbox"
)

// TestStrictThreads runs many commands at once and cancels some, while memory is collected all the time. The confined
// threads must neither end this program nor outlive their commands, whatever the runtime does with them.
func TestStrictThreads(t *testing.T) {
	needStrict(t)
	a := newArena(t)
	a.bash(a.strict(), ":")
	threads, files := entries(t, "/proc/self/task"), entries(t, "/proc/self/fd")
	collecting, stop := context.WithCancel(t.Context())
	var pressure, commands sync.WaitGroup
	pressure.Go(func() {
		var keep [][]byte
		for collecting.Err() == nil {
			if keep = append(keep, make([]byte, 1<<16)); len(keep) > 50 {
				keep = nil
				runtime.GC()
			}
		}
	})
	const workers, each = 8, 60
	for w := range workers {
		commands.Go(func() {
			for i := range each {
				a.one(t, (w+i)%5 == 0)
			}
		})
	}
	commands.Wait()
	stop()
	pressure.Wait()
	const spare = 25 // threads that the runtime keeps, independently of the number of commands
	for began := time.Now(); entries(t, "/proc/self/task") > threads+spare || entries(t, "/proc/self/fd") > files; time.Sleep(
		10 * time.Millisecond,
	) {
		if time.Since(began) > 10*time.Second {
			t.Fatalf(
				"after %d commands there are %d threads and %d open files, before %d and %d", workers*each,
				entries(t, "/proc/self/task"), entries(t, "/proc/self/fd"), threads, files,
			)
		}
	}
	t.Logf(
		"%d commands; threads %d, then %d; files %d, then %d", workers*each, threads, entries(t, "/proc/self/task"), files,
		entries(t, "/proc/self/fd"),
	)
}

// one runs a command, or cancels one.
func (a *arena) one(t *testing.T, cancelled bool) {
	script, limit := "echo a | cat", 30*time.Second
	if cancelled {
		script, limit = "sleep 65.5", 20*time.Millisecond
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/bin/bash", "--norc", "-c", script)
	var out strings.Builder
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.WaitDelay = a.ws, []string{"PATH=" + sandbox.SystemPath}, &out, time.Second
	box, err := a.sandbox.Start(cmd, a.strict())
	if err != nil {
		if !cancelled {
			t.Error(err)
		}
		return
	}
	err = cmd.Wait()
	box.End()
	if !cancelled && (err != nil || out.String() != "a\n") || cancelled && err == nil {
		t.Errorf("%s: %v: %q, %s", script, err, out.String(), box.Exceeded())
	}
}

// entries returns how many entries a folder has.
func entries(t *testing.T, dir string) int {
	t.Helper()
	names, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return len(names)
}
