package vscode

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ptk-lsp/llm/llmtest"
)

// outcome is a line of the browser process about a case: its name when it starts, everything when it ends.
type outcome struct {
	Case  string `json:"case"`
	Ms    *int   `json:"ms"` // nil when it starts
	Error string `json:"error"`
}

// TestVSCode runs the cases of e2e/cases in the packaged extension; PTK_E2E_ONLY, a regular expression, selects some.
// Screenshots are written to the test's artifacts or to the folder in PTK_E2E_PICTURES.
func TestVSCode(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	lookAtInputs(t, root)
	m := newModel(t)
	outcomes := drive(t, findBed(t, root), buildVsix(t, root), m)
	for _, o := range outcomes {
		t.Run(o.Case, func(t *testing.T) {
			t.Logf("%d ms", *o.Ms)
			if o.Error != "" {
				t.Error(o.Error)
			}
		})
	}
	t.Run("requests to the model", func(t *testing.T) { checkRequests(t, m) })
}

// drive runs the browser process and returns the outcomes. It logs the start and end of each case, and reports the case that
// was running at a timeout.
func drive(t *testing.T, b bed, vsix string, m *model) []outcome {
	t.Helper()
	ctx, cancel := context.WithDeadline(t.Context(), end(t))
	defer cancel()
	cmd := exec.CommandContext(ctx, b.Node, "e2e/main.mjs")
	cmd.Env = append(os.Environ(), "PTK_E2E="+options(t, b, vsix, m))
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	var stderr strings.Builder
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	outcomes, running := follow(t, stdout)
	if err := cmd.Wait(); err != nil {
		t.Errorf("the browser process: %v\n%s", err, stderr.String())
	}
	if running != "" {
		t.Errorf("timeout while the case %s was running", running)
	}
	return outcomes
}

// end returns the deadline of the browser process, a little before that of the test.
func end(t *testing.T) time.Time {
	t.Helper()
	if deadline, ok := t.Deadline(); ok {
		return deadline.Add(-20 * time.Second)
	}
	return time.Now().Add(30 * time.Minute)
}

func options(t *testing.T, b bed, vsix string, m *model) string {
	t.Helper()
	fixture, err := filepath.Abs("e2e/fixture")
	if err != nil {
		t.Fatal(err)
	}
	pictures := os.Getenv("PTK_E2E_PICTURES")
	if pictures == "" {
		pictures = t.ArtifactDir()
	}
	data, err := json.Marshal(map[string]any{
		"bed": b, "vsix": vsix, "fixture": fixture, "control": m.control.URL, "pictures": pictures, "only": os.Getenv("PTK_E2E_ONLY"),
		"settings": map[string]any{"ptk.model": "openai/test-model"},
		"env":      map[string]string{"OPENAI_BASE_URL": m.URL + "/v1", "OPENAI_API_KEY": "test", "ANTHROPIC_BASE_URL": m.URL},
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// follow reads the output of the browser process, and returns the outcomes and the case that has not ended.
func follow(t *testing.T, stdout io.Reader) (outcomes []outcome, running string) {
	t.Helper()
	lines := bufio.NewScanner(stdout)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var o outcome
		if err := json.Unmarshal(lines.Bytes(), &o); err != nil {
			t.Errorf("unexpected output of the browser process, %q: %v", lines.Text(), err)
			continue
		}
		if o.Ms == nil {
			running = o.Case
			t.Logf("%s starts", o.Case)
			continue
		}
		running = ""
		t.Logf("%s ended after %d ms %s", o.Case, *o.Ms, o.Error)
		outcomes = append(outcomes, o)
	}
	return outcomes, running
}

// checkRequests checks the requests that reached the model.
func checkRequests(t *testing.T, m *model) {
	wanted := []struct{ question, text string }{
		{"What do my notes say?", "third line, never saved"},
		{"Which problems are there?", "is wrong here."},
		{"Which problems are there?", "problems-fixture"},
		{"Where does the poem say", "this is right"},
		{"Brew some tea", "brewed"},
		{"Add salt to the recipe", "salt is bad for me"},
	}
	for _, want := range wanted {
		requests := m.asked(want.question)
		if len(requests) == 0 && os.Getenv("PTK_E2E_ONLY") != "" {
			continue
		}
		if !contains(requests, want.text) {
			t.Errorf("no request after %q contains %q", want.question, want.text)
		}
	}
	for _, r := range m.asked("Count to a thousand") {
		select {
		case <-r.Gone:
		case <-time.After(5 * time.Second):
			t.Error("the request of a stopped answer is still open")
		}
	}
}

func contains(requests []llmtest.Request, text string) bool {
	for _, r := range requests {
		for _, message := range r.Messages {
			if strings.Contains(message.Content, text) {
				return true
			}
		}
	}
	return false
}
