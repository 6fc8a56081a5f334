package tools_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/tools"
)

// counting returns a tool that calls the function whenever it is called.
func counting(name string, kind tools.Kind, poll bool, says func(n int) string) tools.Tool {
	n := 0
	type args struct {
		A int `json:"a,omitempty"`
		B int `json:"b,omitempty"`
	}
	return tools.Reading(tools.Spec{
		Name: name, Kind: kind, Poll: poll,
	}, func(*tools.Call, args) (string, []tools.Location) { return name, nil },
		func(context.Context, *tools.Call, args) (map[string]string, error) {
			n++
			return map[string]string{"says": says(n)}, nil
		})
}

func TestRepeats(t *testing.T) {
	same := func(int) string { return "same" }
	other := func(n int) string { return fmt.Sprint(n) }
	ts := []tools.Tool{
		counting("do", tools.KindExecute, false, same), counting("grow", tools.KindExecute, false, other),
		counting("see", tools.KindRead, false, same), counting(
			"look", tools.KindRead, false, same,
		), counting("poll", tools.KindRead, true, same),
	}
	for name, c := range map[string]struct{ calls, want string }{
		"the same command":      {"do do do do do", "ok ok ok stop stop"},
		"with another result":   {"grow grow grow grow grow", "ok ok ok ok ok"},
		"something between":     {"do do do grow do do do do", "ok ok ok ok ok ok ok stop"},
		"the same read":         {"see see see see see see see see see", "ok cached cached cached cached cached cached cached stop"},
		"two in turn":           {"do see do see do see do", "ok ok ok cached ok cached stop"},
		"two reads in turn":     {"see look see look see look see look", "ok ok cached cached cached cached stop cached"},
		"three in turn":         {"do see look do see look do see look do", "ok ok ok ok cached cached ok cached cached stop"},
		"changing results":      {"do grow do grow do grow do grow", "ok ok ok ok ok ok ok ok"},
		"polling":               {"poll poll poll poll poll", "ok ok ok ok ok"},
		"do not begin too soon": {"do do see do do see", "ok ok ok ok ok cached"},
	} {
		r := newRoom(t, nil)
		r.m = tools.NewManager(ts, r.ws, tools.Options{})
		var got []string
		for tool := range strings.SplitSeq(c.calls, " ") {
			res := r.call(tool, `{}`)
			switch {
			case res.Cached:
				got = append(got, "cached")
			case res.Success():
				got = append(got, "ok")
			case res.Err.Code == "DUPLICATE_TOOL_CALL":
				got = append(got, "stop")
			}
		}
		if diff := cmp.Diff(strings.Split(c.want, " "), got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestRepeatsAreOfOneTurnAndOneArgument(t *testing.T) {
	r := newRoom(t, nil)
	r.m = tools.NewManager([]tools.Tool{counting("do", tools.KindExecute, false, func(int) string { return "" })}, r.ws, tools.Options{})
	for i, args := range []string{`{"a":1,"b":2}`, `{"b":2,"a":1}`, `{"a": 1, "b": 2}`, `{"a":1}`, `{"a":1,"b":2}`} {
		if res := r.call("do", args); !res.Success() {
			t.Errorf("call %d: %s", i, res.JSON())
		}
	}
	for i, want := range []bool{true, true, false} { // one of the same calls was the last above
		if res := r.call("do", `{"b":2,"a":1}`); res.Success() != want {
			t.Errorf("call %d: %s", i, res.JSON())
		}
	}
	inv := tools.Invocation{Tool: "do", Args: json.RawMessage(`{"b":2,"a":1}`), TurnID: "next", Reads: r.reads}
	if res := r.m.Run(t.Context(), inv, tools.Observer{}); !res.Success() {
		t.Errorf("in the next turn: %s", res.JSON())
	}
}

func TestFreshReadIsNotMarked(t *testing.T) {
	r := newRoom(t, map[string]string{"a": "1\n"})
	r.ok("read_file", `{"path": "a"}`)
	if got := r.ok("read_file", `{"path": "a"}`); got["cached"] != true {
		t.Errorf("got %v", got)
	}
	r.put("a", "2\n")
	if got := r.ok("read_file", `{"path": "a"}`); got["cached"] != nil || !strings.Contains(got["content"].(string), "2") {
		t.Errorf("got %v", got)
	}
}

func TestUpdatePlan(t *testing.T) {
	r := newRoom(t, nil)
	var plan []tools.PlanEntry
	inv := tools.Invocation{
		Tool: "update_plan",
		Args: json.RawMessage(`{"entries": [{"content": "a", "status": "completed", "priority": "high"}, {"content": "b", "status": "pending"}]}`),
	}
	res := r.m.Run(t.Context(), inv, tools.Observer{Plan: func(p []tools.PlanEntry) { plan = p }})
	want := []tools.PlanEntry{{Content: "a", Priority: "high", Status: "completed"}, {Content: "b", Priority: "medium", Status: "pending"}}
	if diff := cmp.Diff(want, plan); diff != "" || object(t, res)["completed"] != 1.0 {
		t.Errorf("%s %s", diff, res.JSON())
	}
	r.fails("update_plan", `{"entries": [{"content": "a", "status": "maybe"}]}`, tools.ValidationError, "status")
}

func TestAgent(t *testing.T) {
	r := newRoom(t, nil)
	work := func(_ context.Context, c *tools.Call, task string, names []string) (tools.AgentAnswer, error) {
		return tools.AgentAnswer{Content: fmt.Sprint(c.ConversationID, ": ", task, " ", names), Iterations: 2, ToolCalls: 3}, nil
	}
	r.m = tools.NewManager(tools.Builtin(tools.Can{Agent: work}), r.ws, tools.Options{})
	if got := r.ok("agent", `{"task": "look", "tools": ["read"]}`); got["content"] != "c: look [read]" || got["tool_calls"] != 3.0 {
		t.Errorf("got %v", got)
	}
}

func TestCustomTool(t *testing.T) {
	r := newRoom(t, nil)
	env := tools.Environment{Environ: append(os.Environ(), "SOME_KEY=k"), KeyNames: []string{"SOME_KEY"}, Temp: t.TempDir()}
	var ts []tools.Tool
	for _, d := range []tools.Custom{
		{
			Name: "greet", Confirm: true,
			Command:    []string{"sh", "-c", `read x; echo "{\"got\": $x, \"success\": false, \"key\": \"$SOME_KEY\"}"; echo note >&2`},
			Parameters: json.RawMessage(`{"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}`),
		},
		{Name: "plain", Command: []string{"echo", "just text"}},
		{Name: "broken", Command: []string{"sh", "-c", "echo why >&2; exit 4"}},
		{Name: "missing", Command: []string{"/no/such/program"}},
	} {
		tool, err := tools.NewCustom(d, env)
		if err != nil {
			t.Fatal(err)
		}
		ts = append(ts, tool)
	}
	r.m = tools.NewManager(ts, r.ws, tools.Options{})
	want := map[string]any{"success": true, "error": "", "got": map[string]any{"name": "Ann"}, "key": ""}
	if diff := cmp.Diff(want, r.ok("greet", `{"name": "Ann"}`)); diff != "" || len(r.asked) != 1 ||
		r.asked[0].Rule != "use the tool greet" {
		t.Errorf("%s, asked %+v", diff, r.asked)
	}
	if got := r.ok("plain", `{}`); got["output"] != "just text\n" {
		t.Errorf("got %v", got)
	}
	r.fails("greet", `{}`, tools.ValidationError, "name")
	r.fails("broken", `{}`, tools.SystemError, "exit code 4: why")
	r.fails("missing", `{}`, tools.SystemError, "customTools")
	for _, d := range []tools.Custom{
		{Name: "a b", Command: []string{"x"}},
		{Name: "a"},
		{Name: "a", Command: []string{"x"}, Parameters: json.RawMessage(`{"type": 5}`)},
	} {
		if _, err := tools.NewCustom(d, env); err == nil {
			t.Errorf("%+v was taken", d)
		}
	}
}
