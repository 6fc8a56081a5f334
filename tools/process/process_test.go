//go:build unix

package process_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ptk-lsp/tools/process"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func start(t *testing.T, script string, s process.Spec) *process.Process {
	t.Helper()
	s.Argv, s.Env, s.Spill = []string{"sh", "-c", script}, os.Environ(), t.TempDir()
	p, err := process.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestRun(t *testing.T) {
	var mu sync.Mutex
	live := ""
	p := start(t, "echo out; echo err >&2; printf 'ä'; exit 3", process.Spec{Output: func(c string) {
		mu.Lock()
		defer mu.Unlock()
		live += c
	}})
	killed, err := p.Wait(t.Context())
	if killed || err != nil {
		t.Fatal(killed, err)
	}
	if code, ended := p.Ended(); code != 3 || !ended {
		t.Errorf("code %d, ended %v", code, ended)
	}
	if got := p.Output(); got.Text != "out\nerr\nä" || got.Truncated || live != got.Text {
		t.Errorf("got %+v, live %q", got, live)
	}
}

func TestMiddleIsCut(t *testing.T) {
	p := start(t, "i=0; while [ $i -lt 2000 ]; do echo line $i; i=$((i+1)); done", process.Spec{Limit: 200})
	if _, err := p.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := p.Output()
	if !got.Truncated || !strings.HasPrefix(got.Text, "line 0\n") || !strings.HasSuffix(got.Text, "line 1999\n") || len(got.Text) > 400 {
		t.Errorf("got %+v", got)
	}
	data, err := os.ReadFile(got.File)
	if err != nil || strings.Count(string(data), "\n") != 2000 {
		t.Errorf("the file has %d lines: %v", strings.Count(string(data), "\n"), err)
	}
}

func TestNews(t *testing.T) {
	p := start(t, "echo one; read x; echo two", process.Spec{Stdin: strings.NewReader("\n")})
	if _, err := p.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := p.News().Text; got != "one\ntwo\n" {
		t.Errorf("got %q", got)
	}
	if got := p.News().Text; got != "" {
		t.Errorf("told twice: %q", got)
	}
}

// TestKilledWhole kills a program whose children ignore signals, start their own sessions, and keep the output open.
func TestKilledWhole(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("what leaves its group is found by /proc")
	}
	dir := t.TempDir()
	script := `cd ` + dir + `
(trap '' TERM; echo $$ > a; while :; do sleep 1; done) &
setsid sh -c 'echo $$ > b; exec sleep 600' &
sh -c 'echo $$ > c; exec sleep 600'`
	p := start(t, script, process.Spec{})
	await(t, filepath.Join(dir, "b"), filepath.Join(dir, "c"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	began := time.Now()
	if killed, err := p.Wait(ctx); !killed || err != nil {
		t.Fatal(killed, err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
	for _, f := range []string{"b", "c"} {
		data, err := os.ReadFile(filepath.Join(dir, f))
		if err != nil {
			t.Fatal(err)
		}
		gone(t, f, strings.TrimSpace(string(data)))
	}
}

func await(t *testing.T, files ...string) {
	t.Helper()
	for range 500 {
		found := 0
		for _, f := range files {
			if info, err := os.Stat(f); err == nil && info.Size() > 1 {
				found++
			}
		}
		if found == len(files) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the children do not start")
}

// gone checks that a process has ended; one that nobody has waited for yet counts as ended.
func gone(t *testing.T, name, pid string) {
	t.Helper()
	for range 300 {
		stat, err := os.ReadFile("/proc/" + pid + "/stat")
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%s, process %s, lives on", name, pid)
}

func TestLeftBehindIsEnded(t *testing.T) {
	dir := t.TempDir()
	p := start(t, "sleep 600 & echo $! > "+filepath.Join(dir, "pid"), process.Spec{})
	if _, err := p.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	gone(t, "sleep", strings.TrimSpace(string(data)))
}

func TestNoSuchProgram(t *testing.T) {
	if _, err := process.Start(process.Spec{Argv: []string{"/no/such/program"}}); err == nil {
		t.Error("it was started")
	}
}

// TestFloodIsEnded: a program that writes without end is killed, and only output up to the limit is stored.
func TestFloodIsEnded(t *testing.T) {
	p := start(t, "while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done", process.Spec{MaxOutput: 100_000, Hard: true})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if killed, err := p.Wait(ctx); killed || err != nil {
		t.Fatal(killed, err)
	}
	info, err := os.Stat(p.Output().File)
	if err != nil || info.Size() != 100_000 || !strings.Contains(p.Exceeded(), "of output") {
		t.Errorf("%v %v, exceeded %q", info, err, p.Exceeded())
	}
	p = start(t, "echo short", process.Spec{MaxOutput: 100_000})
	if _, err := p.Wait(t.Context()); err != nil || p.Exceeded() != "" || p.Output().Text != "short\n" {
		t.Errorf("%v, exceeded %q, %q", err, p.Exceeded(), p.Output().Text)
	}
}
