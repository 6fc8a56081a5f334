package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ptk-lsp/cmd/ptk-lsp/cli"
	"ptk-lsp/llm/llmtest"
)

// A turn that reaches a limit pauses; it continues when the user says so, at once or when the conversation is opened again.
func TestPausedTurnContinues(t *testing.T) {
	reads := llmtest.Say("<PTK_CALL>\n{\"tool\": \"read_file\", \"args\": {\"path\": \".ptk/config.toml\"}}\n</PTK_CALL>")
	p := &person{t: t, dir: t.TempDir(), home: t.TempDir(), server: llmtest.New(t, reads, reads, llmtest.Say("All is read."))}
	name := filepath.Join(p.dir, ".ptk", "config.toml")
	err := os.Mkdir(filepath.Dir(name), 0o700)
	if err == nil {
		err = os.WriteFile(name, []byte("chat.maxIterations = 1\n"), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"chat", "-C", p.dir, "-m", "openai/test-model"}
	p.starts(args...)
	p.says("read it")
	p.sees("Paused. The model was asked 1 times")
	p.sees("Continue? [y]es")
	p.types("\n")
	p.sees("> ")
	if code := p.leaves(ctrlD); code != cli.ExitOK {
		t.Errorf("exit code %d", code)
	}
	p.starts(append(args, "--continue")...)
	p.sees("Continue? [y]es")
	p.types("y\n")
	p.sees("Continue? [y]es")
	p.types("y\n")
	p.sees("All is read.")
	p.sees("> ")
	last := p.server.Requests()[2].Messages
	if n := len(last); n != 6 || !strings.HasPrefix(last[1].Content, "read it") || !strings.HasPrefix(last[5].Content, "PTK_RESULT") {
		t.Errorf("the last request has %d messages: %+v", n, last)
	}
	p.leaves(ctrlD)
}
