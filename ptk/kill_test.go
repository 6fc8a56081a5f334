package ptk_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/llm/llmtest"
	"ptk-lsp/llm/openai"
	"ptk-lsp/ptk"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// victimEnv is the environment variable with the [victim] of a process that is killed, as JSON.
const victimEnv = "PTK_TEST_VICTIM"

// victim is what a manager in another process, or after a restart, is made of.
type victim struct {
	Dir, History, URL, ConversationID string
	Native                            bool
}

// runVictim is the process that is killed: it chats without end and prints each event that it gets, which was stored before.
func runVictim(config string) {
	var v victim
	if err := json.Unmarshal([]byte(config), &v); err != nil {
		panic(err)
	}
	m := v.manager(history.New(v.History))
	out := json.NewEncoder(os.Stdout)
	for {
		_, err := m.Chat(context.Background(), chat.Request{Message: "go on", ConversationID: v.ConversationID}, func(e chat.Event) {
			switch e := e.(type) {
			case chat.TurnStart:
				v.ConversationID = e.ConversationID
				must(out.Encode([]string{"start", e.ConversationID, e.TurnID}))
			case chat.ToolCallStart:
				must(out.Encode([]string{"call", e.ID}))
			case chat.ToolResult:
				must(out.Encode([]string{"result", e.ID}))
			case chat.Warning:
				if e.Code != "compacted" { // such a long conversation is compacted now and then
					must(out.Encode([]string{"warning", e.Message}))
				}
			case chat.Iteration, chat.Text, chat.Reasoning, chat.ToolOutput, chat.Plan, chat.Retry, chat.UserMessage, chat.UsageUpdate:
			}
		})
		must(err)
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func (v victim) manager(store *history.Store) *ptk.Manager {
	allow := func(context.Context, workspace.Question) (workspace.Answer, error) {
		return workspace.Answer{Decision: workspace.AllowOnce}, nil
	}
	ws, err := workspace.New([]workspace.Folder{{Path: v.Dir}}, workspace.Disk{Ask: allow})
	must(err)
	provider, err := openai.New(openai.Options{Name: "test", BaseURL: v.URL})
	must(err)
	route := chat.Route{Provider: provider, Name: "test/test-model", Model: "test-model", Window: 32000, Native: v.Native}
	return ptk.NewManager(ptk.Config{
		Models: oneModel{route: route}, Workspace: ws, History: store,
		Tools: tools.NewManager(tools.Builtin(tools.Can{}), ws, tools.Options{}),
	})
}

// busyModel checks each request and answers with text, and with two calls or none, slowly enough to be killed at any point.
func busyModel(t *testing.T) llmtest.Reply {
	return llmtest.Always(llmtest.React(func(r llmtest.Request) llmtest.Reply {
		if err := checkCalls(r.Messages); err != nil {
			t.Errorf("an invalid request: %v", err)
		}
		var steps []llmtest.Step
		for i := range 6 {
			steps = append(steps, llmtest.Text(fmt.Sprintf("piece %d. ", i)), llmtest.Pause(2*time.Millisecond))
		}
		path := fmt.Sprintf(`{"path":"f%d.txt","content":"x\n"}`, r.N)
		native := len(r.Tools) > 0
		switch {
		case r.N%3 == 2:
		case native:
			steps = append(steps, llmtest.Native(0, fmt.Sprintf("call_%d_a", r.N), "write_file", path)...)
			steps = append(steps, llmtest.Pause(time.Millisecond))
			steps = append(steps, llmtest.Native(1, fmt.Sprintf("call_%d_b", r.N), "list_files", `{}`)...)
		default:
			steps = append(steps, llmtest.Text(call("write_file", path)), llmtest.Pause(time.Millisecond))
			steps = append(steps, llmtest.Text("\n"+call("list_files", `{}`)))
		}
		return llmtest.Stream(steps...)
	}))
}

// checkCalls returns an error if a provider would refuse the messages: a call without its result, or a result without its call.
func checkCalls(ms []llm.Message) error {
	open := map[string]bool{}
	for i, m := range ms {
		if m.Role != llm.ToolRole && len(open) > 0 {
			return fmt.Errorf("message %d comes before the results of %v", i, open)
		}
		for _, c := range m.ToolCalls {
			open[c.ID] = true
		}
		if m.ToolCallID != "" {
			if !open[m.ToolCallID] {
				return fmt.Errorf("message %d answers no call", i)
			}
			delete(open, m.ToolCallID)
		}
		calls := m.Role == llm.Assistant && strings.Contains(m.Content, "<PTK_CALL>")
		if calls && (i+1 == len(ms) || !strings.HasPrefix(ms[i+1].Content, "PTK_")) {
			return fmt.Errorf("message %d calls a tool, and no result follows", i)
		}
	}
	if len(open) > 0 {
		return fmt.Errorf("no results of %v", open)
	}
	return nil
}

// Whenever a process is killed, the history has all that it has reported, and the conversation can continue.
func TestKilledAtAnyMoment(t *testing.T) {
	times := 200
	if testing.Short() {
		times = 12
	}
	server := llmtest.New(t, busyModel(t))
	v := victim{Dir: t.TempDir(), History: filepath.Join(t.TempDir(), "w.db"), URL: server.URL}
	store := history.New(v.History)
	defer store.Close()
	reader := v.manager(store)
	reported := map[string]bool{} // turns, calls and results, as "call ID"
	for i := range times {
		v.Native = i%2 == 1
		for _, line := range v.killed(t, time.Duration(rand.IntN(120))*time.Millisecond) {
			if line[0] == "warning" {
				t.Errorf("the killed process warned: %s", line[1])
			}
			if line[0] == "start" {
				v.ConversationID = line[1]
			}
			reported[strings.Join(line, " ")] = true
		}
		if i%10 == 9 || i == times-1 {
			checkStored(t, reader, v.ConversationID, reported)
		}
	}
}

// killed runs the process for a while after its first event, kills it, and returns what it has printed.
func (v victim) killed(t *testing.T, after time.Duration) (lines [][]string) {
	t.Helper()
	env, err := json.Marshal(v)
	must(err)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), victimEnv+"="+string(env))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	must(err)
	must(cmd.Start())
	in := bufio.NewScanner(out)
	if in.Scan() {
		time.AfterFunc(after, func() { must(cmd.Process.Kill()) })
		for more := true; more; more = in.Scan() {
			var line []string
			if json.Unmarshal(in.Bytes(), &line) == nil { // the last line may be cut
				lines = append(lines, line)
			}
		}
	} else {
		t.Error("the process ended by itself")
	}
	_, _ = io.Copy(io.Discard, out)
	_ = cmd.Wait() // it was killed
	return lines
}

// checkStored checks that the history has what was reported, and a result of every call.
func checkStored(t *testing.T, m *ptk.Manager, id string, reported map[string]bool) {
	t.Helper()
	_, turns, err := m.Conversation(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	stored := map[string]bool{}
	for _, turn := range turns {
		stored[fmt.Sprintf("start %s %s", id, turn.ID)] = true
		open := map[string]bool{}
		for _, e := range turn.Events {
			if c, ok := e.(chat.ToolCallStart); ok {
				stored["call "+c.ID], open[c.ID] = true, true
			} else if r, ok := e.(chat.ToolResult); ok {
				stored["result "+r.ID] = true
				delete(open, r.ID)
			}
		}
		if len(open) > 0 {
			t.Errorf("turn %s has calls without results: %v", turn.ID, open)
		}
		if w, ok := turn.Events[len(turn.Events)-1].(chat.Warning); turn.Result == nil && (!ok || w.Code != "cut_off") {
			t.Errorf("turn %s was cut off and has no warning about it", turn.ID)
		}
	}
	for what := range reported {
		if !stored[what] {
			t.Errorf("reported, and not in the history: %s", what)
		}
	}
}
