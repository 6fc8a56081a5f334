// Package providers runs turns with tools through every kind of provider, with calls in text and native, against servers that speak
// its real wire format.
package providers

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"ptk-lsp/cmd/ptk-lsp/models"
	"ptk-lsp/llm"
	"ptk-lsp/llm/driver"
	"ptk-lsp/llm/llmtest"
	"ptk-lsp/llm/steady"
	"ptk-lsp/llm/wire"
	"ptk-lsp/ptk"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// kinds returns the kinds of providers that are servers.
func kinds() []driver.Kind {
	return slices.DeleteFunc(models.Kinds(), func(k driver.Kind) bool { return k.Medium != driver.Server })
}

// catalogue resolves "kind/text" and "kind/native", and "kind/text/sees" and "kind/native/sees" to models that accept pictures.
type catalogue map[string]llm.Provider

func (c catalogue) Resolve(_ context.Context, name string) (chat.Route, error) {
	kind, way, _ := strings.Cut(name, "/")
	way, sees := strings.CutSuffix(way, "/sees")
	p, ok := c[kind]
	if !ok {
		return chat.Route{}, fmt.Errorf("%w: %s", chat.ErrUnknownModel, name)
	}
	return chat.Route{Provider: p, Name: name, Model: "test-model", Native: way == "native", Images: sees}, nil
}

func (catalogue) Preprocess(context.Context) (chat.Route, bool, error) {
	return chat.Route{}, false, nil
}

func (catalogue) List(context.Context) ([]chat.ModelInfo, string) { return nil, "" }

// bench is a workspace of two files with a manager that reaches providers of all kinds at one server.
type bench struct {
	server  *llmtest.Server
	manager *ptk.Manager
}

func newBench(t *testing.T, script ...llmtest.Reply) *bench {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"package.json": `{"version": "1.2.3"}`, "go.mod": "module shop\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ws, err := workspace.New([]workspace.Folder{{Name: "shop", Path: dir}}, workspace.Disk{})
	if err != nil {
		t.Fatal(err)
	}
	return newBenchOf(t, ws, tools.NewManager(tools.Builtin(tools.Can{}), ws, tools.Options{}), script...)
}

