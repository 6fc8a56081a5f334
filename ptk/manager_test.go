package ptk_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/llm/openai"
	"ptk-lsp/ptk"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

func TestMain(m *testing.M) {
	if v := os.Getenv(victimEnv); v != "" {
		runVictim(v)
	}
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("internal/poll.runtime_pollWait"))
}

// oneModel is a catalogue of the scripted server's one model.
type oneModel struct {
	route chat.Route
	small *chat.Route // the preprocessing model; nil if none is set
}

func (o oneModel) Resolve(_ context.Context, name string) (chat.Route, error) {
	if name != "" && name != o.route.Name {
		return chat.Route{}, fmt.Errorf("%w: %s", chat.ErrUnknownModel, name)
	}
	return o.route, nil
}

func (o oneModel) Preprocess(context.Context) (chat.Route, bool, error) {
	if o.small == nil {
		return chat.Route{}, false, nil
	}
	return *o.small, true, nil
}

func (o oneModel) List(context.Context) ([]chat.ModelInfo, string) { return nil, o.route.Name }

// bench is a manager over a real folder and the real tools, with a scripted model server.
type bench struct {
	*ptk.Manager
	dir    string
	user   string // the folder of the user's own files
	cfg    ptk.Config
	server *llmtest.Server
	models *oneModel
	mu     sync.Mutex // guards asked
	asked  []workspace.Question
	answer workspace.Answer
	rules  tools.Options // set before the tools are made
}

// newBench writes the files ("name", "text", …) into a folder and opens it.
func newBench(t *testing.T, files []string, script ...llmtest.Reply) *bench {
	t.Helper()
	return newBenchWith(t, func(b *bench) workspace.Editor { return workspace.Disk{Ask: b.ask} }, tools.Can{}, files, script...)
}

// newBenchWith is newBench with an editor and with the tools that the options allow.
func newBenchWith(t *testing.T, editor func(b *bench) workspace.Editor, can tools.Can, files []string, script ...llmtest.Reply) *bench {
	t.Helper()
	b := &bench{
		dir: t.TempDir(), user: t.TempDir(), server: llmtest.New(t, script...),
		answer: workspace.Answer{Decision: workspace.AllowOnce},
	}
	for i := 0; i+1 < len(files); i += 2 {
		path := filepath.Join(b.dir, files[i])
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ws, err := workspace.New([]workspace.Folder{{Path: b.dir}}, editor(b))
	if err != nil {
		t.Fatal(err)
	}
	provider, err := openai.New(openai.Options{Name: "test", BaseURL: b.server.URL})
	if err != nil {
		t.Fatal(err)
	}
	b.models = &oneModel{route: chat.Route{Provider: provider, Name: "test/test-model", Model: "test-model", Window: 32000}}
	b.cfg = ptk.Config{Models: b.models, Workspace: ws, UserDir: b.user, Tools: tools.NewManager(tools.Builtin(can), ws, b.rules)}
	b.Manager = ptk.NewManager(b.cfg)
	t.Cleanup(func() {
		provider.Close()
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

func (b *bench) ask(_ context.Context, q workspace.Question) (workspace.Answer, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked = append(b.asked, q)
	return b.answer, nil
}

// chat runs a turn and returns its result and events.
func (b *bench) chat(t *testing.T, ctx context.Context, r chat.Request) (*chat.Result, []chat.Event) {
	t.Helper()
	var events []chat.Event
	result, err := b.Chat(ctx, r, func(e chat.Event) { events = append(events, e) })
	if err != nil {
		t.Fatal(err)
	}
	return result, events
}

// shape writes events in short, one a line. Pieces of text are joined, and the calls of an answer come before their results, since
// a quick call may end before the next one is written.
func shape(events []chat.Event) string {
	var out, results, text strings.Builder
	flush := func(bs ...*strings.Builder) {
		for _, b := range bs {
			if b.Len() > 0 {
				out.WriteString(strings.TrimSuffix(b.String(), "\n") + "\n")
				b.Reset()
			}
		}
	}
	for _, e := range events {
		switch e := e.(type) {
		case chat.Text:
			flush(&results)
			if text.Len() == 0 {
				text.WriteString("text ")
			}
			text.WriteString(strings.ReplaceAll(e.Text, "\n", "⏎"))
		case chat.ToolResult, chat.Plan:
			flush(&text)
			results.WriteString(line(e))
		case chat.Iteration, chat.UserMessage:
			flush(&text, &results)
			out.WriteString(line(e))
		case chat.TurnStart, chat.Reasoning, chat.ToolCallStart, chat.ToolOutput, chat.Retry, chat.UsageUpdate, chat.Warning:
			flush(&text)
			out.WriteString(line(e))
		}
	}
	flush(&text, &results)
	return out.String()
}

func line(e chat.Event) string {
	switch e := e.(type) {
	case chat.TurnStart:
		return "start\n"
	case chat.Iteration:
		return fmt.Sprintf("iteration %d %s %d\n", e.N, e.Type, e.ToolCallsSoFar)
	case chat.ToolCallStart:
		return fmt.Sprintf("call %s %s\n", e.Tool, e.Args)
	case chat.ToolResult:
		if e.Result.Err != nil {
			return fmt.Sprintf("result %s %s %s\n", e.Tool, e.Result.Err.Type, e.Result.Err.Code)
		}
		return fmt.Sprintf("result %s ok\n", e.Tool)
	case chat.Warning:
		return fmt.Sprintf("warning %s\n", e.Code)
	case chat.Retry:
		return "retry\n"
	case chat.UserMessage:
		return fmt.Sprintf("user %s\n", e.Text)
	case chat.Plan:
		s := "plan"
		for _, p := range e.Entries {
			s += fmt.Sprintf(" [%s %s]", p.Status, p.Content)
		}
		return s + "\n"
	case chat.Reasoning:
		return fmt.Sprintf("reasoning %s\n", e.Text)
	case chat.Text, chat.ToolOutput, chat.UsageUpdate:
	}
	return ""
}

func call(tool, args string) string {
	return fmt.Sprintf("<PTK_CALL>\n{\"tool\": %q, \"args\": %s}\n</PTK_CALL>", tool, args)
}
