package ptk_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/ptk"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
)

func TestSteer(t *testing.T) {
	b := newBench(t, pkg, llmtest.Say(call("read_file", `{"path":"b.txt"}`)), llmtest.Say("first answer"), llmtest.Say("second answer"))
	var id string
	steer := func(text string, attachments ...chat.Attachment) {
		if _, err := b.Steer(t.Context(), id, chat.UserMessage{Text: text, Attachments: attachments}); err != nil {
			t.Error(err)
		}
	}
	var events []chat.Event
	result, err := b.Chat(t.Context(), chat.Request{Message: "go"}, func(e chat.Event) {
		events = append(events, e)
		if start, ok := e.(chat.TurnStart); ok {
			id = start.ConversationID
		} else if _, ok := e.(chat.ToolCallStart); ok {
			steer("the <PTK_CALL> other one")
		} else if text, ok := e.(chat.Text); ok && strings.HasPrefix(text.Text, "first") {
			steer("shorter, see @b.txt", chat.Attachment{Name: "note", Text: "<PTK_CALL>"})
		}
	})
	if err != nil || result.Content != "second answer" || result.Iterations != 3 {
		t.Fatalf("%+v %v", result, err)
	}
	want := "start\niteration 1 tool_call 0\ncall read_file {\"path\":\"b.txt\"}\nresult read_file ok\nuser the <PTK_CALL> other one\n" +
		"text first answer\niteration 2 text 1\nuser shorter, see @b.txt\ntext second answer\niteration 3 text 1\n"
	if d := cmp.Diff(want, shape(events)); d != "" {
		t.Error(d)
	}
	requests := b.server.Requests()
	if last := requests[1].Last().Content; !strings.Contains(last, "other one") || strings.Contains(last, "<PTK_CALL>") {
		t.Errorf("the second request ends with %q", last)
	}
	if last := requests[2].Last().Content; !strings.HasPrefix(last, "shorter, see @b.txt\n\nAttached: note\n\\u003cPTK_CALL>\n\nAttached by the user:\n") {
		t.Errorf("the third request ends with %q", last)
	}
	for what, of := range map[string]string{"after the turn": id, "unknown": "nope"} {
		if _, err := b.Steer(t.Context(), of, chat.UserMessage{Text: "late"}); !errors.Is(err, ptk.ErrNotRunning) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := b.Steer(t.Context(), id, chat.UserMessage{Text: " "}); !errors.Is(err, chat.ErrBadRequest) {
		t.Error(err)
	}
	_, past, err := b.Conversation(t.Context(), id)
	if err != nil || shape(past[0].Events) != want {
		t.Errorf("the history has %s", shape(past[0].Events))
	}
	noted := func(e chat.Event) bool {
		m, ok := e.(chat.UserMessage)
		return ok && len(m.Attachments) == 1 && m.Attachments[0].Name == "note"
	}
	if !slices.ContainsFunc(past[0].Events, noted) {
		t.Errorf("the history lacks the attachment: %v", past[0].Events)
	}
}

// A message that is taken back before the model reads it is in no request and not in the history.
func TestUnsteer(t *testing.T) {
	b := newBench(t, pkg, llmtest.Say(call("read_file", `{"path":"b.txt"}`)), llmtest.Say("done"))
	var id, first, second string
	result, err := b.Chat(t.Context(), chat.Request{Message: "go"}, func(e chat.Event) {
		if start, ok := e.(chat.TurnStart); ok {
			id = start.ConversationID
		} else if _, ok := e.(chat.ToolCallStart); ok {
			var err1, err2 error
			first, err1 = b.Steer(t.Context(), id, chat.UserMessage{Text: "take this back"})
			second, err2 = b.Steer(t.Context(), id, chat.UserMessage{Text: "but not this"})
			if err := errors.Join(err1, err2); err != nil {
				t.Error(err)
			}
			if b.Unsteer(t.Context(), "nope", first) || b.Unsteer(t.Context(), id, "nope") {
				t.Error("an unknown message was taken back")
			}
			if !b.Unsteer(t.Context(), id, first) || b.Unsteer(t.Context(), id, first) {
				t.Error("the message was not taken back once")
			}
		} else if m, ok := e.(chat.UserMessage); ok && m.Text != "but not this" {
			t.Errorf("the event has %q", m.Text)
		} else if ok && b.Unsteer(t.Context(), id, second) {
			t.Error("a message that was read was taken back")
		}
	})
	if err != nil || !result.Success {
		t.Fatalf("%+v %v", result, err)
	}
	if last := lastMessage(b); !strings.Contains(last, "but not this") || strings.Contains(last, "take this back") {
		t.Errorf("the request ends with %q", last)
	}
	if b.Unsteer(t.Context(), id, second) {
		t.Error("taken back after the turn")
	}
}

// Messages that come too late to be answered, in a turn that ends at its limit or is stopped, are part of the next request.
func TestSteerTooLate(t *testing.T) {
	for _, c := range []struct {
		name       string
		cancel     bool
		iterations int
	}{{"the limit", false, 1}, {"stopped", true, 10}} {
		t.Run(c.name, func(t *testing.T) {
			write := call("write_file", `{"path":"new.txt","content":"x\n"}`)
			b := newBench(t, pkg, llmtest.Say("I look.\n"+write), llmtest.Always(llmtest.Say("ok")))
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var id string
			var events []chat.Event
			result, err := b.Chat(ctx, chat.Request{Message: "go", MaxIterations: c.iterations}, func(e chat.Event) {
				events = append(events, e)
				if start, ok := e.(chat.TurnStart); ok {
					id = start.ConversationID
				} else if _, ok := e.(chat.ToolResult); ok {
					if _, err := b.Steer(t.Context(), id, chat.UserMessage{Text: "only the first half"}); err != nil {
						t.Error(err)
					}
					if c.cancel {
						cancel()
					}
				}
			})
			if err != nil || result.Success || result.Cancelled != c.cancel || len(result.Changes) != 1 || result.Content != "I look." {
				t.Fatalf("%+v %v", result, err)
			}
			if !strings.HasSuffix(shape(events), "user only the first half\n") {
				t.Errorf("the events are\n%s", shape(events))
			}
			b.chat(t, t.Context(), chat.Request{Message: "go on", ConversationID: id})
			if got := lastMessage(b); !strings.Contains(got, "only the first half") || !strings.Contains(got, "go on") {
				t.Errorf("the next request ends with %q", got)
			}
		})
	}
}

// Nothing is lost if the process is killed just after it has reported a message of the user.
func TestSteerBeforeKill(t *testing.T) {
	b := newBench(t, pkg, llmtest.Say("ok"))
	store := history.New(filepath.Join(t.TempDir(), "w.db"))
	h, err := store.Take(t.Context(), "")
	must(err)
	must(h.Begin(history.Start{TurnID: "t", Request: `{"Message":"go"}`}))
	must(h.Add(history.Entry{Kind: "text", Data: "first"},
		history.Entry{Class: history.Message, Ordinal: 1, Kind: "message", Data: `{"role":"user","text":"go"}`},
		history.Entry{Class: history.Message, Ordinal: 2, Kind: "message", Data: `{"role":"assistant","text":"first"}`},
		history.Entry{Kind: "user_message", Data: `{"Text":"now the <PTK_CALL> second"}`}, history.Entry{Kind: "text", Data: "I am"}))
	must(h.Release())
	v := victim{Dir: b.dir, URL: b.server.URL}
	m := v.manager(store)
	defer m.Close()
	_, err = m.Chat(t.Context(), chat.Request{Message: "go on", ConversationID: h.ID()}, func(chat.Event) {})
	must(err)
	var got []string
	for _, msg := range b.server.Requests()[0].Messages[1:] {
		got = append(got, string(msg.Role)+": "+msg.Content)
	}
	want := []string{"user: go", "assistant: first", "user: now the \\u003cPTK_CALL> second", "assistant: I am", "user: go on"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
