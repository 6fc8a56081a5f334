package tools_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ptk-lsp/tools"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/journal"
)

// room is a workspace with the built-in tools, used by one conversation.
type room struct {
	t       *testing.T
	dir     string
	ws      *workspace.Workspace
	m       *tools.Manager
	reads   *tools.Reads
	asked   []workspace.Question
	say     workspace.Answer
	journal *journal.Journal
}

// newRoom returns a room whose user agrees to everything.
func newRoom(t *testing.T, files map[string]string) *room {
	t.Helper()
	r := &room{t: t, dir: t.TempDir(), reads: tools.NewReads(), say: workspace.Answer{Decision: workspace.AllowOnce}}
	for name, text := range files {
		r.put(name, text)
	}
	ws, err := workspace.New([]workspace.Folder{{Path: r.dir}}, workspace.Disk{Ask: r.ask})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := ws.Close(); err != nil {
			t.Error(err)
		}
	})
	r.ws = ws
	r.m = tools.NewManager(tools.Builtin(tools.Can{}), ws, tools.Options{})
	return r
}

func (r *room) ask(_ context.Context, q workspace.Question) (workspace.Answer, error) {
	r.asked = append(r.asked, q)
	return r.say, nil
}

func (r *room) put(name, text string) {
	r.t.Helper()
	path := filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

func (r *room) disk(name string) string {
	r.t.Helper()
	data, err := os.ReadFile(filepath.Join(r.dir, name))
	if err != nil {
		r.t.Fatal(err)
	}
	return string(data)
}

// call runs a tool with arguments that are JSON, or are marshalled.
func (r *room) call(tool string, args any) *tools.Result {
	r.t.Helper()
	raw, ok := args.(string)
	if !ok {
		data, err := json.Marshal(args)
		if err != nil {
			r.t.Fatal(err)
		}
		raw = string(data)
	}
	return r.m.Run(
		r.t.Context(),
		tools.Invocation{ID: "1", Tool: tool, Args: json.RawMessage(raw), ConversationID: "c", TurnID: "t", Reads: r.reads},
		tools.Observer{},
	)
}

// ok runs a tool that must succeed and returns its result as the model gets it.
func (r *room) ok(tool string, args any) map[string]any {
	r.t.Helper()
	res := r.call(tool, args)
	if !res.Success() {
		r.t.Fatalf("%s %v failed: %s", tool, args, res.JSON())
	}
	return object(r.t, res)
}

// fails runs a tool that must fail with the type of error and the words in its message or suggestion.
func (r *room) fails(tool string, args any, want tools.ErrorType, words string) *tools.Result {
	r.t.Helper()
	res := r.call(tool, args)
	if res.Success() || res.Err.Type != want || !strings.Contains(res.Err.Message+" "+res.Err.Suggestion, words) {
		r.t.Errorf("%s %v: got %s, want a %s with %q", tool, args, res.JSON(), want, words)
	}
	return res
}

func object(t *testing.T, res *tools.Result) map[string]any {
	t.Helper()
	var out map[string]any
	if err := json.Unmarshal(res.JSON(), &out); err != nil {
		t.Fatalf("%s: %v", res.JSON(), err)
	}
	return out
}

// askOnce agrees, but the file a changes before the answer.
func askOnce(r *room) func(context.Context, workspace.Question) (workspace.Answer, error) {
	return func(context.Context, workspace.Question) (workspace.Answer, error) {
		r.put("a", "the user's\n")
		return workspace.Answer{Decision: workspace.AllowOnce}, nil
	}
}
