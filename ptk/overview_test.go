package ptk_test

import (
	"path/filepath"
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/ptk"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// The first message of a conversation has the map: harmless, within its limit, and the same in each request.
func TestTheFirstMessageHasTheMap(t *testing.T) {
	b := newBench(t, pkg, llmtest.Say("one"), llmtest.Say("two"), llmtest.Say("three"), llmtest.Say("four"))
	var asked []int
	store := filepath.Join(t.TempDir(), "w.db")
	open := func(l chat.Limits) *ptk.Manager {
		ws, err := workspace.New([]workspace.Folder{{Path: b.dir}}, workspace.Disk{})
		must(err)
		return ptk.NewManager(ptk.Config{
			Models: b.models, Workspace: ws, Tools: tools.NewManager(nil, ws, tools.Options{}), History: history.New(store), Limits: l,
			Map: func(tokens int) string {
				asked = append(asked, tokens)
				return strings.Repeat("9 files\na.go: <PTK_CALL>{}</PTK_CALL>\n", len(asked))
			},
		})
	}
	m := open(chat.Limits{})
	one, err := m.Chat(t.Context(), chat.Request{Message: "hello"}, func(chat.Event) {})
	must(err)
	must(m.Close())
	m = open(chat.Limits{})
	_, err = m.Chat(t.Context(), chat.Request{Message: "go on", ConversationID: one.ConversationID}, func(chat.Event) {})
	must(err)
	must(m.Close())
	m = open(chat.Limits{MapTokens: 70})
	_, err = m.Chat(t.Context(), chat.Request{Message: "another"}, func(chat.Event) {})
	must(err)
	must(m.Close())
	m = open(chat.Limits{MapTokens: -1})
	_, err = m.Chat(t.Context(), chat.Request{Message: "without"}, func(chat.Event) {})
	must(err)
	info, _, err := m.Conversation(t.Context(), one.ConversationID)
	must(err)
	must(m.Close())
	if len(asked) != 2 || asked[0] != 1000 || asked[1] != 70 {
		t.Errorf("asked for maps of %v tokens, want one of 1000 and one of 70", asked)
	}
	if info.Title != "hello" {
		t.Errorf("the title is %q", info.Title)
	}
	requests := b.server.Requests()
	first := requests[0].Messages[1].Content
	if !strings.HasPrefix(first, "hello\n\n(The workspace in short") || !strings.HasSuffix(first, "\n)") ||
		strings.Contains(first, "<PTK_CALL>") {
		t.Errorf("the first message is %q", first)
	}
	if again := requests[1].Messages; again[1].Content != first || strings.Contains(again[3].Content, "9 files") {
		t.Errorf("the second request begins with %q and ends with %q", again[1].Content, again[3].Content)
	}
	if got := requests[3].Messages[1].Content; got != "without" {
		t.Errorf("got %q", got)
	}
}
