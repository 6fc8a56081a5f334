package turn_test

import (
	"context"
	"fmt"
	"iter"
	"log/slog"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/instructions"
	"ptk-lsp/ptk/mention"
	"ptk-lsp/ptk/preprocess"
	"ptk-lsp/ptk/prompt"
	"ptk-lsp/ptk/symbol"
	"ptk-lsp/ptk/transcript"
	"ptk-lsp/ptk/turn"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/search"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// step is one thing that a scripted model does while it answers.
type step struct {
	delta llm.Delta
	err   error
	// hangs waits for the end of the context, after a number of results of calls.
	hangs   bool
	results int
}

func text(s string) step { return step{delta: llm.Delta{Text: s}} }

func fail(kind llm.Kind) step {
	return step{err: &llm.Error{Kind: kind, Provider: "test", Message: "failed: " + string(kind)}}
}

func usage(in, out int) step {
	return step{delta: llm.Delta{Usage: &llm.Usage{InputTokens: in, OutputTokens: out}}}
}

// retry is a retry of the provider, after which the answer begins anew.
func retry() step { return step{delta: llm.Delta{Retry: &llm.Retry{Attempt: 1, Reason: "busy"}}} }

// native is a native call, or a part of one.
func native(index int, id, name, args string) step {
	return step{delta: llm.Delta{ToolCalls: []llm.ToolCall{{Index: index, ID: id, Name: name, Arguments: args}}}}
}

// call is a call of a tool in text.
func call(tool string) step {
	return text(fmt.Sprintf("<PTK_CALL>\n{\"tool\": %q, \"args\": {}}\n</PTK_CALL>\n", tool))
}

// hang waits for the end of the context.
func hang() step { return hangAfter(0) }

// hangAfter is hang after a number of results of calls.
func hangAfter(results int) step { return step{hangs: true, results: results} }

// answers is what a model answers to its requests, in order.
type answers [][]step

// scripted is a model that answers from a script.
type scripted struct {
	*bench
	t        *testing.T
	route    chat.Route
	answers  answers
	requests []llm.Request
}

func (s *scripted) Stream(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	s.requests = append(s.requests, r)
	if len(s.answers) == 0 {
		s.t.Errorf("%s: unexpected request %d", s.route.Name, len(s.requests))
		return s.play(ctx, []step{fail(llm.KindRequest)})
	}
	steps := s.answers[0]
	s.answers = s.answers[1:]
	return s.play(ctx, steps)
}

func (*scripted) Models(context.Context) ([]llm.Model, error) { return nil, nil }

// play yields the steps until one fails or the context has ended.
func (s *scripted) play(ctx context.Context, steps []step) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		for _, step := range steps {
			if step.hangs {
				s.hang(ctx, step.results)
			}
			if err := ctx.Err(); err != nil {
				yield(llm.Delta{}, err)
				return
			}
			if !yield(step.delta, step.err) || step.err != nil {
				return
			}
		}
	}
}

// bench runs turns with scripted models, named "a", "b" and so on, in a conversation in memory.
type bench struct {
	cfg    turn.Config
	models []*scripted
	limits chat.Limits
	id     string                   // of the conversation
	on     func(chat.Event)         // called with each event; may be nil
	onHang func()                   // called when a model or a tool begins to wait for the end of the context; may be nil
	c      *transcript.Conversation // of the last turn

	results chan struct{} // gets one value for each result of a call
}

func newBench(t *testing.T, scripts ...answers) *bench {
	t.Helper()
	ws, err := workspace.New([]workspace.Folder{{Path: t.TempDir()}}, workspace.Disk{})
	must(t, err)
	b := &bench{limits: chat.DefaultLimits(), results: make(chan struct{}, 100)}
	for i, script := range scripts {
		m := &scripted{bench: b, t: t, answers: script, route: chat.Route{Name: string(rune('a' + i)), Window: 32000}}
		m.route.Provider = m
		b.models = append(b.models, m)
		if i > 0 {
			b.models[0].route.Fallback = append(b.models[0].route.Fallback, m.route.Name)
		}
	}
	store := history.New("")
	manager := tools.NewManager([]tools.Tool{b.tool("look", false), b.tool("wait", true)}, ws, tools.Options{})
	look := func(root string) search.Options { return search.Options{Root: root} }
	b.cfg = turn.Config{
		Models: b, Tools: manager, Workspace: ws, Transcripts: transcript.New(store), Preprocess: preprocess.New(b),
		Mentions:     mention.NewResolver(ws, symbol.NewFinder(ws, look), manager, look),
		Instructions: instructions.NewReader(instructions.Config{Workspace: ws, LeftOut: func(string, error) {}}),
		Counter:      prompt.NewCounter(), Systems: &prompt.SystemCache{},
		Skipped: func() []string { return nil }, Notices: func() []string { return nil }, Log: slog.New(slog.DiscardHandler),
	}
	t.Cleanup(func() {
		must(t, store.Close())
		must(t, ws.Close())
	})
	return b
}

