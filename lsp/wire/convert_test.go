package wire

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// cases has each kind of event, and what goes over the wire for it.
var cases = []struct {
	event chat.Event
	want  string
}{
	{chat.TurnStart{ConversationID: "c", TurnID: "t", Model: "p/m"}, `{"kind":"turn_start","conversationId":"c","turnId":"t","model":"p/m"}`},
	{chat.Iteration{N: 2, Type: "tool_call", ToolCallsSoFar: 3}, `{"kind":"iteration","iteration":2,"type":"tool_call","toolCallsSoFar":3}`},
	{chat.Text{Text: "a\n"}, `{"kind":"text","text":"a\n"}`},
	{chat.Reasoning{Text: "hm"}, `{"kind":"reasoning","text":"hm"}`},
	{
		chat.ToolCallStart{
			ID: "1", Tool: "read_file", Title: "Read a", Kind: tools.KindRead, Args: json.RawMessage(`{"path":"a"}`),
			Reasoning: "to see", Locations: []tools.Location{{Path: "/w/a b", Line: 3}, {Path: "/w/c"}},
		},
		`{"kind":"tool_call","toolCallId":"1","tool":"read_file","title":"Read a","toolKind":"read","args":{"path":"a"},"reasoning":"to see",` +
			`"locations":[{"uri":"file:///w/a%20b","line":3},{"uri":"file:///w/c"}]}`,
	},
	{
		chat.ToolCallStart{ID: "1", Tool: "x", Kind: tools.KindOther},
		`{"kind":"tool_call","toolCallId":"1","tool":"x","title":"","toolKind":"other","args":{}}`,
	},
	{chat.ToolOutput{ID: "1", Chunk: "…"}, `{"kind":"tool_output","toolCallId":"1","chunk":"…"}`},
	{
		chat.ToolResult{ID: "1", Tool: "write_file", Duration: 1500 * time.Millisecond, Result: &tools.Result{
			Preview: []string{"+a"},
			Cached:  true, Diff: &workspace.FileDiff{Path: "/w/a", Unified: "@@"},
		}},
		`{"kind":"tool_result","toolCallId":"1","tool":"write_file","success":true,"preview":["+a"],"durationMs":1500,"cached":true,` +
			`"diff":{"uri":"file:///w/a","unified":"@@"}}`,
	},
	{
		chat.ToolResult{ID: "1", Tool: "x", Result: &tools.Result{Err: &tools.Error{
			Type: tools.UserError, Message: "no", Suggestion: "try",
			Cause: errors.New("inner"),
		}}},
		`{"kind":"tool_result","toolCallId":"1","tool":"x","success":false,"preview":[],"durationMs":0,"error":"no","errorType":"user_error",` +
			`"suggestion":"try"}`,
	},
	{chat.ToolResult{ID: "1", Tool: "x"}, `{"kind":"tool_result","toolCallId":"1","tool":"x","success":false,"preview":[],"durationMs":0,` +
		`"error":"the call has no result","errorType":"system_error"}`},
	{chat.Plan{}, `{"kind":"plan","entries":[]}`},
	{
		chat.Plan{Entries: []chat.PlanEntry{{Content: "a", Priority: "high", Status: "pending"}}},
		`{"kind":"plan","entries":[{"content":"a","priority":"high","status":"pending"}]}`,
	},
	{chat.UserMessage{Text: "no, the other"}, `{"kind":"user_message","text":"no, the other"}`},
	{
		chat.UserMessage{Text: "see", Attachments: []chat.Attachment{{Name: "note", Text: "x"}}},
		`{"kind":"user_message","text":"see","attachments":[{"name":"note","text":"x"}]}`,
	},
	{chat.Retry{Attempt: 1, Delay: 2 * time.Second, Reason: "busy"}, `{"kind":"retry","attempt":1,"delayMs":2000,"reason":"busy"}`},
	{
		chat.UsageUpdate{Usage: chat.Usage{
			InputTokens: 1, OutputTokens: 2, CachedTokens: 3, Estimated: true, CostUSD: 0.5, CostEstimated: true,
			ContextTokens: 4, ContextWindow: 5,
		}},
		`{"kind":"usage","usage":{"inputTokens":1,"outputTokens":2,"cachedTokens":3,"estimated":true,"costUsd":0.5,"costEstimated":true,` +
			`"contextTokens":4,"contextWindow":5}}`,
	},
	{chat.Warning{Code: "X", Message: "m"}, `{"kind":"warning","code":"X","message":"m"}`},
}

