package ollama_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm"
	"ptk-lsp/llm/llmtest"
	"ptk-lsp/llm/ollama"
)

// recorded is a server that answers each path with a fixed text, others with 404, and stores the bodies.
type recorded struct {
	*httptest.Server
	answers map[string]string

	mu     sync.Mutex
	bodies map[string][]string // by path; guarded by mu
}

func record(t *testing.T, answers map[string]string) *recorded {
	t.Helper()
	s := &recorded{answers: answers, bodies: map[string][]string{}}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		s.mu.Lock()
		s.bodies[r.URL.Path] = append(s.bodies[r.URL.Path], string(body))
		s.mu.Unlock()
		text, ok := s.answers[r.URL.Path]
		switch {
		case !ok:
			http.Error(w, `{"error":"model 'm' not found"}`, http.StatusNotFound)
		case strings.HasPrefix(text, "500 "):
			http.Error(w, text[4:], http.StatusInternalServerError)
		default:
			_, _ = w.Write([]byte(text))
		}
	}))
	t.Cleanup(s.Close)
	return s
}

const done = `{"message":{"role":"assistant","content":"ok"},"done":true,"done_reason":"stop","prompt_eval_count":9,"eval_count":1}` + "\n"

// The window is that of the settings, else of the model's own parameters, else the default, but never more than the model supports.
func TestWindow(t *testing.T) {
	show := func(parameters string, most int) string {
		text, err := json.Marshal(
			map[string]any{"parameters": parameters, "model_info": map[string]any{"general.architecture": "qwen3", "qwen3.context_length": most}},
		)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	ps := func(window string) string { return `{"models":[{"name":"m","context_length":` + window + `}]}` }
	for name, tt := range map[string]struct {
		set      int
		show, ps string
		want     int
	}{
		"by default":                  {0, show("", 131072), `{"models":[]}`, 16384},
		"a small model":               {0, show("", 8192), `{"models":[]}`, 8192},
		"by the settings":             {65536, show("", 131072), ps("4096"), 65536},
		"more than the model takes":   {65536, show("", 40960), "", 40960},
		"by its own parameters":       {0, show("stop \"x\"\nnum_ctx                        24576", 131072), ps("8192"), 24576},
		"the settings before its own": {4096, show("num_ctx 24576", 131072), "", 4096},
		"loaded with more":            {0, show("", 131072), ps("32768"), 32768},
		"loaded with less":            {0, show("", 131072), ps("4096"), 16384}, "a server that reports nothing": {0, "{}", "", 16384},
	} {
		t.Run(name, func(t *testing.T) {
			answers := map[string]string{"/api/show": tt.show, "/api/chat": done}
			if tt.ps != "" {
				answers["/api/ps"] = tt.ps
			}
			server := record(t, answers)
			p := provider(t, server.URL, func(o *ollama.Options) { o.Window = tt.set })
			m, err := p.Describe(t.Context(), "m")
			if err != nil || m.ContextWindow != tt.want {
				t.Errorf("described with %d, %v", m.ContextWindow, err)
			}
			for range 2 {
				if _, err := llmtest.Ask(t.Context(), p, llm.Request{Model: "m"}); err != nil {
					t.Fatal(err)
				}
			}
			var sent struct {
				Truncate, Shift *bool
				Options         struct {
					Window int `json:"num_ctx"`
				}
			}
			if err := json.Unmarshal([]byte(server.bodies["/api/chat"][1]), &sent); err != nil || sent.Options.Window != tt.want {
				t.Errorf("sent %d, %v", sent.Options.Window, err)
			}
			if sent.Truncate == nil || *sent.Truncate || sent.Shift == nil || *sent.Shift {
				t.Error("what does not fit may be cut")
			}
			if n := len(server.bodies["/api/show"]); n != 1 {
				t.Errorf("%d requests for the description", n)
			}
		})
	}
}

func TestModels(t *testing.T) {
	server := record(t, map[string]string{
		"/api/tags": `{"models":[{"name":"llava:7b"},{"name":"gpt-oss:120b-cloud"}]}`, "/api/ps": `{"models":null}`,
		"/api/show": `{"capabilities":["completion","vision"],"model_info":{"general.architecture":"a","a.context_length":131072}}`,
	})
	got, err := provider(t, server.URL+"/v1/").Models(t.Context())
	want := []llm.Model{{ID: "llava:7b", ContextWindow: 16384, Images: true}, {ID: "gpt-oss:120b-cloud", ContextWindow: 131072, Images: true}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestAnswersOfManyModels(t *testing.T) {
	for name, tt := range map[string]struct {
		lines string
		want  llmtest.Answer
	}{
		"a last line without its end": {strings.TrimSuffix(done, "\n"), llmtest.Answer{Text: "ok"}},
		"thoughts left in the text": {
			`{"message":{"content":"<think>hm"},"done":false}` + "\n" + `{"message":{"content":"</think>\n\n"},"done":false}` + "\n" + done,
			llmtest.Answer{Reasoning: "hm", Text: "ok"},
		},
		"a call without an id, in the last line": {
			`{"message":{"tool_calls":[{"function":{"name":"f","arguments":{"a":1}}}]},"done":true,"done_reason":"stop","prompt_eval_count":` +
				`9,"eval_count":1}` + "\n",
			llmtest.Answer{Calls: []llm.ToolCall{{Name: "f", Arguments: `{"a":1}`}}, Finish: llm.FinishTools},
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := record(t, map[string]string{"/api/show": "{}", "/api/chat": tt.lines})
			got, err := llmtest.Ask(t.Context(), provider(t, server.URL), llmtest.Hello())
			for i := range got.Calls {
				if got.Calls[i].ID == "" {
					t.Error("a call without an id")
				}
				got.Calls[i].ID = ""
			}
			tt.want.Usage = &llm.Usage{InputTokens: 9, OutputTokens: 1}
			if tt.want.Finish == "" {
				tt.want.Finish = llm.FinishStop
			}
			if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}

func TestUncountedPromptHasNoUsage(t *testing.T) {
	server := record(
		t,
		map[string]string{"/api/show": "{}", "/api/chat": `{"message":{"content":"ok"},"done":true,"done_reason":"stop","eval_count":1}` + "\n"},
	)
	if got, err := llmtest.Ask(t.Context(), provider(t, server.URL), llmtest.Hello()); err != nil || got.Usage != nil {
		t.Errorf("%+v, %v", got.Usage, err)
	}
}

func TestAdviceForErrors(t *testing.T) {
	for name, tt := range map[string]struct {
		answers map[string]string
		kind    llm.Kind
		do      string
	}{
		"not pulled": {map[string]string{"/api/tags": `{"models":[{"name":"qwen3:8b"}]}`}, llm.KindModel, "qwen3:8b. Or download it:" +
			" ollama pull test-model"},
		"model too large": {map[string]string{"/api/chat": `500 {"error":` +
			`"model requires more system memory (20 GiB) than is available (8 GiB)"}`}, llm.KindRequest, "smaller contextWindow for ollama"},
		"no tools": {map[string]string{"/api/chat": `{"error":"m does not support tools"}`}, llm.KindRequest, `toolCalling = "ptk"`},
		"too long": {map[string]string{"/api/chat": `{"error":"the input length exceeds the context length"}`}, llm.KindOverflow, "Compact"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := llmtest.Ask(t.Context(), provider(t, record(t, tt.answers).URL), llmtest.Hello())
			var failed *llm.Error
			if !errors.As(err, &failed) || failed.Kind != tt.kind || !strings.Contains(failed.Suggestion, tt.do) {
				t.Errorf("%+v", failed)
			}
		})
	}
}

// The wait for a model that has to be loaded is longer than that between two pieces, even if the header has come.
func TestLoadingMayTakeLonger(t *testing.T) {
	const idle = 300 * time.Millisecond
	server := llmtest.New(t, llmtest.Stream(llmtest.Pause(2*idle), llmtest.Text("ok")))
	got, err := llmtest.Ask(t.Context(), provider(t, server.URL, func(o *ollama.Options) { o.Idle = idle }), llmtest.Hello())
	if err != nil || got.Text != "ok" {
		t.Errorf("%q, %v", got.Text, err)
	}
}
