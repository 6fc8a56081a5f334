package ptk_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/tools/txtar"

	"ptk-lsp/llm"
	"ptk-lsp/llm/llmtest"
	"ptk-lsp/llm/openai"
	"ptk-lsp/lsp/wire"
	"ptk-lsp/ptk"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/transcript"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// oldHistory was written by an earlier program, see test/history, and is what users have on their disks: what these tests read
// from it must not change. The flag -update writes the texts beside it, which is right only if a text is meant to change.
const oldHistory = "testdata/history/history.db"

// old is a manager over a copy of the old history, with a scripted model.
type old struct {
	*ptk.Manager
	file   string
	server *llmtest.Server
}

func openOld(t *testing.T, native bool, script ...llmtest.Reply) *old {
	t.Helper()
	data, err := os.ReadFile(oldHistory)
	must(err)
	o := &old{file: filepath.Join(t.TempDir(), "history.db"), server: llmtest.New(t, script...)}
	must(os.WriteFile(o.file, data, 0o600))
	ws, err := workspace.New([]workspace.Folder{{Path: t.TempDir()}}, workspace.Disk{})
	must(err)
	provider, err := openai.New(openai.Options{Name: "test", BaseURL: o.server.URL})
	must(err)
	route := chat.Route{Provider: provider, Name: "test/test-model", Model: "test-model", Window: 128_000, Native: native, Images: true}
	o.Manager = ptk.NewManager(ptk.Config{
		Models: oneModel{route: route}, Workspace: ws, History: history.New(o.file),
		Tools: tools.NewManager(tools.Builtin(tools.Can{}), ws, tools.Options{}),
	})
	t.Cleanup(func() {
		provider.Close()
		if err := o.Close(); err != nil {
			t.Error(err)
		}
		if n := o.Notices(); len(n) > 0 {
			t.Errorf("the history was not read: %q", n)
		}
	})
	return o
}

// all lists the conversations, page by page.
func (o *old) all(t *testing.T, query string) (infos []transcript.Info) {
	t.Helper()
	page := transcript.Page{Query: query, Limit: 2}
	for {
		some, next, err := o.Conversations(t.Context(), page)
		must(err)
		infos = append(infos, some...)
		if page.Cursor = next; next == "" {
			return infos
		}
	}
}

// golden compares texts with those of an archive in testdata/history.
func golden(t *testing.T, name string, got []txtar.File) {
	t.Helper()
	path := filepath.Join("testdata/history", name)
	text := txtar.Format(&txtar.Archive{Files: got})
	if *update {
		must(os.WriteFile(path, text, 0o644))
	}
	want, err := txtar.ParseFile(path)
	must(err)
	if len(want.Files) != len(got) {
		t.Errorf("%s has %d texts, and these are %d", path, len(want.Files), len(got))
	}
	for i, f := range got[:min(len(got), len(want.Files))] {
		before, now := strings.TrimSuffix(string(want.Files[i].Data), "\n"), strings.TrimSuffix(string(f.Data), "\n")
		if d := cmp.Diff(before, now); d != "" || want.Files[i].Name != f.Name {
			t.Errorf("%s: %s (-before +now):\n%s", path, f.Name, d)
		}
	}
}

// conversationName is that of a conversation in the golden texts.
func conversationName(i transcript.Info) string { return strings.TrimLeft(i.ID, "GOLDEN0") }

func TestOldHistoryIsListed(t *testing.T) {
	o := openOld(t, false)
	var b strings.Builder
	for _, i := range o.all(t, "") {
		fmt.Fprintf(&b, "%s %q, %d turns, %s, forked from %q, running %v, %s to %s\n", i.ID, i.Title, i.Turns, i.Model, i.ForkedFrom,
			i.Running, i.Created, i.Updated)
	}
	golden(t, "list.txtar", []txtar.File{{Name: "list", Data: []byte(b.String())}})
}

func TestOldHistoryIsSearched(t *testing.T) {
	o := openOld(t, false)
	for query, want := range map[string]string{
		"labels":                "9",           // in a title
		"pears fresh":           "2 1",         // in an answer, and in its copy
		"squeaks":               "",            // in a file that was only attached
		"thanks":                "1",           // in a message
		"silent heard":          "8",           // in a turn that was cut off
		"then wait":             "6",           // in the second turn, which was cut off
		"nobody":                "8 7",         // in two of them
		"winter":                "9 4",         // in a title first
		"OSTRICH":               "",            // was deleted
		"an":                    "7 4 2 9 3 1", // anywhere in titles, and at the beginning of words
		`"quotes" & <PTK_CALL>`: "2 1",
	} {
		var got []string
		for _, i := range o.all(t, query) {
			got = append(got, conversationName(i))
		}
		if d := cmp.Diff(want, strings.Join(got, " ")); d != "" {
			t.Errorf("%s (-want +got):\n%s", query, d)
		}
	}
}

func TestOldHistoryIsReadInPages(t *testing.T) {
	o := openOld(t, false)
	for _, i := range o.all(t, "") {
		_, whole, err := o.Conversation(t.Context(), i.ID)
		must(err)
		var turns []transcript.Turn
		for page, more := (transcript.TurnPage{Limit: 2}), true; more; page.Before = turns[0].ID {
			_, some, earlier, err := o.Turns(t.Context(), i.ID, page)
			must(err)
			turns, more = slices.Concat(some, turns), earlier
		}
		if d := cmp.Diff(whole, turns, cmpopts.IgnoreUnexported(tools.Result{})); d != "" || len(whole) != i.Turns {
			t.Errorf("%s has %d turns, of %d (-whole +in pages):\n%s", i.Title, len(whole), i.Turns, d)
		}
	}
}

