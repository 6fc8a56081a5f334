package ptk_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/ptk/chat"
)

var update = flag.Bool("update", false, "write the golden files")

// TestModes runs testdata/modes/*.txtar: the answers of a model in a mode, and the events that follow from them.
func TestModes(t *testing.T) {
	files, err := filepath.Glob("testdata/modes/*.txtar")
	if err != nil || len(files) < 4 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txtar"), func(t *testing.T) { playMode(t, f) })
	}
}

func playMode(t *testing.T, file string) {
	a, err := txtar.ParseFile(file)
	must(err)
	var script []llmtest.Reply
	parts := map[string]string{}
	for _, f := range a.Files {
		parts[f.Name] = strings.TrimSuffix(string(f.Data), "\n")
		if f.Name == "reply" {
			script = append(script, llmtest.Say(llmtest.Pieces(parts[f.Name], 7)...))
		}
	}
	b := newBench(t, pkg, script...)
	r := chat.Request{Mode: chat.Mode(parts["mode"]), Message: parts["message"]}
	for step := range strings.Lines(parts["plan"]) {
		r.Plan = append(r.Plan, chat.PlanEntry{Content: step})
	}
	result, events := b.chat(t, t.Context(), r)
	got := "sent: " + strings.ReplaceAll(b.server.Requests()[0].Last().Content, "\n", "⏎") + "\n" + shape(events)
	if len(result.Plan) > 0 {
		got += "to approve: " + line(chat.Plan{Entries: result.Plan})
	}
	if *update {
		for i, f := range a.Files {
			if f.Name == "events" {
				a.Files[i].Data = []byte(got)
			}
		}
		must(os.WriteFile(file, txtar.Format(a), 0o644))
		return
	}
	if d := cmp.Diff(parts["events"]+"\n", got); d != "" {
		t.Error(d)
	}
	if n := b.server.Remaining(); n > 0 {
		t.Errorf("%d replies are left", n)
	}
}
