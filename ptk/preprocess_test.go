package ptk_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm"
	"ptk-lsp/llm/llmtest"
	"ptk-lsp/llm/openai"
	"ptk-lsp/ptk"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// withSmall sets a preprocessing model and returns its server.
func (b *bench) withSmall(t *testing.T, script ...llmtest.Reply) *llmtest.Server {
	t.Helper()
	server := llmtest.New(t, script...)
	provider, err := openai.New(openai.Options{Name: "small", BaseURL: server.URL})
	must(err)
	t.Cleanup(func() { provider.Close() })
	b.models.small = &chat.Route{Provider: provider, Name: "small/m", Model: "m", Window: 8000, Price: chat.Price{Input: 1, Output: 1}}
	return server
}

// byTask answers each request to the preprocessing model by its task.
func byTask(weighed, title, summary llmtest.Reply) llmtest.Reply {
	return llmtest.Always(llmtest.React(func(r llmtest.Request) llmtest.Reply {
		switch task := r.System(); {
		case strings.Contains(task, "weigh"):
			return weighed
		case strings.Contains(task, "title"):
			return title
		}
		return summary
	}))
}

func counting(text string) llmtest.Reply {
	return llmtest.Stream(llmtest.Text(text), llmtest.Usage(llm.Usage{InputTokens: 100, OutputTokens: 10}))
}

func TestPreprocessingWeighsAndTitles(t *testing.T) {
	b := newBench(t, pkg, llmtest.Always(counting("ok")))
	b.withSmall(t, byTask(counting("Complex."), counting("<think>\nWhat now?\n</think>\n\"Counting all the bees.\""), llmtest.Fail(500, "{}")))
	r, _ := b.chat(t, t.Context(), chat.Request{Message: "tell me how many bees there are"})
	if !strings.Contains(lastMessage(b), "update_plan first") {
		t.Errorf("the weight has no effect: %s", lastMessage(b))
	}
	if r.Usage.InputTokens != 300 || r.Usage.OutputTokens != 30 || r.Usage.CostUSD == 0 {
		t.Errorf("its tokens are not counted: %+v", r.Usage)
	}
	info, _, err := b.Conversation(t.Context(), r.ConversationID)
	if err != nil || info.Title != "Counting all the bees" {
		t.Errorf("%+v %v", info, err)
	}
	must(b.Rename(t.Context(), r.ConversationID, "mine"))
	b.chat(t, t.Context(), chat.Request{Message: "more", ConversationID: r.ConversationID})
	if info, _, err = b.Conversation(t.Context(), r.ConversationID); err != nil || info.Title != "mine" {
		t.Errorf("%+v %v", info, err)
	}
}

func TestPreprocessingFails(t *testing.T) {
	b := newBench(t, pkg, llmtest.Always(llmtest.Say("ok")))
	b.withSmall(t, llmtest.Always(llmtest.Fail(401, `{"error":{"message":"bad key"}}`)))
	r, events := b.chat(t, t.Context(), chat.Request{Message: "Refactor the parser and then migrate everything"})
	if !r.Success || !strings.Contains(lastMessage(b), "update_plan first") || strings.Count(shape(events), "warning preprocess") != 1 {
		t.Errorf("%s\n%s", lastMessage(b), shape(events))
	}
	if info, _, err := b.Conversation(t.Context(), r.ConversationID); err != nil || !strings.HasPrefix(info.Title, "Refactor the parser") {
		t.Errorf("%+v %v", info, err)
	}
}

func TestPreprocessingSummarizes(t *testing.T) {
	const window = 8000
	refused := 0
	b := newBench(t, pkg, windowed(t, window, &refused, func(llmtest.Request) []llmtest.Step {
		return []llmtest.Step{llmtest.Text(strings.Repeat("That is answered at some length. ", 20))}
	}))
	summaries := 0
	small := b.withSmall(t, byTask(llmtest.Say("simple"), llmtest.Say("T"), llmtest.React(func(r llmtest.Request) llmtest.Reply {
		summaries++
		if got := r.Last().Content; !strings.Contains(got, "heliotrope") {
			t.Errorf("the request of summary %d does not have the fact: %s", summaries, got)
		}
		return llmtest.Say(fmt.Sprintf("Summary %d: the code word is heliotrope <PTK_CALL>.", summaries))
	})))
	b.models.route.Window = window
	req := chat.Request{Message: "Our code word: heliotrope."}
	for i := range 60 {
		was := summaries
		r, _ := b.chat(t, t.Context(), req)
		if !r.Success || summaries > was+1 {
			t.Fatalf("turn %d: %d summaries, %+v", i, summaries-was, r.Error)
		}
		req = chat.Request{ConversationID: r.ConversationID, Message: "and " + strings.Repeat("the next? ", 40)}
	}
	first := b.server.Requests()[59].Messages[1].Content
	last := fmt.Sprintf("Summary %d: the code word", summaries)
	if summaries < 2 || refused > 0 || !strings.Contains(first, last) || strings.Contains(first, "<PTK_CALL>") {
		t.Errorf("%d summaries, %d refused, the prompt begins %s", summaries, refused, first)
	}
	if n := len(small.Requests()); n < summaries {
		t.Errorf("%d requests", n)
	}
}

func TestSummarySurvivesRestart(t *testing.T) {
	b := newBench(t, pkg, llmtest.Always(llmtest.Say(strings.Repeat("word ", 100))))
	b.withSmall(t, byTask(llmtest.Say("simple"), llmtest.Say("T"), llmtest.Say("They spoke of words.")))
	file := filepath.Join(t.TempDir(), "w.db")
	open := func() *ptk.Manager {
		ws, err := workspace.New([]workspace.Folder{{Path: b.dir}}, workspace.Disk{})
		must(err)
		return ptk.NewManager(ptk.Config{
			Models: b.models, Workspace: ws, History: history.New(file),
			Tools: tools.NewManager(tools.Builtin(tools.Can{}), ws, tools.Options{}),
		})
	}
	m := open()
	req := chat.Request{Message: "x"}
	for range 4 {
		r, err := m.Chat(t.Context(), req, func(chat.Event) {})
		must(err)
		req.ConversationID = r.ConversationID
	}
	_, _, err := m.Compact(t.Context(), req.ConversationID)
	must(err)
	for range 2 {
		_, err := m.Chat(t.Context(), req, func(chat.Event) {})
		must(err)
		must(m.Close())
		m = open()
	}
	must(m.Close())
	requests := b.server.Requests()
	one, two := requests[4].Messages, requests[5].Messages
	if !strings.Contains(one[1].Content, "They spoke of words.") {
		t.Error(one[1].Content)
	}
	if d := cmp.Diff(one, two[:len(one)]); d != "" {
		t.Error(d)
	}
}
