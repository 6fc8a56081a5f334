package ptk_test

import (
	"strconv"
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/ptk/chat"
)

// A model that calls tools forever is stopped by the limits.
func TestLoopingModel(t *testing.T) {
	for _, c := range []struct {
		name, answer string // %d is another number in each answer
		code         chat.ErrorCode
		requests     int // at most
	}{
		{"reading the same file", call("read_file", `{"path":"b.txt"}`), chat.DuplicateToolCall, 10},
		{"writing the same file", call("write_file", `{"path":"new.txt","content":"x\n"}`), chat.DuplicateToolCall, 6},
		{"calling an unknown tool", call("nosuch", `{}`), chat.ToolNotFound, 4},
		{
			"new calls in each message", call("read_file", `{"path":"b.txt","limit":%d}`) +
				call("read_file", `{"path":"package.json","limit":%d}`) + call("list_files", `{"limit":%d}`),
			chat.MaxIterationsReached, 50,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, pkg, llmtest.Always(llmtest.React(func(r llmtest.Request) llmtest.Reply {
				return llmtest.Say(strings.ReplaceAll(c.answer, "%d", strconv.Itoa(r.N+1)))
			})))
			result, _ := b.chat(t, t.Context(), chat.Request{Message: "go"})
			if result.Error == nil || result.Error.Code != c.code || len(b.server.Requests()) > c.requests || len(result.ToolCalls) > 200 {
				t.Errorf("%+v after %d requests and %d calls", result.Error, len(b.server.Requests()), len(result.ToolCalls))
			}
		})
	}
}
