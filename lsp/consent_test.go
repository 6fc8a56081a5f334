package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/lsp/wire"
	"ptk-lsp/ptk/notation"
)

// write is a model's call that writes text to a file, after reading it if it exists.
func write(path, text string) string {
	args, err := json.Marshal(map[string]string{"path": path, "content": text})
	if err != nil {
		panic(err)
	}
	return notation.FormatCalls([]notation.Call{{Tool: "write_file", Args: args}})
}

// TestConsent goes through all that a user can answer, and holds what is asked again afterwards.
func TestConsent(t *testing.T) {
	var script []llmtest.Reply
	for n := range 7 {
		script = append(script, llmtest.Say(write(fmt.Sprintf("src/f%d.txt", n), "text\n")), llmtest.Say("done"))
	}
	b := newBench(t, `{"experimental":{"ptk":{"approve":true}}}`, nil, script...)
	conversation := ""
	turn := func(answer string) (asked bool, success bool) {
		t.Helper()
		before := len(b.taken(wire.MethodApprove))
		if answer != "" {
			b.say(wire.MethodApprove, map[string]any{"decision": answer, "feedback": "not so"})
		}
		params, _ := json.Marshal(map[string]string{"message": "write", "conversationId": conversation})
		r := b.chat(string(params))
		conversation = r.ConversationID
		return len(b.taken(wire.MethodApprove)) > before, r.ToolCalls[0].Success
	}
	type step struct {
		Answer         string
		Asked, Success bool
	}
	var got []step
	do := func(answer string) {
		asked, ok := turn(answer)
		got = append(got, step{answer, asked, ok})
	}
	do("reject")
	do("allow_once")
	do("allow_session")
	do("reject") // not asked: the session allows it
	b.revokeAll(t, "session")
	do("allow_always")
	do("reject") // not asked: the workspace allows it
	b.revokeAll(t, "workspace")
	do("reject")
	want := []step{
		{"reject", true, false},
		{"allow_once", true, true},
		{"allow_session", true, true},
		{"reject", false, true},
		{"allow_always", true, true},
		{"reject", false, true},
		{"reject", true, false},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if told := b.model.Requests()[1].Last().Content; !strings.Contains(told, "not so") {
		t.Errorf("the feedback is not told to the model: %s", told)
	}
}

// TestTheUserChangesAnEdit: the text of the editor's response is written, and model and editor are informed.
func TestTheUserChangesAnEdit(t *testing.T) {
	b := newBench(t, `{"experimental":{"ptk":{"approve":true}}}`, []string{"a.txt", "one\ntwo\n"},
		llmtest.Say(`<PTK_CALL>{"tool":"read_file","args":{"path":"a.txt"}}</PTK_CALL>`), llmtest.Say(write("a.txt", "ONE\nTWO\n")),
		llmtest.Say("done"))
	file := map[string]string{"uri": wire.PathURI(filepath.Join(b.dir, "a.txt")), "newText": "ONE\ntwo\n"}
	b.say(wire.MethodApprove, map[string]any{"decision": "allow_once", "files": []any{file}})
	r := b.chat(`{"message":"write"}`)
	if b.disk("a.txt") != "ONE\ntwo\n" || len(r.Changes) != 1 || r.Changes[0].Added != 1 {
		t.Errorf("%q, %+v", b.disk("a.txt"), r.Changes)
	}
	if told := b.model.Requests()[2].Last().Content; !strings.Contains(told, `"user_changed":true`) || !strings.Contains(told, "+ONE") ||
		strings.Contains(told, "TWO") {
		t.Errorf("the model is told %s", told)
	}
}

// revokeAll takes back the rules, which must all be of the scope.
func (b *bench) revokeAll(t *testing.T, scope wire.RuleScope) {
	t.Helper()
	var list wire.PermissionsResult
	b.must(wire.MethodPermissions, nil, &list)
	if len(list.Rules) == 0 {
		t.Fatalf("there is no rule of the %s", scope)
	}
	for _, r := range list.Rules {
		if r.Scope != scope || r.Text == "" || r.Decision != wire.RuleAllow {
			t.Errorf("rule %+v", r)
		}
		b.must(wire.MethodRevokePermission, map[string]string{"id": r.ID}, nil)
	}
	if _, err := b.call(wire.MethodRevokePermission, map[string]string{"id": "nosuch"}); codeOf(err) != codeRequestFailed {
		t.Errorf("revoking what is not there: %v", err)
	}
}

func TestUndoAndRedo(t *testing.T) {
	b := newBench(t, `{"experimental":{"ptk":{"approve":true}}}`, []string{"a.txt", "one\ntwo\nthree\n"},
		llmtest.Say(`<PTK_CALL>{"tool":"read_file","args":{"path":"a.txt"}}</PTK_CALL>`), llmtest.Say(write("a.txt", "ONE\ntwo\nthree\n")),
		llmtest.Say("done"))
	b.say(wire.MethodApprove, map[string]string{"decision": "allow_once"})
	r := b.chat(`{"message":"write"}`)
	name := map[string]string{"conversationId": r.ConversationID, "turnId": r.TurnID}
	revert := func(method, text string, status wire.UndoStatus) {
		t.Helper()
		var files wire.UndoResult
		b.must(method, name, &files)
		if len(files.Files) != 1 || files.Files[0].Status != status || b.disk("a.txt") != text {
			t.Errorf("%s: %+v, %q", method, files, b.disk("a.txt"))
		}
	}
	if b.disk("a.txt") != "ONE\ntwo\nthree\n" {
		t.Fatal(b.disk("a.txt"))
	}
	revert(wire.MethodUndo, "one\ntwo\nthree\n", wire.UndoRestored)
	if _, err := b.call(wire.MethodUndo, name); codeOf(err) != codeRequestFailed {
		t.Errorf("undoing twice: %v", err)
	}
	revert(wire.MethodRedo, "ONE\ntwo\nthree\n", wire.UndoRestored)
	b.writeDisk("a.txt", "ONE\ntwo\nthree\nfour\n")
	revert(wire.MethodUndo, "one\ntwo\nthree\nfour\n", wire.UndoMerged)
}

// writeDisk changes a file as another program would.
func (b *bench) writeDisk(name, text string) {
	b.t.Helper()
	if err := os.WriteFile(filepath.Join(b.dir, name), []byte(text), 0o644); err != nil {
		b.t.Fatal(err)
	}
}
