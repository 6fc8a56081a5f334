package lsp

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/lsp/wire"
)

// TestRewind: two turns change a file, the user too; a plan says what is put back, the rewind does it, a copy can undo as well.
func TestRewind(t *testing.T) {
	b := newBench(t, `{"experimental":{"ptk":{"approve":true}}}`, []string{"a.txt", "one\ntwo\nthree\nfour\nfive\n"},
		llmtest.Say(`<PTK_CALL>{"tool":"read_file","args":{"path":"a.txt"}}</PTK_CALL>`),
		llmtest.Say(write("a.txt", "ONE\ntwo\nthree\nfour\nfive\n")), llmtest.Say("done"),
		llmtest.Say(write("new.txt", "new\n")), llmtest.Say("done"))
	b.say(wire.MethodApprove, map[string]string{"decision": "allow_once"})
	first := b.chat(`{"message":"write"}`)
	id := first.ConversationID
	second := b.chat(`{"message":"more","conversationId":"` + id + `"}`)
	b.writeDisk("a.txt", "ONE\ntwo\nthree\nfour\nFIVE\n")

	changes := b.changes(wire.ChangesParams{ConversationID: id, Texts: true})
	before, after, made := "one\ntwo\nthree\nfour\nfive\n", "ONE\ntwo\nthree\nfour\nfive\n", "new\n"
	want := wire.ChangesResult{
		Turns: []wire.ChangedTurn{
			{TurnID: first.TurnID, Files: []wire.FileChange{{URI: b.uri("a.txt"), Kind: "edit", Added: 1, Removed: 1}}},
			{TurnID: second.TurnID, Files: []wire.FileChange{{URI: b.uri("new.txt"), Kind: "create", Added: 1}}},
		},
		Files: []wire.ChangedFile{
			{URI: b.uri("a.txt"), Kind: "edit", Added: 1, Removed: 1, Before: &before, After: &after},
			{URI: b.uri("new.txt"), Kind: "create", Added: 1, After: &made},
		},
	}
	if d := cmp.Diff(want, changes); d != "" {
		t.Errorf("the changes (-want +got):\n%s", d)
	}

	var planned, done wire.UndoResult
	b.must(wire.MethodRewind, wire.RewindParams{ConversationID: id, TurnID: first.TurnID, Plan: true}, &planned)
	if !strings.HasPrefix(b.disk("a.txt"), "ONE") || b.disk("new.txt") != "new\n" {
		t.Error("the plan changed a file")
	}
	b.must(wire.MethodRewind, wire.RewindParams{ConversationID: id, TurnID: first.TurnID}, &done)
	wantDone := wire.UndoResult{Files: []wire.UndoneFile{
		{URI: b.uri("new.txt"), Status: wire.UndoRestored, Effect: wire.ChangeDelete},
		{URI: b.uri("a.txt"), Status: wire.UndoMerged, Effect: wire.ChangeEdit},
	}}
	if d := cmp.Diff([]wire.UndoResult{wantDone, wantDone}, []wire.UndoResult{planned, done}); d != "" {
		t.Errorf("planned and done (-want +got):\n%s", d)
	}
	if b.disk("a.txt") != "one\ntwo\nthree\nfour\nFIVE\n" {
		t.Errorf("the file is %q: what the user wrote must stay", b.disk("a.txt"))
	}
	for _, turn := range b.changes(wire.ChangesParams{ConversationID: id}).Turns {
		if !turn.Undone {
			t.Errorf("%+v is not undone", turn)
		}
	}
	b.must(wire.MethodRedo, wire.TurnParams{ConversationID: id, TurnID: first.TurnID}, nil)
	var fork wire.ForkResult
	b.must(wire.MethodForkConversation, wire.TurnParams{ConversationID: id, TurnID: first.TurnID}, &fork)
	if c := b.changes(wire.ChangesParams{ConversationID: fork.ConversationID}); len(c.Turns) != 1 || len(c.Files) != 1 ||
		c.Files[0].Before != nil {
		t.Errorf("the copy has %+v", c)
	}
	b.must(wire.MethodUndo, wire.TurnParams{ConversationID: fork.ConversationID, TurnID: first.TurnID}, nil)
	if !strings.HasPrefix(b.disk("a.txt"), "one") {
		t.Errorf("the copy undid nothing: %q", b.disk("a.txt"))
	}
	for _, wrong := range []wire.RewindParams{{ConversationID: id, TurnID: "nosuch"}, {TurnID: "x"}, {
		ConversationID: "nosuch",
		TurnID:         "x",
	}} {
		if result, err := b.call(wire.MethodRewind, wrong); err == nil {
			t.Errorf("%+v: %s", wrong, result)
		}
	}
}

func (b *bench) changes(p wire.ChangesParams) wire.ChangesResult {
	b.t.Helper()
	var c wire.ChangesResult
	b.must(wire.MethodChanges, p, &c)
	return c
}
