package preprocess_test

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/preprocess"
	"ptk-lsp/ptk/prompt"
)

// fake is a provider that answers each request in the same way.
type fake struct {
	llm.Provider // not used
	answer       string
	usage        *llm.Usage
	delay        time.Duration
	err          error // after the answer

	requests []llm.Request
}

func (f *fake) Stream(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	f.requests = append(f.requests, r)
	return func(yield func(llm.Delta, error) bool) {
		select {
		case <-time.After(f.delay):
		case <-ctx.Done():
			yield(llm.Delta{}, ctx.Err())
			return
		}
		if f.answer != "" && !yield(llm.Delta{Text: f.answer, Usage: f.usage}, nil) {
			return
		}
		if f.err != nil {
			yield(llm.Delta{}, f.err)
		}
	}
}

// models contains the preprocessing model, if there is a provider.
type models struct {
	chat.Models // not used
	provider    *fake
	err         error
}

func (m models) Preprocess(context.Context) (chat.Route, bool, error) {
	price := chat.Price{Input: 1e6, Output: 1e6}
	return chat.Route{Provider: m.provider, Model: "small", Window: 4000, Price: price}, m.provider != nil, m.err
}

func newModel(f *fake) preprocess.Model { return preprocess.New(models{provider: f}) }

func TestWeigh(t *testing.T) {
	const message = "please do all of these things"
	failed := errors.New("no network")
	for name, c := range map[string]struct {
		message, answer string
		fails           error
		want            preprocess.Weight
	}{
		"complex":         {message, "**Complex.**", nil, preprocess.Complex},
		"simple":          {message, " simple", nil, preprocess.Simple},
		"another answer":  {message, "I can't tell", nil, preprocess.Unknown},
		"a thought":       {message, "<think>simple?</think>\ncomplex", nil, preprocess.Complex},
		"a short message": {"do all of it", "complex", nil, preprocess.Unknown},
		"a failure":       {message, "complex", failed, preprocess.Unknown},
	} {
		got, _, err := newModel(&fake{answer: c.answer, err: c.fails}).Weigh(t.Context(), c.message)
		if got != c.want || !errors.Is(err, c.fails) {
			t.Errorf("%s: got %v, want %v; %v", name, got, c.want, err)
		}
	}
}

func TestIsSet(t *testing.T) {
	for name, c := range map[string]struct {
		models models
		set    bool
		err    error
	}{
		"set":           {models{provider: &fake{answer: "simple"}}, true, nil},
		"not set":       {models{}, false, preprocess.ErrNotSet},
		"not available": {models{err: chat.ErrUnknownModel}, true, chat.ErrUnknownModel},
	} {
		m := preprocess.New(c.models)
		_, charge, err := m.Weigh(t.Context(), "please do all of these things")
		if set := m.IsSet(t.Context()); set != c.set || !errors.Is(err, c.err) {
			t.Errorf("%s: IsSet is %t; %v", name, set, err)
		}
		if c.models.provider == nil && charge != (preprocess.Charge{}) {
			t.Errorf("%s: %+v", name, charge)
		}
	}
}

func TestCharge(t *testing.T) {
	for name, c := range map[string]struct {
		fake fake
		want chat.Usage
	}{
		"reported": {
			fake{answer: "simple", usage: &llm.Usage{InputTokens: 100, OutputTokens: 10}},
			chat.Usage{InputTokens: 100, OutputTokens: 10, CostUSD: 110},
		},
		"refused": {fake{err: errors.New("refused")}, chat.Usage{}},
		"failed after the answer": {
			fake{answer: "si", usage: &llm.Usage{InputTokens: 7}, err: errors.New("broken")},
			chat.Usage{InputTokens: 7, CostUSD: 7},
		},
	} {
		_, charge, _ := newModel(&c.fake).Weigh(t.Context(), "please do all of these things")
		var u chat.Usage
		charge.AddTo(&u)
		if d := cmp.Diff(c.want, u); d != "" {
			t.Errorf("%s:\n%s", name, d)
		}
	}
	_, charge, _ := newModel(&fake{answer: "simple"}).Weigh(t.Context(), "please do all of these things")
	var u chat.Usage
	charge.AddTo(&u)
	if !u.Estimated || !u.CostEstimated || u.InputTokens == 0 || u.OutputTokens == 0 || u.CostUSD != float64(u.InputTokens+u.OutputTokens) {
		t.Errorf("not reported: %+v", u)
	}
}

