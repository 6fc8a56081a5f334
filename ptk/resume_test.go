package ptk_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/ptk"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
	notes "ptk-lsp/ptk/prompt"
)

// A paused turn continues after a restart: the model gets what it got before, nothing is asked again, and the history shows both.
func TestContinueAfterRestart(t *testing.T) {
	for _, native := range []bool{false, true} {
		b := newBench(t, pkg)
		v := victim{Dir: b.dir, History: filepath.Join(t.TempDir(), "w.db"), URL: b.server.URL, Native: native}
		if native {
			b.server.Add(llmtest.Call("c1", "read_file", `{"path": "b.txt"}`), llmtest.Call("c2", "read_file", `{"path": "package.json"}`))
		} else {
			b.server.Add(llmtest.Say(call("read_file", `{"path":"b.txt"}`)), llmtest.Say(call("read_file", `{"path":"package.json"}`)))
		}
		b.server.Add(llmtest.Say("bee, 1.2.3"))
		first := v.manager(history.New(v.History))
		paused, err := first.Chat(t.Context(), chat.Request{Message: "read both", MaxIterations: 1}, func(chat.Event) {})
		must(err)
		if paused.StopReason() != chat.StopPaused || paused.Success || len(paused.ToolCalls) != 1 {
			t.Errorf("%s, success %v: %+v", paused.StopReason(), paused.Success, paused)
		}
		must(first.Close())

		second := v.manager(history.New(v.History))
		go1 := chat.Request{ConversationID: paused.ConversationID, Continue: true}
		again, err := second.Chat(t.Context(), go1, func(chat.Event) {})
		must(err)
		if again.StopReason() != chat.StopPaused {
			t.Errorf("the limit of the first turn does not hold: %+v", again)
		}
		go1.MaxIterations = 5
		done, err := second.Chat(t.Context(), go1, func(chat.Event) {})
		must(err)
		if done.StopReason() != chat.StopDone || done.Content != "bee, 1.2.3" {
			t.Errorf("%+v", done)
		}
		must(second.Close())

		requests := b.server.Requests()
		for i, want := range []int{2, 4, 6} { // system, question, and an answer and its results for each request
			if got := len(requests[i].Messages); got != want {
				t.Errorf("native %v: request %d has %d messages, want %d", native, i, got, want)
			}
		}
		if d := cmp.Diff(requests[1].Messages, requests[2].Messages[:4]); d != "" {
			t.Errorf("native %v: the prompt differs (-paused +continued):\n%s", native, d)
		}
	}
}

func TestContinuedTurnsInTheHistory(t *testing.T) {
	b := newBench(t, pkg, llmtest.Say("I look.\n"+call("read_file", `{"path":"b.txt"}`)), llmtest.Say("bee"))
	paused, _ := b.chat(t, t.Context(), chat.Request{Message: "read it", MaxIterations: 1})
	b.chat(t, t.Context(), chat.Request{ConversationID: paused.ConversationID, Continue: true, MaxIterations: 3})
	info, turns, err := b.Conversation(t.Context(), paused.ConversationID)
	must(err)
	if len(turns) != 2 || info.Title != "read it" || turns[0].Request.Continue || !turns[1].Request.Continue || turns[1].Message != "" {
		t.Errorf("%q: %+v", info.Title, turns)
	}
	if turns[0].Result.StopReason() != chat.StopPaused || turns[1].Result.StopReason() != chat.StopDone {
		t.Errorf("%s, %s", turns[0].Result.StopReason(), turns[1].Result.StopReason())
	}
}

// An answer that was cut off by the time limit is not repeated: the model is told that it was cut off.
func TestContinueAfterACutOffAnswer(t *testing.T) {
	gate := make(chan struct{})
	defer close(gate)
	b := newBench(t, pkg, llmtest.Stream(llmtest.Text("Half"), llmtest.Gate(gate)), llmtest.Say(" and half"))
	paused, _ := b.chat(t, t.Context(), chat.Request{Message: "go", Timeout: 300 * time.Millisecond})
	if paused.Error == nil || paused.Error.Code != chat.Timeout || paused.StopReason() != chat.StopPaused || paused.Content != "Half" {
		t.Fatalf("%+v", paused)
	}
	b.chat(t, t.Context(), chat.Request{ConversationID: paused.ConversationID, Continue: true, Timeout: time.Minute})
	sent := b.server.Requests()[1].Messages
	if n := len(sent); n != 4 || sent[2].Content != "Half" || sent[3].Content != notes.CutOffNote {
		t.Errorf("%+v", sent)
	}
}

