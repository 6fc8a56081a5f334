package lsp

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/lsp/wire"
)

// TestAllEditsOfATurnAreAllowedOverTheWire: one question covers the turn's edits; the next turn asks again.
func TestAllEditsOfATurnAreAllowedOverTheWire(t *testing.T) {
	b := newBench(t, `{"experimental":{"ptk":{"approve":true}}}`, nil,
		llmtest.Say(write("a.txt", "a\n")), llmtest.Say(write("b.txt", "b\n")), llmtest.Say("done"),
		llmtest.Say(write("c.txt", "c\n")), llmtest.Say("done"))
	b.say(wire.MethodApprove, wire.ApproveResult{Decision: wire.AllowScope, Scope: "turn-edits"})
	r := b.chat(`{"message":"write"}`)
	var asked wire.ApproveParams
	if err := json.Unmarshal(b.await(wire.MethodApprove, 1), &asked); err != nil || len(asked.Scopes) != 1 || asked.Scopes[0].Text == "" {
		t.Fatalf("asked %+v, %v", asked, err)
	}
	if len(r.Changes) != 2 {
		t.Errorf("changed %+v", r.Changes)
	}
	b.say(wire.MethodApprove, wire.ApproveResult{Decision: wire.AllowScope, Scope: "turn-everything"})
	r = b.chat(`{"message":"more","conversationId":"` + r.ConversationID + `"}`)
	b.await(wire.MethodApprove, 2)
	if len(r.Changes) != 0 {
		t.Errorf("an unknown scope allowed %+v", r.Changes)
	}
	var rules wire.PermissionsResult
	b.must(wire.MethodPermissions, nil, &rules)
	if d := cmp.Diff([]wire.PermissionRule{}, rules.Rules); d != "" {
		t.Errorf("rules after the turns:\n%s", d)
	}
}