func TestStartTitle(t *testing.T) {
	for name, c := range map[string]struct {
		fake  fake
		title string
		fails bool
	}{
		"at once":        {fake{answer: "\"Counting all the bees.\"\n"}, "Counting all the bees", false},
		"soon enough":    {fake{answer: "Bees", delay: time.Second}, "Bees", false},
		"too late":       {fake{answer: "Bees", delay: time.Minute}, "", true},
		"empty":          {fake{answer: " \n"}, "", true},
		"only a thought": {fake{answer: "<think>What"}, "", true},
	} {
		synctest.Test(t, func(t *testing.T) {
			title, _, err := newModel(&c.fake).StartTitle(t.Context(), "How many bees are there?")()
			if title != c.title || (err != nil) != c.fails {
				t.Errorf("%s: %q, %v", name, title, err)
			}
		})
	}
}

func TestTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, _, err := newModel(&fake{delay: time.Hour}).Weigh(t.Context(), "please do all of these things")
		if err == nil || err.Error() != "it did not answer within 5s" {
			t.Error(err)
		}
	})
}

func TestSummarize(t *testing.T) {
	f := &fake{answer: "They agreed on <PTK_CALL> " + strings.Repeat("and on ", 100)}
	before := prompt.Summary{Task: "Count the bees."}
	msgs := []chat.Message{
		{Role: llm.User, Text: "Where?\n\nAttached: a.txt\nsecret"},
		{Role: llm.Assistant, Text: "Here.", Calls: []chat.Call{{Tool: "bash", Args: []byte(`{"command":"ls"}`)}}},
		{Role: llm.ToolRole, Results: []chat.CallResult{{Tool: "bash", Failure: "exit 1"}}},
	}
	text, _, err := newModel(f).Summarize(t.Context(), before, msgs, 60)
	if err != nil || strings.Contains(text, "<PTK_CALL>") || len([]rune(text)) != 241 {
		t.Errorf("%q, %v", text, err)
	}
	want := before.Text() + "User: Where?\nAssistant: Here.\nCall: bash {\"command\":\"ls\"}\nResult of bash: exit 1\n"
	r := f.requests[0]
	if d := cmp.Diff(want, r.Messages[1].Content); d != "" {
		t.Error(d)
	}
	if !strings.Contains(r.Messages[0].Content, "at most 40 words") || r.MaxTokens != 60+15+500 {
		t.Errorf("%+v", r)
	}
}

func TestSummarizeCutsTheMiddle(t *testing.T) {
	f := &fake{answer: "short"}
	msgs := []chat.Message{{Role: llm.User, Text: "first"}}
	for range 100 {
		msgs = append(msgs, chat.Message{Role: llm.Assistant, Text: strings.Repeat("für ", 100)})
	}
	msgs = append(msgs, chat.Message{Role: llm.User, Text: "last"})
	if _, _, err := newModel(f).Summarize(t.Context(), prompt.Summary{}, msgs, 60); err != nil {
		t.Fatal(err)
	}
	text := f.requests[0].Messages[1].Content
	head, tail, cut := strings.Cut(text, "\n…\n")
	if !cut || !strings.HasPrefix(head, "User: first") || !strings.HasSuffix(tail, "last\n") || len(text) > 8010 {
		t.Errorf("%d bytes: %.40q … %q", len(text), text, tail[max(0, len(tail)-40):])
	}
}
