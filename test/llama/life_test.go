//go:build linux

package llama

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// running is a chat that has begun to answer.
type running struct {
	cmd   *exec.Cmd
	lines *bufio.Reader
	seen  strings.Builder
}

// begin starts a chat and waits for its first text.
func (u *user) begin(t *testing.T, message string) *running {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	r := &running{cmd: u.command(ctx, "chat", "--json", message)}
	out, err := r.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	r.cmd.Stderr = &r.seen
	if err := r.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.cmd.Process.Kill(); _ = r.cmd.Wait() })
	r.lines = bufio.NewReader(out)
	for {
		line, err := r.lines.ReadString('\n')
		r.seen.WriteString(line)
		if err != nil {
			t.Fatalf("no text: %v\n%s", err, r.seen.String())
		}
		var e event
		if json.Unmarshal([]byte(line), &e) == nil && e.Kind == "text" {
			return r
		}
	}
}

// end reads the rest of the answer.
func (r *running) end(t *testing.T) answer {
	t.Helper()
	rest, err := io.ReadAll(r.lines)
	if err != nil {
		t.Fatal(err)
	}
	_ = r.cmd.Wait()
	return readAnswer(strings.NewReader(r.seen.String() + string(rest)))
}

// A turn that the user stops gives its place in the server back.
func TestStopFreesTheSlot(t *testing.T) {
	t.Parallel()
	s := start(t, "-m", model("tiny"), "-c", "16384", "-np", "1", "--slots")
	r := newUser(t, s, "").begin(t, "please %%endless")
	s.awaitSlots(t, 1)
	if err := r.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	s.awaitSlots(t, 0)
	if got := r.end(t); !strings.HasPrefix("on and on and on", got.text[:min(len(got.text), 16)]) {
		t.Errorf("got %q\n%s", got.text[:min(len(got.text), 100)], got.log)
	}
}

// A server that ends in mid-answer and comes back answers in full.
func TestServerIsKilledAndRestarted(t *testing.T) {
	t.Parallel()
	s := start(t, "-m", model("slow"), "-c", "16384", "-np", "1")
	r := newUser(t, s, "").begin(t, "please %%long")
	s.kill()
	s.run(t)
	got := r.end(t)
	if got.failure != "" || strings.Count(got.text, "This is sentence 40.") != 1 || !strings.HasSuffix(got.text, "sentence 40.") {
		t.Errorf("got %q, %s\n%s", got.text, got.failure, got.log)
	}
}

// While the server loads its model the user is told so, and the answer comes when it is ready.
func TestServerIsLoading(t *testing.T) {
	t.Parallel()
	s := start(t, "-m", model("slow"), "-c", "16384", "-np", "1")
	u := newUser(t, s, "")
	s.kill()
	s.launch(t)
	got := u.chat(t, "please %%hello")
	if got.failure != "" || got.text != "Hello! I am a tiny model." {
		t.Errorf("got %q, %s\n%s", got.text, got.failure, got.log)
	}
}

// A server that has put its model to sleep wakes for a message.
func TestServerSleeps(t *testing.T) {
	t.Parallel()
	s := start(t, "-m", model("tiny"), "-c", "16384", "-np", "1", "--sleep-idle-seconds", "1")
	u := newUser(t, s, "")
	for range 2 {
		if got := u.chat(t, "please %%hello"); got.failure != "" || got.text != "Hello! I am a tiny model." {
			t.Errorf("got %q, %s\n%s", got.text, got.failure, got.log)
		}
		time.Sleep(1500 * time.Millisecond) // its own clock says when it sleeps; a request would wake it
	}
}

func TestServerWithAKey(t *testing.T) {
	t.Parallel()
	s := start(t, "-m", model("tiny"), "-c", "16384", "-np", "1", "--api-key", "sesame-open-now")
	u := newUser(t, s, `apiKeyEnv = "BOX_KEY"`)
	got := u.chat(t, "please %%hello")
	if !strings.Contains(got.failure, "BOX_KEY") || strings.Contains(got.log, `"kind":"retry"`) {
		t.Errorf("without a key: got %q\n%s", got.failure, got.log)
	}
	u.env = append(u.env, "BOX_KEY=sesame-open-now")
	if got := u.chat(t, "please %%hello"); got.text != "Hello! I am a tiny model." {
		t.Errorf("with its key: got %q, %s\n%s", got.text, got.failure, got.log)
	}
}