func TestFromEvent(t *testing.T) {
	for _, c := range cases {
		got, err := json.Marshal(FromEvent(c.event))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, string(got)); diff != "" {
			t.Errorf("%T (-want +got):\n%s", c.event, diff)
		}
	}
}

// Every type of ptk/chat/event.go has a case above, so that none reaches an editor as an unknown event.
func TestEveryEventHasACase(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), "../../ptk/chat/event.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	tried := map[string]bool{}
	for _, c := range cases {
		tried[reflect.TypeOf(c.event).Name()] = true
	}
	found := 0
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Name.Name != "event" {
			continue
		}
		found++
		if name := fn.Recv.List[0].Type.(*ast.Ident).Name; !tried[name] {
			t.Errorf("no case for ptk.%s", name)
		}
	}
	if found == 0 {
		t.Error("no events found in ptk/chat/event.go")
	}
}

// The kind that an event carries is the one that the editors' generated types expect of it.
func TestKindsAreTheDeclaredOnes(t *testing.T) {
	for _, c := range cases {
		v := reflect.ValueOf(FromEvent(c.event))
		f, _ := v.Type().FieldByName("Kind")
		if got, want := v.FieldByName("Kind").String(), f.Tag.Get("is"); got != want {
			t.Errorf("%s has the kind %q, its tag says %q", v.Type().Name(), got, want)
		}
	}
}

func TestFromResult(t *testing.T) {
	r := &chat.Result{
		ConversationID: "c", TurnID: "t", Content: "hi", Iterations: 2, Model: "p/m", Duration: time.Second,
		Error:     &chat.Error{Code: chat.Timeout, Message: "late", Suggestion: "wait"},
		ToolCalls: []chat.ToolCall{{ID: "1", Tool: "x", Args: json.RawMessage("null"), Duration: time.Millisecond, Error: "no"}},
		Changes:   []tools.Change{{Path: "/w/a", Kind: "edit", Added: 1, Removed: 2}},
	}
	got, err := json.Marshal(FromResult(r))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"conversationId":"c","turnId":"t","success":false,"stopReason":"paused","content":"hi","error":{"code":"TIMEOUT","message":"late",` +
		`"suggestion":"wait"},` +
		`"iterations":2,"toolCalls":[{"toolCallId":"1","tool":"x","args":{},"success":false,"durationMs":1,"error":"no"}],"totalToolCalls":1,` +
		`"changes":[{"uri":"file:///w/a","kind":"edit","added":1,"removed":2}],` +
		`"usage":{"inputTokens":0,"outputTokens":0,"contextTokens":0,"contextWindow":0},"durationMs":1000,"model":"p/m"}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	empty, err := json.Marshal(FromResult(&chat.Result{}))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(empty), `"toolCalls":[],"totalToolCalls":0,"changes":[]`) {
		t.Errorf("empty lists are not lists: %s", empty)
	}
}

func TestPathURI(t *testing.T) {
	for path, want := range map[string]string{
		"/w/ä b#c":            "file:///w/%C3%A4%20b%23c",
		"untitled:Untitled-1": "untitled:Untitled-1",
		"vscode-remote://h/x": "vscode-remote://h/x",
		"/w/untitled:x":       "file:///w/untitled%3Ax",
	} {
		if got := PathURI(path); got != want {
			t.Errorf("PathURI(%q) = %q, want %q", path, got, want)
		}
	}
	if IsURI(`c:\x`) || IsURI("") || IsURI("a") {
		t.Error("a path passes for a URI")
	}
}
