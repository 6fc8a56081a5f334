//go:build linux

package llama

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// patience bounds each wait of a test; nothing needs nearly as long on an idle machine.
const patience = 2 * time.Minute

// server is a running llama-server.
type server struct {
	url  string // without a path
	args []string
	cmd  *exec.Cmd
	log  string        // the path of its output
	done chan struct{} // closed when the program has ended
}

// start starts a server and waits until it is ready to answer; it ends with the test.
func start(t *testing.T, args ...string) *server {
	t.Helper()
	port := freePort(t)
	s := &server{
		url:  "http://127.0.0.1:" + port,
		args: append([]string{"--port", port, "--no-webui", "--threads", "1"}, args...),
		log:  filepath.Join(t.TempDir(), "llama-server.log"),
	}
	t.Cleanup(func() {
		s.kill()
		if t.Failed() {
			out, _ := os.ReadFile(s.log)
			t.Logf("the server's output:\n%s", out[max(0, len(out)-4000):])
		}
	})
	s.run(t)
	return s
}

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}

// launch starts the program without waiting for it.
func (s *server) launch(t *testing.T) {
	t.Helper()
	out, err := os.OpenFile(s.log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	s.cmd = exec.Command(bed.server, s.args...)
	s.cmd.Stdout, s.cmd.Stderr = out, out
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.done = make(chan struct{})
	go func(cmd *exec.Cmd, done chan struct{}) { defer close(done); _ = cmd.Wait() }(s.cmd, s.done)
}

// run starts the program and waits until it is healthy.
func (s *server) run(t *testing.T) {
	t.Helper()
	s.launch(t)
	s.await(t, "/health", func(status int, _ []byte) bool { return status == http.StatusOK })
}

// kill ends the server and the servers that it has started.
func (s *server) kill() {
	if s.done != nil {
		_ = syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL)
		<-s.done
	}
}

// await asks for a path until the answer is as wanted.
func (s *server) await(t *testing.T, path string, done func(status int, body []byte) bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	transport := &http.Transport{DisableKeepAlives: true}
	var last string
	for {
		if status, body, err := s.get(ctx, transport, path); err != nil {
			last = err.Error()
		} else if done(status, body) {
			return
		} else {
			last = fmt.Sprint(status, " ", string(body))
		}
		select {
		case <-s.done:
			t.Fatalf("the server ended: %s", last)
		case <-ctx.Done():
			t.Fatalf("%s is still not as wanted: %s", path, last)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func (s *server) get(ctx context.Context, transport *http.Transport, path string) (int, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+path, nil)
	if err != nil {
		return 0, nil, err
	}
	resp, err := transport.RoundTrip(req)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	return resp.StatusCode, body, err
}

// awaitSlots waits until as many slots as wanted are at work.
func (s *server) awaitSlots(t *testing.T, working int) {
	t.Helper()
	s.await(t, "/slots", func(_ int, body []byte) bool {
		var slots []struct {
			Processing bool `json:"is_processing"`
		}
		n := 0
		if json.Unmarshal(body, &slots) != nil {
			return false
		}
		for _, slot := range slots {
			if slot.Processing {
				n++
			}
		}
		return n == working
	})
}