func TestCostLimit(t *testing.T) {
	b := newBench(t, pkg, llmtest.Say(call("read_file", `{"path":"b.txt"}`)), llmtest.Say("bee"))
	b.models.route.Price = chat.Price{Input: 1000, Output: 1000}
	b.SetLimits(chat.Limits{MaxCostUSD: 0.01})
	paused, _ := b.chat(t, t.Context(), chat.Request{Message: "read it"})
	if paused.Error == nil || paused.Error.Code != chat.MaxCostReached || paused.StopReason() != chat.StopPaused || paused.Iterations != 1 {
		t.Fatalf("%+v", paused)
	}
	done, _ := b.chat(t, t.Context(), chat.Request{ConversationID: paused.ConversationID, Continue: true})
	if done.StopReason() != chat.StopDone || done.Content != "bee" {
		t.Errorf("%+v", done)
	}
}

// What a command allows holds for a turn that continues it.
func TestContinueKeepsTheToolsOfACommand(t *testing.T) {
	write := call("write_file", `{"path":"new.txt","content":"x\n"}`)
	b := newBench(t, append(pkg, ".ptk/commands/look.md", "---\ntools: [read_file]\n---\nLook at it.\n"),
		llmtest.Say(call("read_file", `{"path":"b.txt"}`)), llmtest.Say(write), llmtest.Say("no"))
	paused, _ := b.chat(t, t.Context(), chat.Request{Message: "/look", MaxIterations: 1})
	done, _ := b.chat(t, t.Context(), chat.Request{
		ConversationID: paused.ConversationID, Continue: true, Mode: chat.ModeAgent,
		MaxIterations: 5,
	})
	if len(done.ToolCalls) != 1 || done.ToolCalls[0].Success || !strings.Contains(done.ToolCalls[0].Error, "no tool") {
		t.Errorf("%+v", done)
	}
}

// The plan of a paused turn is that of the turn that continues it.
func TestContinueShowsThePlan(t *testing.T) {
	plan := call("update_plan", `{"entries":[{"content":"look","status":"in_progress"}]}`)
	b := newBench(t, pkg, llmtest.Say(plan), llmtest.Say("done"))
	paused, _ := b.chat(t, t.Context(), chat.Request{Message: "go", MaxIterations: 1})
	_, events := b.chat(t, t.Context(), chat.Request{ConversationID: paused.ConversationID, Continue: true, MaxIterations: 5})
	if p, ok := events[1].(chat.Plan); !ok || len(p.Entries) != 1 || p.Entries[0].Content != "look" {
		t.Errorf("%s", shape(events))
	}
	if sent := b.server.Requests()[1].Last().Content; strings.Contains(sent, "approved") {
		t.Errorf("the model is told that the plan was approved: %s", sent)
	}
}

// A turn that failed, or that the user stopped, can be continued as well: what it has done is not done again.
func TestContinueAfterAFailure(t *testing.T) {
	b := newBench(t, pkg, llmtest.Fail(400, `{"error":"no"}`), llmtest.Say(call("read_file", `{"path":"b.txt"}`)),
		llmtest.Fail(400, `{"error":"no"}`), llmtest.Say("bee"))
	failed, _ := b.chat(t, t.Context(), chat.Request{Message: "read it"})
	again := chat.Request{ConversationID: failed.ConversationID, Continue: true}
	for i, want := range []struct {
		reason   chat.StopReason
		messages int
	}{{chat.StopFailed, 4}, {chat.StopDone, 4}} {
		r, _ := b.chat(t, t.Context(), again)
		requests := b.server.Requests()
		if got := len(requests[len(requests)-1].Messages); got != want.messages || r.StopReason() != want.reason {
			t.Errorf("%d: %s with %d messages: %+v", i, r.StopReason(), got, r.Error)
		}
	}
}

func TestContinueAfterAStop(t *testing.T) {
	gate := make(chan struct{})
	defer close(gate)
	b := newBench(t, pkg, llmtest.Stream(llmtest.Text("Half"), llmtest.Gate(gate)), llmtest.Say(" and half"))
	ctx, cancel := context.WithCancel(t.Context())
	stopped, err := b.Chat(ctx, chat.Request{Message: "go"}, func(e chat.Event) {
		if _, ok := e.(chat.Text); ok {
			cancel()
		}
	})
	must(err)
	b.chat(t, t.Context(), chat.Request{ConversationID: stopped.ConversationID, Continue: true})
	if last := b.server.Requests()[1].Last().Content; last != notes.CutOffNote {
		t.Errorf("the request ends with %q", last)
	}
}

func TestContinueIsRefused(t *testing.T) {
	b := newBench(t, pkg, llmtest.Say("done"))
	done, _ := b.chat(t, t.Context(), chat.Request{Message: "go"})
	for name, c := range map[string]struct {
		request chat.Request
		want    error
	}{
		"a turn that is done":     {chat.Request{ConversationID: done.ConversationID}, chat.ErrBadRequest},
		"a new conversation":      {chat.Request{}, chat.ErrBadRequest},
		"an unknown conversation": {chat.Request{ConversationID: "nope"}, ptk.ErrUnknownConversation},
		"with a message":          {chat.Request{ConversationID: done.ConversationID, Message: "x"}, chat.ErrBadRequest},
	} {
		c.request.Continue = true
		if _, err := b.Chat(t.Context(), c.request, func(chat.Event) {}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
