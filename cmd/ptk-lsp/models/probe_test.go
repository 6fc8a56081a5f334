package models

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/cmd/ptk-lsp/settings"
	"ptk-lsp/llm/llmtest"
)

func TestProbeIsRemembered(t *testing.T) {
	native := llmtest.Stream(llmtest.Native(0, "c1", "read_page", `{"page":7}`)...)
	wrong := llmtest.Stream(llmtest.Native(0, "c1", "read_page", `{"page":"seven"}`)...)
	text := llmtest.Say("<PTK_CALL>\n{\"tool\":\"read_page\",\"args\":{\"page\":7}}\n</PTK_CALL>")
	prose := llmtest.Say("I can't see your book.")
	for name, tt := range map[string]struct {
		replies []llmtest.Reply
		model   string
		want    string // how it is asked from then on
		kept    bool
	}{
		"both":                   {[]llmtest.Reply{native, text}, "small", "native", true},
		"in text alone":          {[]llmtest.Reply{wrong, text}, "gpt-5", "ptk", true},
		"a server without tools": {[]llmtest.Reply{llmtest.Fail(400, `{"error":{"message":"no tools"}}`), text}, "gpt-5", "ptk", true},
		"neither":                {[]llmtest.Reply{prose, prose}, "small", "ptk", false},
	} {
		t.Run(name, func(t *testing.T) {
			state := t.TempDir()
			server := llmtest.New(t, tt.replies...)
			set := settings.Settings{Providers: map[string]settings.Provider{"box": {Kind: "openai", BaseURL: server.URL, ContextWindow: 4096}}}
			vars := env(map[string]string{"XDG_STATE_HOME": state})
			p, err := New(set, vars).Probe(t.Context(), "box/"+tt.model)
			if err != nil || (p.ToolCalling != "") != tt.kept {
				t.Fatalf("%+v %v", p, err)
			}
			r, err := New(set, vars).Resolve(t.Context(), "box/"+tt.model) // as another process would
			if err != nil || r.Native != (tt.want == "native") {
				t.Errorf("native: %v, %v", r.Native, err)
			}
			if _, err := os.Stat(filepath.Join(state, "ptk", "probed.json")); (err == nil) != tt.kept {
				t.Errorf("the file: %v", err)
			}
		})
	}
}

func TestProbeLeavesAFileThatCannotBeRead(t *testing.T) {
	file := filepath.Join(t.TempDir(), "probed.json")
	if err := os.WriteFile(file, []byte("not JSON"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := &probes{file: file}
	if p.of("a/b") != "" || p.store("a/b", "native") == nil {
		t.Error("it was taken for something")
	}
	data, err := os.ReadFile(file)
	if diff := cmp.Diff("not JSON", string(data)); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
}