// newBenchOf returns a bench with a workspace and tools.
func newBenchOf(t *testing.T, ws *workspace.Workspace, has *tools.Manager, script ...llmtest.Reply) *bench {
	t.Helper()
	b := &bench{server: llmtest.New(t, script...)}
	known := catalogue{}
	for _, kind := range kinds() {
		p, err := kind.New(driver.Options{Options: wire.Options{Name: kind.Name, BaseURL: b.server.URL, Key: llmtest.Key}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(p.(interface{ Close() }).Close)
		known[kind.Name] = steady.Retry(p, steady.RetryOptions{First: 1})
	}
	b.manager = ptk.NewManager(ptk.Config{Models: known, Workspace: ws, Tools: has})
	t.Cleanup(func() {
		if err := b.manager.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

func (b *bench) ask(t *testing.T, conversation, model string) (*chat.Result, []chat.Event) {
	t.Helper()
	var events []chat.Event
	r, err := b.manager.Chat(t.Context(), chat.Request{Message: "Which version is it?", ConversationID: conversation, Model: model},
		func(e chat.Event) { events = append(events, e) })
	if err != nil {
		t.Fatal(err)
	}
	return r, events
}

// calls returns an answer that reads both files, with calls in the given way.
func calls(way string) llmtest.Reply {
	if way == "native" {
		first, second := `{"path":"package.json"}`, `{"path":"go.mod"}`
		return llmtest.Stream(append(llmtest.Native(0, "c1", "read_file", first), llmtest.Native(1, "c2", "read_file", second)...)...)
	}
	text := "I look.\n"
	for _, path := range []string{"package.json", "go.mod"} {
		text += "<PTK_CALL>\n{\"tool\": \"read_file\", \"args\": {\"path\": \"" + path + "\"}}\n</PTK_CALL>\n"
	}
	return llmtest.Say(llmtest.Pieces(text, 3)...)
}

// answer returns an answer that checks that both results have come, in the order of the calls.
func answer(t *testing.T, way string) llmtest.Reply {
	return llmtest.React(func(r llmtest.Request) llmtest.Reply {
		results := r.Messages[len(r.Messages)-1:]
		if way == "native" {
			results = r.Messages[len(r.Messages)-2:]
			if results[0].ToolCallID != results[1].ToolCallID && r.Messages[len(r.Messages)-3].ToolCalls[0].ID != results[0].ToolCallID {
				t.Errorf("the results do not answer the calls: %+v", r.Messages[len(r.Messages)-3:])
			}
		}
		text := ""
		for _, m := range results {
			text += m.Content
		}
		version, module := strings.Index(text, "1.2.3"), strings.Index(text, "module shop")
		if version < 0 || module < version {
			t.Errorf("the results are %q", text)
		}
		if native := len(r.Tools) > 0; native != (way == "native") {
			t.Errorf("%d tools are offered natively", len(r.Tools))
		}
		return llmtest.Say("It is ", "1.2.3.")
	})
}

func TestEveryProviderCallsTools(t *testing.T) {
	for _, k := range kinds() {
		kind := k.Name
		for _, way := range []string{"text", "native"} {
			for _, every := range []int{0, 1} {
				t.Run(fmt.Sprintf("%s/%s/writes of %d", kind, way, every), func(t *testing.T) {
					first := calls(way)
					first.Every = every
					b := newBench(t, first, answer(t, way))
					r, _ := b.ask(t, "", kind+"/"+way)
					if !r.Success || r.Content != "It is 1.2.3." || len(r.ToolCalls) != 2 || r.Iterations != 2 {
						t.Errorf("%+v, error %+v", r, r.Error)
					}
				})
			}
		}
	}
}

// Some servers mix the fragments of parallel calls.
func TestMixedFragments(t *testing.T) {
	f := func(index int, id, arguments string) llmtest.Step {
		c := llm.ToolCall{Index: index, ID: id, Arguments: arguments}
		if id != "" {
			c.Name = "read_file"
		}
		return llmtest.Fragment(c)
	}
	b := newBench(
		t, llmtest.Stream(f(0, "c1", `{"path":"pack`), f(1, "c2", `{"path":`), f(0, "", `age.json"}`), f(1, "", `"go.mod"}`)),
		answer(t, "native"),
	)
	if r, _ := b.ask(t, "", "openai/native"); !r.Success || len(r.ToolCalls) != 2 {
		t.Errorf("%+v, error %+v", r, r.Error)
	}
}

// A model with native functions may still write a call as text.
func TestCallInTextOfANativeModel(t *testing.T) {
	for _, k := range kinds() {
		kind := k.Name
		t.Run(kind, func(t *testing.T) {
			b := newBench(t, calls("text"), llmtest.Say("done"))
			r, _ := b.ask(t, "", kind+"/native")
			if !r.Success || len(r.ToolCalls) != 2 || !r.ToolCalls[0].Success {
				t.Errorf("%+v, error %+v", r, r.Error)
			}
		})
	}
}

// A conversation can continue with any other model, without losing calls or results.
func TestModelsCanBeSwitched(t *testing.T) {
	var ways []string
	for i, k := range slices.Concat(kinds(), kinds()) {
		way := "native"
		if second := i >= len(kinds()); (i%len(kinds())%2 == 1) != second { // every other kind begins with text
			way = "text"
		}
		ways = append(ways, k.Name+"/"+way)
	}
	var script []llmtest.Reply
	for _, w := range ways {
		_, way, _ := strings.Cut(w, "/")
		script = append(script, calls(way), answer(t, way))
	}
	b := newBench(t, script...)
	conversation := ""
	for _, w := range ways {
		r, _ := b.ask(t, conversation, w)
		if !r.Success || len(r.ToolCalls) != 2 {
			t.Fatalf("%s: %+v, error %+v", w, r, r.Error)
		}
		conversation = r.ConversationID
	}
	for n, r := range b.server.Requests() {
		results := 0
		for _, m := range r.Messages {
			results += strings.Count(m.Content, "module shop")
		}
		if want := (n + 1) / 2; results != want {
			t.Errorf("request %d holds %d results, want %d: %+v", n, results, want, r.Messages)
		}
	}
}

// A broken stream is retried, and the answer is that of the second attempt alone.
func TestBrokenStreamIsRetried(t *testing.T) {
	for _, k := range kinds() {
		kind := k.Name
		t.Run(kind, func(t *testing.T) {
			b := newBench(t, llmtest.Stream(llmtest.Text("It is 1."), llmtest.Cut()), llmtest.Say("It is 1.2.3."))
			r, events := b.ask(t, "", kind+"/text")
			retries := 0
			for _, e := range events {
				if _, ok := e.(chat.Retry); ok {
					retries++
				}
			}
			if !r.Success || r.Content != "It is 1.2.3." || retries != 1 {
				t.Errorf("%+v, error %+v, %d retries", r, r.Error, retries)
			}
		})
	}
}