type noArgs struct{}

// tool is a tool that succeeds; if it blocks, not before the context has ended.
func (b *bench) tool(name string, blocks bool) tools.Tool {
	return tools.Reading(tools.Spec{Name: name, Kind: tools.KindRead, Description: "Does it."},
		func(*tools.Call, noArgs) (string, []tools.Location) { return name, nil },
		func(ctx context.Context, _ *tools.Call, _ noArgs) (map[string]any, error) {
			if blocks {
				b.hang(ctx, 0)
			}
			return map[string]any{"seen": "a heron"}, ctx.Err()
		})
}

func (b *bench) hang(ctx context.Context, results int) {
	for range results {
		select {
		case <-b.results:
		case <-ctx.Done():
			return
		}
	}
	if b.onHang != nil {
		b.onHang()
	}
	<-ctx.Done()
}

func (b *bench) Resolve(_ context.Context, name string) (chat.Route, error) {
	for _, m := range b.models {
		if m.route.Name == name {
			return m.route, nil
		}
	}
	return chat.Route{}, fmt.Errorf("%w: %s", chat.ErrUnknownModel, name)
}

func (*bench) Preprocess(context.Context) (chat.Route, bool, error) { return chat.Route{}, false, nil }
func (*bench) List(context.Context) ([]chat.ModelInfo, string)      { return nil, "a" }

// run runs a turn of the conversation with the first model.
func (b *bench) run(t *testing.T, ctx context.Context, message string) (*chat.Result, []chat.Event) {
	t.Helper()
	c, err := b.cfg.Transcripts.Open(t.Context(), b.id)
	must(t, err)
	b.id, b.c = c.ID, c
	var events []chat.Event
	r := turn.Request{Request: chat.Request{Message: message, ConversationID: b.id}, Tools: b.cfg.Tools.Specs(), Limits: b.limits}
	result := turn.Run(ctx, b.cfg, r, c, b.models[0].route, &turn.Queue{}, func(e chat.Event) {
		events = append(events, e)
		if _, ok := e.(chat.ToolResult); ok {
			b.results <- struct{}{}
		}
		if b.on != nil {
			b.on(e)
		}
	})
	checkResults(t, c.Messages)
	return result, events
}

// earlier runs turns with long answers, so that the conversation can be made smaller.
func (b *bench) earlier(t *testing.T, turns int) {
	t.Helper()
	first := b.models[0]
	script := first.answers
	for range turns {
		first.answers = answers{{text(strings.Repeat("many words ", 400))}}
		if r, _ := b.run(t, t.Context(), "go on"); !r.Success {
			t.Fatalf("an earlier turn failed: %v", r.Error)
		}
	}
	first.answers, first.requests = script, nil
}

// checkResults checks that every call has its result in the message that follows.
func checkResults(t *testing.T, messages []chat.Message) {
	t.Helper()
	for i, m := range messages {
		if len(m.Calls) > 0 && (i+1 == len(messages) || len(messages[i+1].Results) != len(m.Calls)) {
			t.Errorf("message %d has %d calls and their results do not follow", i, len(m.Calls))
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// shape writes events in short, one a line, except those of usage.
func shape(events []chat.Event) string {
	var b strings.Builder
	for _, e := range events {
		switch e := e.(type) {
		case chat.TurnStart:
			b.WriteString("start\n")
		case chat.Iteration:
			fmt.Fprintf(&b, "iteration %d %s %d\n", e.N, e.Type, e.ToolCallsSoFar)
		case chat.Text:
			fmt.Fprintf(&b, "text %s\n", e.Text)
		case chat.Reasoning:
			fmt.Fprintf(&b, "reasoning %s\n", e.Text)
		case chat.ToolCallStart:
			fmt.Fprintf(&b, "call %s\n", e.Tool)
		case chat.ToolResult:
			fmt.Fprintf(&b, "result %s %v\n", e.Tool, e.Result.Success())
		case chat.Retry:
			b.WriteString(strings.TrimSpace("retry "+e.Model) + "\n")
		case chat.UserMessage:
			fmt.Fprintf(&b, "user %s\n", e.Text)
		case chat.Warning:
			fmt.Fprintf(&b, "warning %s\n", e.Code)
		case chat.ToolOutput, chat.Plan, chat.UsageUpdate:
		}
	}
	return b.String()
}
