//go:build !windows

package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ptk-lsp/cmd/ptk-lsp/terminal"
	"ptk-lsp/llm/llmtest"
)

// TestInterrupt: one Ctrl-C stops the answer, and the exit code reports that.
func TestInterrupt(t *testing.T) {
	server := llmtest.New(t, llmtest.Stream(llmtest.Text("a long\nstory"), llmtest.Silence()))
	bin := filepath.Join(t.TempDir(), "ptk-lsp")
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(bin, "chat", "-C", t.TempDir(), "-m", "openai/test-model", "talk")
	cmd.Env = append(os.Environ(), "OPENAI_BASE_URL="+server.URL, "OPENAI_API_KEY=k", "HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir())
	var stderr strings.Builder
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	guard := time.AfterFunc(30*time.Second, func() { cmd.Process.Kill() })
	defer guard.Stop()
	if line, err := bufio.NewReader(stdout).ReadString('\n'); err != nil || line != "a long\n" {
		t.Fatalf("%q %v", line, err)
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != terminal.ExitInterrupted || !strings.Contains(stderr.String(), "stopped") {
		t.Errorf("exit code %d, stderr %q", code, stderr.String())
	}
	<-server.Requests()[0].Gone
}
