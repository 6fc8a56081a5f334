package tracing_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/cmd/ptk-lsp/tracing"
	"ptk-lsp/cmd/ptk-lsp/tracing/timeline"
	"ptk-lsp/ptk/chat"
)

func TestATraceFileHoldsTheWholeTurnForTheUserAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "trace.jsonl")
	b := newBed(t, script()...)
	if err := b.tracer.Configure(tracing.Config{File: path}); err != nil {
		t.Fatal(err)
	}
	result := b.chat()
	b.tracer.Close()
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatal(info.Mode(), err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	turn, err := timeline.Read(f, "")
	if err != nil {
		t.Fatal(err)
	}
	if turn.ID != result.TurnID || !turn.Success || turn.InputTokens != 600 || turn.TookMs <= 0 {
		t.Errorf("%+v", turn)
	}
	if d := cmp.Diff(wantSteps, outline(turn)); d != "" {
		t.Error(d)
	}
}

var wantSteps = []string{
	"user", "model openai/test-model", "tool read_file", "model openai/test-model", "tool read_file",
	"model openai/test-model",
}

// outline returns the steps, and checks that they have the texts.
func outline(turn *timeline.Turn) (steps []string) {
	for _, s := range turn.Steps {
		steps = append(steps, strings.TrimSpace(s.Kind+" "+s.Name))
	}
	return steps
}

func TestTheSameTurnOutOfTheHistory(t *testing.T) {
	b := newBed(t, script()...)
	result := b.chat()
	info, past, err := b.manager.Conversation(t.Context(), result.ConversationID)
	if err != nil {
		t.Fatal(err)
	}
	turn, err := timeline.FromHistory(info, past, "")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(wantSteps, outline(turn)); d != "" {
		t.Error(d)
	}
	last := turn.Steps[len(turn.Steps)-1]
	if len(last.Parts) != 1 || last.Parts[0].Text != "secret-answer" || !turn.Success || turn.Mode != string(chat.Mode("")) {
		t.Errorf("%+v", last)
	}
}

func TestATraceFileThatCannotBeWrittenIsAProblem(t *testing.T) {
	b := newBed(t, script()...)
	for _, path := range []string{"relative.jsonl", filepath.Join(b.dir, "secret-name.go", "x")} {
		if err := b.tracer.Configure(tracing.Config{File: path}); err == nil {
			t.Errorf("%s was taken", path)
		}
	}
	if r := b.chat(); !r.Success {
		t.Error(r.Error)
	}
}
