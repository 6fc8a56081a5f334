package ptk_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/ptk"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/transcript"
)

func TestConversationContinuesAfterRestart(t *testing.T) {
	for _, native := range []bool{false, true} {
		b := newBench(t, pkg)
		v := victim{Dir: b.dir, History: filepath.Join(t.TempDir(), "w.db"), URL: b.server.URL, Native: native}
		if native {
			b.server.Add(llmtest.Call("c1", "read_file", `{"path": "b.txt", "reason": "<b>"}`))
		} else {
			b.server.Add(llmtest.Say("Look.\n" + call("read_file", `{"path": "b.txt"}`)))
		}
		b.server.Add(llmtest.Say("bee <b> & more"), llmtest.Say("again"), llmtest.Say("third"))
		first := v.manager(history.New(v.History))
		one, err := first.Chat(t.Context(), chat.Request{Message: "read <b>"}, func(chat.Event) {})
		must(err)
		_, err = first.Chat(t.Context(), chat.Request{Message: "two", ConversationID: one.ConversationID}, func(chat.Event) {})
		must(err)
		must(first.Close())
		second := v.manager(history.New(v.History))
		_, err = second.Chat(t.Context(), chat.Request{Message: "three", ConversationID: one.ConversationID}, func(chat.Event) {})
		must(err)
		must(second.Close())
		requests := b.server.Requests()
		before, after := requests[2].Messages, requests[3].Messages
		if d := cmp.Diff(before, after[:len(before)]); d != "" {
			t.Errorf("the beginning of the prompt differs after a restart (native %v):\n%s", native, d)
		}
	}
}

func TestConversationHasWhatWasEmitted(t *testing.T) {
	answer := "I look.\n" + call("write_file", `{"path":"n.txt","content":"x\n"}`)
	b := newBench(t, pkg, llmtest.Say(llmtest.Pieces(answer, 3)...), llmtest.Say("do", "ne"))
	result, events := b.chat(t, t.Context(), chat.Request{
		Message:     "please write the file n.txt for me, and say what is in it afterwards",
		Attachments: []chat.Attachment{{Name: "a", Text: "b"}},
	})
	info, turns, err := b.Conversation(t.Context(), result.ConversationID)
	must(err)
	title := "please write the file n.txt for me, and say what is in it…"
	if info.Title != title || info.Turns != 1 || info.Running || info.Model != "test/test-model" {
		t.Errorf("%+v", info)
	}
	if d := cmp.Diff(shape(events), shape(turns[0].Events)); d != "" {
		t.Errorf("events (-emitted +stored):\n%s", d)
	}
	if d := cmp.Diff(result, turns[0].Result); d != "" {
		t.Errorf("result (-emitted +stored):\n%s", d)
	}
	for _, e := range turns[0].Events {
		r, ok := e.(chat.ToolResult)
		if ok && (r.Result.Diff == nil || !strings.Contains(r.Result.Diff.Unified, "+x") || len(r.Result.Changes) != 1) {
			t.Errorf("the diff is lost: %+v", r.Result)
		}
	}
	if turns[0].Attachments[0].Text != "b" {
		t.Errorf("%+v", turns[0].Attachments)
	}
}

func TestRenameForkDelete(t *testing.T) {
	b := newBench(t, pkg, llmtest.Say("one"), llmtest.Say("two"), llmtest.Say("three"))
	first, _ := b.chat(t, t.Context(), chat.Request{Message: "a"})
	id := first.ConversationID
	b.chat(t, t.Context(), chat.Request{Message: "b", ConversationID: id})
	fork, err := b.Fork(t.Context(), id, first.TurnID)
	must(err)
	b.chat(t, t.Context(), chat.Request{Message: "c", ConversationID: fork})
	var sent []string
	for _, m := range b.server.Requests()[2].Messages[1:] {
		sent = append(sent, m.Content)
	}
	if d := cmp.Diff([]string{"a", "one", "c"}, sent); d != "" {
		t.Error(d)
	}
	must(b.Rename(t.Context(), fork, " New\nname "))
	list, _, err := b.Conversations(t.Context(), transcript.Page{Query: "new name"})
	must(err)
	if len(list) != 1 || list[0].Title != "New name" || list[0].ForkedFrom != id {
		t.Errorf("%+v", list)
	}
	if err := b.Rename(t.Context(), fork, " "); !errors.Is(err, chat.ErrBadRequest) {
		t.Error(err)
	}
	must(b.Delete(t.Context(), id))
	if _, _, err := b.Conversation(t.Context(), id); !errors.Is(err, ptk.ErrUnknownConversation) {
		t.Error(err)
	}
	_, err = b.Chat(t.Context(), chat.Request{Message: "x", ConversationID: id}, func(chat.Event) {})
	if !errors.Is(err, ptk.ErrUnknownConversation) {
		t.Error(err)
	}
}

func TestChatWithoutHistory(t *testing.T) {
	b := newBench(t, pkg, llmtest.Say("one"), llmtest.Say("two"))
	v := victim{Dir: b.dir, History: filepath.Join(b.dir, "b.txt", "w.db"), URL: b.server.URL}
	m := v.manager(history.New(v.History))
	defer m.Close()
	var events []chat.Event
	r, err := m.Chat(t.Context(), chat.Request{Message: "a"}, func(e chat.Event) { events = append(events, e) })
	must(err)
	if got := shape(events); !r.Success || got != "start\nwarning history\ntext one\niteration 1 text 0\n" {
		t.Errorf("%s %+v", got, r)
	}
	r, err = m.Chat(t.Context(), chat.Request{Message: "b", ConversationID: r.ConversationID}, func(chat.Event) {})
	if err != nil || !r.Success || b.server.Requests()[1].Messages[2].Content != "one" {
		t.Error(err)
	}
}

func TestReadsCountAfterRestart(t *testing.T) {
	b := newBench(t, pkg, llmtest.Say(call("read_file", `{"path": "b.txt"}`)), llmtest.Say("read"),
		llmtest.Say(call("write_file", `{"path": "b.txt", "content": "new\\n"}`)), llmtest.Say("done"),
		llmtest.Say(call("edit_file", `{"path": "b.txt", "old_string": "new", "new_string": "newer"}`)), llmtest.Say("done"))
	v := victim{Dir: b.dir, History: filepath.Join(t.TempDir(), "w.db"), URL: b.server.URL}
	var id string
	for i := range 3 {
		m := v.manager(history.New(v.History))
		r, err := m.Chat(t.Context(), chat.Request{Message: "go", ConversationID: id}, func(chat.Event) {})
		must(err)
		if id = r.ConversationID; !r.ToolCalls[0].Success {
			t.Errorf("turn %d: %+v", i, r.ToolCalls)
		}
		must(m.Close())
	}
}

func TestAnAttachedFileCountsAsRead(t *testing.T) {
	b := newBench(t, pkg, llmtest.Say(call("edit_file", `{"path": "b.txt", "old_string": "bee", "new_string": "wasp"}`)), llmtest.Say("done"))
	if r, _ := b.chat(t, t.Context(), chat.Request{Message: "change @b.txt"}); !r.ToolCalls[0].Success {
		t.Errorf("%+v", r.ToolCalls)
	}
}
