package lsp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.lsp.dev/jsonrpc2"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/lsp/wire"
)

func TestPastConversations(t *testing.T) {
	b := newBench(t, "{}", []string{"a.txt", "one\n"},
		llmtest.Say(`<PTK_CALL>{"tool":"read_file","args":{"path":"a.txt"}}</PTK_CALL>`), llmtest.Say("It ", "says one."), llmtest.Say("two"))
	first := b.chat(`{"message":"What is in a.txt?","attachments":[{"name":"note","text":"x"}]}`)
	about := fmt.Sprintf(`{"conversationId":%q}`, first.ConversationID)
	b.chat(fmt.Sprintf(`{"message":"and now?","conversationId":%q}`, first.ConversationID))

	var list wire.ConversationsResult
	b.must(wire.MethodConversations, raw(`{"query":"says one"}`), &list)
	if len(list.Conversations) != 1 || list.Conversations[0].Title != "What is in a.txt?" || list.Conversations[0].Turns != 2 {
		t.Errorf("%+v", list)
	}
	var got struct {
		Turns []struct {
			Message     string
			Attachments []wire.Attachment
			Events      []map[string]any
			Result      *wire.ChatResult
		}
	}
	b.must(wire.MethodConversation, raw(about), &got)
	if d := cmp.Diff("turn_start\niteration 1 tool_call\ncall read_file\nresult true\ntext It says one.\niteration 2 text\n",
		brief(got.Turns[0].Events)); d != "" {
		t.Error(d)
	}
	if got.Turns[0].Result == nil || got.Turns[0].Result.Content != "It says one." || got.Turns[0].Attachments[0].Text != "x" {
		t.Errorf("%+v", got.Turns[0])
	}
	var page struct {
		Turns   []struct{ TurnID string }
		Earlier bool
	}
	b.must(wire.MethodConversation, raw(fmt.Sprintf(`{"conversationId":%q,"limit":1}`, first.ConversationID)), &page)
	if len(page.Turns) != 1 || page.Turns[0].TurnID == first.TurnID || !page.Earlier {
		t.Errorf("the first page is %+v", page)
	}
	var fork wire.ForkResult
	b.must(wire.MethodForkConversation, raw(fmt.Sprintf(`{"conversationId":%q,"turnId":%q}`, first.ConversationID, first.TurnID)), &fork)
	b.must(wire.MethodRenameConversation, raw(fmt.Sprintf(`{"conversationId":%q,"title":"The fork"}`, fork.ConversationID)), nil)
	var exported wire.ExportResult
	b.must(wire.MethodExportConversation, raw(fmt.Sprintf(`{"conversationId":%q,"format":"markdown"}`, fork.ConversationID)), &exported)
	if !strings.HasPrefix(exported.Text, "# The fork\n") || !strings.Contains(exported.Text, "\n\nWhat is in a.txt?\n") ||
		strings.Contains(exported.Text, "and now?") {
		t.Error(exported.Text)
	}
	b.must(wire.MethodDeleteConversation, raw(about), nil)
	for method, params := range map[string]string{
		wire.MethodConversation: about, wire.MethodDeleteConversation: about, wire.MethodForkConversation: about,
		wire.MethodConversations:      `{"cursor":"x"}`,
		wire.MethodCompact:            `{"conversationId":""}`,
		wire.MethodRenameConversation: fmt.Sprintf(`{"conversationId":%q,"title":" "}`, fork.ConversationID),
		wire.MethodExportConversation: fmt.Sprintf(`{"conversationId":%q,"format":"pdf"}`, fork.ConversationID),
	} {
		if result, err := b.call(method, raw(params)); err == nil {
			t.Errorf("%s %s: %s", method, params, result)
		}
	}
}

// brief writes the events of a past turn, one a line.
func brief(events []map[string]any) string {
	var s strings.Builder
	for _, e := range events {
		switch e["kind"] {
		case "iteration":
			fmt.Fprintf(&s, "iteration %v %v\n", e["iteration"], e["type"])
		case "tool_call":
			fmt.Fprintf(&s, "call %v\n", e["tool"])
		case "tool_result":
			fmt.Fprintf(&s, "result %v\n", e["success"])
		case "text":
			fmt.Fprintf(&s, "text %v\n", e["text"])
		case "usage":
		default:
			fmt.Fprintf(&s, "%v\n", e["kind"])
		}
	}
	return s.String()
}

func raw(s string) jsonrpc2.RawMessage { return jsonrpc2.RawMessage(s) }