func TestOldHistoryIsExported(t *testing.T) {
	o := openOld(t, false)
	for _, f := range []wire.ExportFormat{wire.FormatMarkdown, wire.FormatJSON} {
		var got []txtar.File
		for _, i := range o.all(t, "") {
			info, turns, err := o.Conversation(t.Context(), i.ID)
			must(err)
			text, err := wire.Export(f, info, turns)
			must(err)
			got = append(got, txtar.File{Name: conversationName(i), Data: []byte(text)})
		}
		golden(t, string(f)+".txtar", got)
	}
}

func TestOldHistoryIsCounted(t *testing.T) {
	o := openOld(t, false)
	var b strings.Builder
	ids := []string{""}
	for _, i := range o.all(t, "") {
		ids = append(ids, i.ID)
	}
	for _, id := range ids {
		stats, usage, err := o.Stats(t.Context(), id)
		must(err)
		fmt.Fprintf(&b, "%q: %d in, %d out, %d cached, estimated %v, $%.6f, estimated %v, %d of %d\n", id,
			usage.InputTokens, usage.OutputTokens, usage.CachedTokens, usage.Estimated, usage.CostUSD, usage.CostEstimated,
			usage.ContextTokens, usage.ContextWindow)
		for _, s := range stats {
			fmt.Fprintf(&b, "  %s: %d calls, %d failures, %d cached, %s, %s\n", s.Name, s.Calls, s.Failures, s.Cached, s.P50, s.P95)
		}
	}
	golden(t, "stats.txtar", []txtar.File{{Name: "stats", Data: []byte(b.String())}})
}

// TestOldHistoryContinues compares the prompts of the next turns, byte for byte, without the system prompt and the tools, which are
// not part of the history.
func TestOldHistoryContinues(t *testing.T) {
	for name, native := range map[string]bool{"text": false, "native": true} {
		t.Run(name, func(t *testing.T) {
			o := openOld(t, native, llmtest.Always(llmtest.Say("So it is.")))
			var got []txtar.File
			for _, i := range o.all(t, "") {
				for _, say := range []string{"And now?", "Really?"} { // the second reads what the first has written
					n := len(o.server.Requests())
					r, err := o.Chat(t.Context(), chat.Request{Message: say, ConversationID: i.ID}, func(chat.Event) {})
					must(err)
					requests := o.server.Requests()
					if !r.Success || len(requests) != n+1 {
						t.Fatalf("%s: %+v, %d requests", i.Title, r.Error, len(requests)-n)
					}
					got = append(got, txtar.File{Name: conversationName(i) + ": " + say, Data: prompt(requests[n].Messages)})
					if err := checkCalls(requests[n].Messages); native && err != nil {
						t.Error(i.Title, err)
					}
				}
			}
			golden(t, "prompts-"+name+".txtar", got)
		})
	}
}

// prompt writes messages for the comparison, without the first, which is the system prompt.
func prompt(messages []llm.Message) []byte {
	var b bytes.Buffer
	for _, m := range messages[1:] {
		fmt.Fprintf(&b, "== %s", m.Role)
		if m.ToolCallID != "" {
			fmt.Fprintf(&b, ", result of %s, failed %v", m.ToolCallID, m.IsError)
		}
		b.WriteString(" ==\n")
		for _, i := range m.Images {
			fmt.Fprintf(&b, "= picture %s, %d bytes, %x =\n", i.MIME, len(i.Data), sha256.Sum256(i.Data))
		}
		for _, c := range m.ToolCalls {
			fmt.Fprintf(&b, "= call %d %s %s %s =\n", c.Index, c.ID, c.Name, c.Arguments)
		}
		b.WriteString(m.Content + "¶\n")
	}
	return b.Bytes()
}

func TestOldHistoryIsForkedRenamedAndDeleted(t *testing.T) {
	o := openOld(t, false)
	for _, i := range o.all(t, "") {
		_, turns, err := o.Conversation(t.Context(), i.ID)
		must(err)
		if last := turns[len(turns)-1]; last.Result != nil {
			o.checkFork(t, i, last.ID, turns)
		} else if _, err := o.Fork(t.Context(), i.ID, last.ID); !errors.Is(err, history.ErrNoTurn) {
			t.Errorf("%s: forked at a turn that was cut off: %v", i.Title, err)
		}
		must(o.Delete(t.Context(), i.ID))
		if _, _, err := o.Conversation(t.Context(), i.ID); !errors.Is(err, ptk.ErrUnknownConversation) {
			t.Errorf("%s: %v", i.Title, err)
		}
	}
	for _, i := range o.all(t, "") {
		must(o.Delete(t.Context(), i.ID))
	}
	must(o.Close())
	data, err := os.ReadFile(o.file)
	must(err)
	for _, word := range []string{"squeaks", "Nobody", "apples", "labels"} {
		if bytes.Contains(data, []byte(word)) {
			t.Errorf("%q is still in the file", word)
		}
	}
}

// checkFork copies a whole conversation, and renames the copy.
func (o *old) checkFork(t *testing.T, i transcript.Info, turnID string, turns []transcript.Turn) {
	t.Helper()
	id, err := o.Fork(context.Background(), i.ID, turnID)
	must(err)
	must(o.Rename(t.Context(), id, "A copy of "+i.Title))
	info, copied, err := o.Conversation(t.Context(), id)
	must(err)
	if info.Title != "A copy of "+i.Title || info.ForkedFrom != i.ID {
		t.Errorf("%+v", info)
	}
	for k := range copied { // a copy has its own id
		copied[k].Events[0], copied[k].Result.ConversationID = turns[k].Events[0], i.ID
	}
	if d := cmp.Diff(turns, copied, cmpopts.IgnoreUnexported(tools.Result{})); d != "" {
		t.Errorf("%s (-original +copy):\n%s", i.Title, d)
	}
}
