package peers

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"ptk-lsp/llm/llmtest"
)

const (
	mostMemory = 200              // MiB
	patience   = 60 * time.Second // for what takes a second on a quiet machine
)

// An endless answer of any kind is ended, and the user is told why.
func TestModelsThatNeverEnd(t *testing.T) {
	for _, f := range floods() {
		t.Run(f.name, func(t *testing.T) {
			m := newModel(t, f)
			cmd := command(t, modelConfig(m.url), "chat", "hello")
			var out countingWriter
			var told bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &told
			began := time.Now()
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			memory := watchPeak(cmd.Process.Pid)
			deadline := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
			err := cmd.Wait()
			most := memory.end()
			t.Logf("%-30s ended by itself after %6.2f s, %4d MiB, %5.1f MiB shown", f.name, time.Since(began).Seconds(), most, float64(out)/(1<<20))
			if !deadline.Stop() {
				t.Fatalf("it did not end within %s", patience)
			}
			if err == nil || !strings.Contains(told.String(), f.says) {
				t.Errorf("%v, and it said:\n%s", err, tail(told.String()))
			}
			if most > mostMemory {
				t.Errorf("it took %d MiB", most)
			}
		})
	}
}

// A cancel in the middle of a flood ends the turn at once.
func TestCancelOfAFlood(t *testing.T) {
	for _, f := range floods() {
		t.Run(f.name, func(t *testing.T) {
			m := newModel(t, f)
			cmd := command(t, modelConfig(m.url), "chat", "hello")
			var out countingWriter
			cmd.Stdout = &out
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			memory := watchPeak(cmd.Process.Pid)
			deadline := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
			<-m.begun
			time.Sleep(cancelAfter())
			cancelled := time.Now()
			_ = cmd.Process.Signal(os.Interrupt)
			_ = cmd.Wait() // 130, or 1 if the answer was ended before
			most := memory.end()
			t.Logf("%-30s gone %5d ms after the cancel, %4d MiB", f.name, time.Since(cancelled).Milliseconds(), most)
			if !deadline.Stop() {
				t.Fatalf("it did not end within %s", patience)
			}
			if most > mostMemory {
				t.Errorf("it took %d MiB", most)
			}
		})
	}
}

// cancelAfter returns how long a flood runs before the cancel: in a test, less than the time to the limit.
func cancelAfter() time.Duration {
	if d, err := time.ParseDuration(os.Getenv("PTK_PEERS_CANCEL_AFTER")); err == nil {
		return d
	}
	return 100 * time.Millisecond
}

// countingWriter counts bytes and discards them.
type countingWriter int

func (w *countingWriter) Write(p []byte) (int, error) {
	*w += countingWriter(len(p))
	return len(p), nil
}

func tail(s string) string { return s[max(0, len(s)-600):] }

// What came of an answer that was ended is stored, and the conversation can continue with another model.
func TestAFloodIsKept(t *testing.T) {
	m := newModel(t, floods()[1])
	good := llmtest.New(t, llmtest.Always(llmtest.Say("Well again.")))
	cmd := command(
		t, modelConfig(m.url)+fmt.Sprintf("[providers.good]\nkind = \"openai\"\nbaseUrl = %q\ncontextWindow = 100000\n", good.URL+"/v1"),
		"chat", "hello",
	)
	if out, err := cmd.CombinedOutput(); err == nil {
		t.Fatalf("%s", tail(string(out)))
	}
	next := exec.CommandContext(t.Context(), cmd.Path, "chat", "--continue", "-m", "good/test-model", "and now?")
	next.Dir, next.Env = cmd.Dir, cmd.Env
	memory := &bytes.Buffer{}
	next.Stderr = memory
	out, err := next.Output()
	if err != nil || !strings.Contains(string(out), "Well again.") {
		t.Errorf("%v: %s\n%s", err, tail(string(out)), tail(memory.String()))
	}
	if n := len(good.Requests()[0].Body); n > 1<<20 {
		t.Errorf("the request has %d bytes", n)
	}
	shown := exec.CommandContext(t.Context(), cmd.Path, "history", "show", "last")
	shown.Dir, shown.Env = cmd.Dir, cmd.Env
	text, err := shown.CombinedOutput()
	if err != nil || !strings.Contains(string(text), "all work and no play") || !strings.Contains(string(text), "ended after 4 MiB") ||
		len(text) > 10<<20 {
		t.Errorf("%v: %d bytes: %s", err, len(text), tail(string(text)))
	}
}
