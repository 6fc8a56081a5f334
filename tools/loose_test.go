//go:build unix

package tools_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// counted is a tool that counts how often it acts.
func counted(spec tools.Spec, acted *int) tools.Tool {
	return tools.New(spec, func(context.Context, *tools.Call, struct{}) (*tools.Action, error) {
		return &tools.Action{Title: spec.Name, Rules: tools.Rules{
			Always: tools.OfferAll("all"),
		}, Do: func(context.Context) (*tools.Result, error) {
			*acted++
			return &tools.Result{}, nil
		}}, nil
	})
}

// TestALooseCallIsAskedForEachTime: whatever the tool needs, the rules allow, and the user answered before.
func TestALooseCallIsAskedForEachTime(t *testing.T) {
	for _, c := range []struct {
		spec tools.Spec
		asks bool
	}{
		{tools.Spec{Name: "a", Kind: tools.KindExecute, Confirm: true}, true},
		{tools.Spec{Name: "a", Kind: tools.KindExecute}, true},
		{tools.Spec{Name: "a", Kind: tools.KindEdit, Confirm: true}, true},
		{tools.Spec{Name: "a", Kind: tools.KindDelete, Confirm: true}, true},
		{tools.Spec{Name: "a", Kind: tools.KindMove, Confirm: true}, true},
		{tools.Spec{Name: "a", Kind: tools.KindFetch}, true},
		{tools.Spec{Name: "a", Kind: tools.KindOther}, true},
		{tools.Spec{Name: "a", Kind: ""}, true},
		{tools.Spec{Name: "a", Kind: "new"}, true},
		{tools.Spec{Name: "a", Kind: tools.KindRead, Source: tools.SourceMCP}, true},
		{tools.Spec{Name: "a", Kind: tools.KindSearch, Source: tools.SourceCustom}, true},
		{tools.Spec{Name: "agent", Kind: tools.KindThink}, true},
		{tools.Spec{Name: "a", Kind: tools.KindRead}, false},
		{tools.Spec{Name: "a", Kind: tools.KindSearch}, false},
		{tools.Spec{Name: "a", Kind: tools.KindThink}, false},
	} {
		name := strings.Join([]string{string(c.spec.Kind), string(c.spec.Source), c.spec.Name}, " ")
		t.Run(name, func(t *testing.T) {
			r, acted := newRoom(t, nil), 0
			all := tools.OpenPermissions("", []tools.Rule{{Tool: "*", Decision: tools.RuleAllow}})
			r.m = tools.NewManager([]tools.Tool{counted(c.spec, &acted)}, r.ws, tools.Options{Permissions: all})
			for turn, decision := range []workspace.Decision{
				workspace.Reject, workspace.AllowAlways, workspace.AllowSession, workspace.Reject,
			} {
				r.say.Decision, r.asked = decision, nil
				before := acted
				r.m.Run(
					t.Context(),
					tools.Invocation{Tool: c.spec.Name, Args: json.RawMessage("{}"), TurnID: string(rune('0' + turn)), Loose: true},
					tools.Observer{},
				)
				if (len(r.asked) == 1) != c.asks || (acted > before) == (c.asks && decision == workspace.Reject) {
					t.Fatalf("answer %s: asked %d times, acted %d times", decision, len(r.asked), acted-before)
				}
				if c.asks && (r.asked[0].Rule != "" || !r.asked[0].Loose || !strings.Contains(r.asked[0].Risk, "out of prose")) {
					t.Errorf("asked %+v", r.asked[0])
				}
			}
			r.asked = nil
			r.m.Run(t.Context(), tools.Invocation{Tool: c.spec.Name, Args: json.RawMessage("{}"), TurnID: "exact"}, tools.Observer{})
			if len(r.asked) != 0 {
				t.Errorf("the exact call, which a rule allows, was asked for: %+v", r.asked)
			}
		})
	}
}

// TestLooseCommandIsAskedEvenIfItOnlyReads: a rule that rejects it still does.
func TestLooseCommandIsAskedEvenIfItOnlyReads(t *testing.T) {
	r, _ := newShell(t, map[string]string{"a.txt": "hello\n"})
	r.say.Decision = workspace.Reject
	run := func(tool, args string) *tools.Result {
		return r.m.Run(
			t.Context(), tools.Invocation{Tool: tool, Args: json.RawMessage(args), TurnID: "t", Reads: r.reads, Loose: true},
			tools.Observer{},
		)
	}
	for _, args := range []string{`{"command": "cat a.txt"}`, `{"command": "true"}`, `{"command": "echo x > a.txt"}`} {
		r.asked = nil
		if res := run("bash", args); res.Success() || len(r.asked) != 1 || !r.asked[0].Loose {
			t.Errorf("%s: %s, asked %+v", args, res.JSON(), r.asked)
		}
	}
	if r.disk("a.txt") != "hello\n" {
		t.Error("a rejected command wrote")
	}
	r.asked = nil
	if res := run("read_file", `{"path": "a.txt"}`); !res.Success() || len(r.asked) != 0 {
		t.Errorf("reading a file: %s, asked %+v", res.JSON(), r.asked)
	}
	r.with(tools.Options{Permissions: tools.OpenPermissions("", []tools.Rule{{Tool: "write_file", Decision: tools.RuleReject}})})
	if res := run("write_file", `{"path": "a.txt", "content": "x"}`); res.Success() || len(r.asked) != 0 {
		t.Errorf("a call that a rule rejects: %s, asked %+v", res.JSON(), r.asked)
	}
}
