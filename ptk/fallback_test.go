package ptk_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/llm/openai"
	"ptk-lsp/llm/steady"
	"ptk-lsp/ptk"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// several is a catalogue of models by name; the first is the default.
type several []chat.Route

func (s several) Resolve(_ context.Context, name string) (chat.Route, error) {
	for _, r := range s {
		if name == "" || r.Name == name {
			return r, nil
		}
	}
	return chat.Route{}, fmt.Errorf("%w: %s", chat.ErrUnknownModel, name)
}

func (several) Preprocess(context.Context) (chat.Route, bool, error) { return chat.Route{}, false, nil }
func (s several) List(context.Context) ([]chat.ModelInfo, string)    { return nil, s[0].Name }

// fallbacks returns a manager with the models "test/a", "test/b" and so on, each a fallback of those before it, and the server of
// each with its script.
func fallbacks(t *testing.T, change func(several), scripts ...[]llmtest.Reply) (*ptk.Manager, []*llmtest.Server) {
	t.Helper()
	var models several
	var servers []*llmtest.Server
	for i, script := range scripts {
		server := llmtest.New(t, script...)
		p, err := openai.New(openai.Options{Name: "test", BaseURL: server.URL})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(p.Close)
		name := string(rune('a' + i))
		servers = append(servers, server)
		retrying := steady.Retry(p, steady.RetryOptions{First: 1, Max: 1})
		models = append(models, chat.Route{Provider: retrying, Name: "test/" + name, Model: name, Window: 32000})
		models[0].Fallback = append(models[0].Fallback, "test/"+name)
	}
	if change != nil {
		change(models)
	}
	ws, err := workspace.New([]workspace.Folder{{Path: t.TempDir()}}, workspace.Disk{})
	if err != nil {
		t.Fatal(err)
	}
	m := ptk.NewManager(ptk.Config{Models: models, Workspace: ws, Tools: tools.NewManager(tools.Builtin(tools.Can{}), ws, tools.Options{})})
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	return m, servers
}

func ask(t *testing.T, m *ptk.Manager, message string) (*chat.Result, []chat.Event) {
	t.Helper()
	var events []chat.Event
	r, err := m.Chat(t.Context(), chat.Request{Message: message}, func(e chat.Event) { events = append(events, e) })
	if err != nil {
		t.Fatal(err)
	}
	return r, events
}

// A fallback model answers the rest of the turn, with its own name, price, window and kind of tool calls.
func TestFallback(t *testing.T) {
	m, servers := fallbacks(t, func(s several) {
		s[0].Price, s[1].Price = chat.Price{Input: 1000, Output: 1000}, chat.Price{Input: 1, Output: 2}
		s[1].Window, s[1].Native = 16000, true
	}, []llmtest.Reply{llmtest.Stream(llmtest.Text("Lost "), llmtest.Cut()), llmtest.Stream(llmtest.Text("Lost too"), llmtest.Cut())},
		[]llmtest.Reply{llmtest.Call("c1", "list_files", `{}`), llmtest.Say("Found.")})
	r, events := ask(t, m, "What is here?")
	if !r.Success || r.Content != "Found." || r.Model != "test/b" || r.Iterations != 2 || len(r.ToolCalls) != 1 {
		t.Errorf("%+v, %+v", r, r.Error)
	}
	want := (float64(r.Usage.InputTokens)*1 + float64(r.Usage.OutputTokens)*2) / 1e6
	if r.Usage.CostUSD != want || r.Usage.ContextWindow != 16000 {
		t.Errorf("%+v, want a cost of %v", r.Usage, want)
	}
	if n := len(servers[1].Requests()[0].Tools); n == 0 {
		t.Error("the second model is not offered the tools natively")
	}
	begins := "start\ntext Lost\nretry\ntext Lost too\nretry test/b\niteration 1 tool_call 0\n"
	if got := shapeWithModels(events); !strings.HasPrefix(got, begins) {
		t.Errorf("(-want +got):\n%s", cmp.Diff(begins, got))
	}
}

func shapeWithModels(events []chat.Event) string {
	var b strings.Builder
	for _, e := range events {
		if r, ok := e.(chat.Retry); ok && r.Model != "" {
			fmt.Fprintf(&b, "retry %s\n", r.Model)
			continue
		}
		b.WriteString(strings.ReplaceAll(shape([]chat.Event{e}), "⏎", ""))
	}
	return b.String()
}

// Calls that ran before the stream broke are kept, and the next model continues after them.
func TestFallbackKeepsCalls(t *testing.T) {
	m, servers := fallbacks(t, nil, []llmtest.Reply{
		llmtest.Say("I look.\n<PTK_CALL>\n{\"tool\":\"list_files\",\"args\":{}}\n</PTK_CALL>\n"), llmtest.Fail(401, `{"error":"no"}`),
	}, []llmtest.Reply{llmtest.Say("Done.")})
	r, _ := ask(t, m, "What is here?")
	if !r.Success || r.Content != "Done." || len(r.ToolCalls) != 1 || r.Iterations != 2 {
		t.Errorf("%+v, %+v", r, r.Error)
	}
	if last := servers[1].Requests()[0].Last(); !strings.Contains(last.Content, "PTK_RESULT") {
		t.Errorf("the second model got %q", last.Content)
	}
}

// If a request does not fit, only models with larger windows take over.
func TestFallbackToLargerWindow(t *testing.T) {
	m, servers := fallbacks(t, func(s several) { s[0].Window, s[1].Window, s[2].Window = 4000, 4000, 128000 },
		nil, nil, []llmtest.Reply{llmtest.Say("Read.")})
	r, _ := ask(t, m, strings.Repeat("All these words have to be read by a model. ", 1000))
	if !r.Success || r.Model != "test/c" || len(servers[1].Requests()) > 0 {
		t.Errorf("%+v, %+v", r, r.Error)
	}
}

func TestAllFallbacksFail(t *testing.T) {
	m, _ := fallbacks(t, func(s several) { s[0].Fallback = append(s[0].Fallback, "nosuch/model") },
		[]llmtest.Reply{llmtest.Fail(401, `{"error":"no"}`)}, []llmtest.Reply{llmtest.Fail(403, `{"error":"not yours"}`)})
	r, events := ask(t, m, "Hello?")
	if r.Success || r.Error.Code != chat.LLMCallFailed || !strings.Contains(r.Error.Message, "not yours") || r.Model != "test/b" {
		t.Errorf("%+v, %+v", r, r.Error)
	}
	if diff := cmp.Diff([]string{"fallback"}, warnings(events)); diff != "" {
		t.Errorf("warnings %s", diff)
	}
}
