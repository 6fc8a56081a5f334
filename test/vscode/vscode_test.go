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

// outcome is what the browser's side tells of one case: its name when it begins, all of it when it ends.
type outcome struct {
	Case  string `json:"case"`
	Ms    *int   `json:"ms"` // nil when it begins
	Error string `json:"error"`
}

// TestVSCode runs every case of e2e/cases in the packaged extension. PTK_E2E_ONLY, a regular expression, picks some.
// Pictures go to the test's artifacts, or to the folder that PTK_E2E_PICTURES names.
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
	t.Run("what the model was told", func(t *testing.T) { checkRequests(t, m) })
}

// drive runs the browser's side to its end and returns the outcomes. It logs each case as it begins and ends, and names
// the case that was running if the time is over.
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
		t.Errorf("the browser's side: %v\n%s", err, stderr.String())
	}
	if running != "" {
		t.Errorf("the case %s was running when the time was over", running)
	}
	return outcomes
}

// end is when the browser's side has to be over: a little before the test itself.
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

// follow reads what the browser's side tells until it ends, and returns the outcomes and the case that has none.
func follow(t *testing.T, stdout io.Reader) (outcomes []outcome, running string) {
	t.Helper()
	lines := bufio.NewScanner(stdout)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var o outcome
		if err := json.Unmarshal(lines.Bytes(), &o); err != nil {
			t.Errorf("the browser's side says %q: %v", lines.Text(), err)
			continue
		}
		if o.Ms == nil {
			running = o.Case
			t.Logf("%s begins", o.Case)
			continue
		}
		running = ""
		t.Logf("%s ended after %d ms %s", o.Case, *o.Ms, o.Error)
		outcomes = append(outcomes, o)
	}
	return outcomes, running
}

// checkRequests looks at what reached the model over the wire.
func checkRequests(t *testing.T, m *model) {
	told := []struct{ question, text string }{
		{"What do my notes say?", "third line, never saved"},
		{"Which problems are there?", "is wrong here."},
		{"Which problems are there?", "problems-fixture"},
		{"Where does the poem say", "this is right"},
		{"Brew some tea", "brewed"},
		{"Add salt to the recipe", "salt is bad for me"},
	}
	for _, want := range told {
		requests := m.asked(want.question)
		if len(requests) == 0 && os.Getenv("PTK_E2E_ONLY") != "" {
			continue
		}
		if !contains(requests, want.text) {
			t.Errorf("after %q the model was not told %q", want.question, want.text)
		}
	}
	for _, r := range m.asked("Count to a thousand") {
		select {
		case <-r.Gone:
		case <-time.After(5 * time.Second):
			t.Error("a stopped answer is still asked for")
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
