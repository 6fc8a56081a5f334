package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.lsp.dev/jsonrpc2"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/lsp/wire"
)

// The main way: the model reads a file, gets the text that the user has not saved yet, and answers.
func TestChatReadsUnsavedText(t *testing.T) {
	for _, c := range []struct{ name, capabilities string }{
		{"the editor is asked", `{"experimental":{"ptk":{"readFile":true}}}`},
		{"the document is kept in step", `{}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, c.capabilities, []string{"a.txt", "saved\n"},
				llmtest.Say("Let me see.", call1("read_file", `{"path": "a.txt"}`)), llmtest.Say("It says ", "unsaved."))
			b.say(wire.MethodReadFile, wire.ReadFileResult{Text: "unsaved\n", Dirty: true, Version: 3})
			b.open(b.uri("a.txt"), "saved\n")
			b.change(b.uri("a.txt"), 2, "unsaved\n")
			r := b.chat(`{"message":"What does a.txt say?","partialResultToken":"p","workDoneToken":"w"}`)

			if !r.Success || r.Content != "It says unsaved." || r.Iterations != 2 || r.TotalToolCalls != 1 || r.Model != "test/test-model" {
				t.Errorf("the result is %+v", r)
			}
			if got := b.model.Requests()[1].Last().Content; !strings.Contains(got, "unsaved") {
				t.Errorf("the model got %q", got)
			}
			// What the response came after, it came after whole: nothing is awaited here.
			want := "turn_start\ntext Let me see.\niteration 1 tool_call 0\ntool_call read_file read\ntool_result read_file true\ntext It says " +
				"unsaved.\niteration 2 text 1"
			if diff := cmp.Diff(want, shape(b.values("p"))); diff != "" {
				t.Errorf("events (-want +got):\n%s", diff)
			}
			want = "begin <nil>\nreport 1/50 test/test-model\nreport 1/50 read_file a.txt\nend done"
			if diff := cmp.Diff(want, shape(b.values("w"))); diff != "" {
				t.Errorf("progress (-want +got):\n%s", diff)
			}
		})
	}
}

func TestChatRefusesBadParams(t *testing.T) {
	b := newBench(t, `{}`, nil)
	for _, c := range []struct{ params, want string }{
		{``, "message: is empty"},
		{`{"message":" "}`, "message: is empty"},
		{`{"message":" ","attachments":[]}`, "message: is empty"},
		{`{"message":7}`, "message: can't be this number"},
		{`{"message":"x","mode":"yolo"}`, `mode: "yolo" is not one of ask, plan, agent`},
		{`{"message":"","plan":[]}`, "message: is empty"},
		{`{"message":"","plan":[{"content":" "}]}`, "plan: step 1 is empty"},
		{`{"message":"","mode":"plan","plan":[{"content":"x"}]}`, `plan: is carried out in the mode agent only, not in "plan"`},
		{
			`{"message":"","plan":[{"content":"x","status":"done"}]}`,
			`plan: step 1: the status "done" is not one of pending, in_progress, completed`,
		},
		{`{"message":"","continue":true}`, "continue: needs a conversationId"},
		{`{"message":"x","conversationId":"c","continue":true}`, "continue: needs a conversationId, and goes with no message"},
		{`{"message":"x","maxIterations":0}`, "maxIterations: 0 is less than 1"},
		{`{"message":"x","maxIterations":"many"}`, "maxIterations: can't be a string"},
		{`{"message":"x","maxToolCalls":-1}`, "maxToolCalls: -1 is less than 1"},
		{`{"message":"x","timeoutMs":0}`, "timeoutMs: 0 is less than 1"},
		{`{"message":"x","temperature":3}`, "temperature: 3 is not between 0 and 2"},
		{`{"message":"x","tools":"all"}`, "tools: can't be a string"},
		{`{"message":"x","tools":["nope"]}`, "nope"},
		{`{"message":"x","attachments":[{}]}`, "attachments: each needs a uri, or a name and a text or data"},
		{`{"message":"x","attachments":[{"name":"a","data":"%"}]}`, "attachments: the data of a is not base64"},
		{`{"message":"x","attachments":[{"name":"a","data":"aGVsbG8="}]}`, "attachments: a: it is no PNG, JPEG, GIF or WebP picture"},
		{`{"message":"x","attachments":[{"uri":"a.txt"}]}`, `attachments: "a.txt" is not a URI`},
		{`{"message":"x","attachments":[{"uri":"untitled:1"}]}`, "attachments: untitled:1 is not open in the editor"},
		{`{"message":"x","attachments":[{"uri":"file:///a","range":{"start":1}}]}`, "attachments.0.range.start: can't be this number"},
		{`{"message":"x","partialResultToken":{}}`, "partialResultToken: is neither a number nor a string"},
		{`[]`, "params: can't be a list"},
	} {
		var params any
		if c.params != "" {
			params = jsonrpc2.RawMessage(c.params)
		}
		_, err := b.call(wire.MethodChat, params)
		if codeOf(err) != jsonrpc2.InvalidParams || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is %d %v, want -32602 %s", c.params, codeOf(err), err, c.want)
		}
	}
}

func TestChatRefusesWhatIsUnknown(t *testing.T) {
	b := newBench(t, `{}`, nil)
	for params, data := range map[string]string{
		`{"message":"x","conversationId":"nope"}`: "", `{"message":"x","model":"no/such"}`: `{"kind":"model"}`,
	} {
		_, err := b.call(wire.MethodChat, jsonrpc2.RawMessage(params))
		failed, ok := errors.AsType[*jsonrpc2.Error](err)
		if !ok || failed.Code != codeRequestFailed || string(failed.Data) != data {
			t.Errorf("%s: the error is %+v", params, failed)
		}
	}
}

// A cancelled turn sends all events before its error, and the conversation can continue.
func TestCancelChat(t *testing.T) {
	for _, c := range []struct {
		name   string
		cancel func(b *bench, id jsonrpc2.ID)
	}{
		{"by $/cancelRequest", func(b *bench, id jsonrpc2.ID) {
			n, _ := id.Number()
			b.notify("$/cancelRequest", map[string]any{"id": n})
		}},
		{"by window/workDoneProgress/cancel", func(b *bench, _ jsonrpc2.ID) {
			b.notify("window/workDoneProgress/cancel", map[string]any{"token": "w"})
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, `{}`, nil, llmtest.Stream(llmtest.Text("Once upon"), llmtest.Silence()), llmtest.Say("Yes."))
			b.must(wire.MethodModels, nil, nil) // its id is 1 less than that of the chat
			done := make(chan error, 1)
			go func() {
				_, err := b.conn.Call(context.Background(), wire.MethodChat,
					jsonrpc2.RawMessage(`{"message":"x","partialResultToken":"p","workDoneToken":"w"}`), nil)
				done <- err
			}()
			for len(b.values("p")) < 2 || b.values("p")[1]["kind"] != "text" {
				b.await("$/progress", len(b.taken("$/progress"))+1)
			}
			c.cancel(b, jsonrpc2.NewNumberID(3))
			err := <-done
			if codeOf(err) != codeRequestCancelled {
				t.Fatalf("the error is %d %v", codeOf(err), err)
			}
			var r wire.ChatResult
			if err := json.Unmarshal(err.(*jsonrpc2.Error).Data, &r); err != nil || r.Content != "Once upon" || r.ConversationID == "" {
				t.Errorf("its data is %+v, %v", r, err)
			}
			if got := shape(b.values("w")); !strings.HasSuffix(got, "end cancelled") {
				t.Errorf("the progress is\n%s", got)
			}
			if got := b.chat(fmt.Sprintf(`{"message":"Go on?","conversationId":%q}`, r.ConversationID)); got.Content != "Yes." {
				t.Errorf("after the cancel: %+v", got)
			}
		})
	}
}

func TestSecondChatOnAConversationIsRefused(t *testing.T) {
	gate := make(chan struct{})
	b := newBench(t, `{}`, nil, llmtest.Say("One."), llmtest.Stream(llmtest.Gate(gate), llmtest.Text("Two.")), llmtest.Say("Three."))
	id := b.chat(`{"message":"1"}`).ConversationID
	done := make(chan error, 1)
	go func() {
		_, err := b.conn.Call(context.Background(), wire.MethodChat,
			jsonrpc2.RawMessage(fmt.Sprintf(`{"message":"2","conversationId":%q,"partialResultToken":"p"}`, id)), nil)
		done <- err
	}()
	b.await("$/progress", 1)
	if _, err := b.call(wire.MethodChat, jsonrpc2.RawMessage(fmt.Sprintf(`{"message":"3","conversationId":%q}`,
		id))); codeOf(err) != codeRequestFailed {
		t.Errorf("the second is answered with %d %v", codeOf(err), err)
	}
	close(gate)
	if err := <-done; err != nil {
		t.Error(err)
	}
	b.chat(fmt.Sprintf(`{"message":"3","conversationId":%q}`, id))
}

// If the request has no token, an editor that supports progress is asked to show one. If it refuses, nothing more is sent.
func TestServersOwnProgress(t *testing.T) {
	capabilities := `{"window":{"workDoneProgress":true}}`
	gate := make(chan struct{})
	b := newBench(t, capabilities, nil, llmtest.Stream(llmtest.Gate(gate), llmtest.Text("Hi.")))
	b.say("window/workDoneProgress/create", nil)
	go func() { b.await("$/progress", 1); close(gate) }()
	b.chat(`{"message":"x"}`)
	if got := shape(b.values("ptk-turn-1")); !strings.HasPrefix(got, "begin") || !strings.HasSuffix(got, "end done") {
		t.Errorf("the progress is\n%s", got)
	}

	b = newBench(t, capabilities, nil, llmtest.Say("Hi."))
	b.chat(`{"message":"x"}`) // the fake editor answers create with an error
	if got := b.taken("$/progress"); got != nil {
		t.Errorf("told %s", got)
	}
}

func TestModelsAndTools(t *testing.T) {
	b := newBench(t, `{"experimental":{"ptk":{"diagnostics":true}}}`, nil)
	var models wire.ModelsResult
	b.must(wire.MethodModels, nil, &models)
	if diff := cmp.Diff(wire.ModelsResult{
		Models:  []wire.ModelInfo{{ID: "test/test-model", Provider: "test", Available: true}},
		Current: "test/test-model",
	}, models); diff != "" {
		t.Errorf("models (-want +got):\n%s", diff)
	}
	var all wire.ToolsResult
	b.must(wire.MethodTools, jsonrpc2.RawMessage("{}"), &all)
	i := slices.IndexFunc(all.Tools, func(x wire.ToolInfo) bool { return x.Name == "write_file" })
	if i < 0 || !all.Tools[i].RequiresConfirmation || all.Tools[i].Source != wire.SourceBuiltin ||
		!strings.Contains(string(all.Tools[i].Parameters), `"path"`) {
		t.Errorf("write_file is not told well: %+v", all.Tools)
	}
	if !slices.ContainsFunc(all.Tools, func(x wire.ToolInfo) bool { return x.Name == "get_diagnostics" }) {
		t.Error("get_diagnostics is not offered to an editor that has diagnostics")
	}
}

// What is attached reaches the model: a piece of a file, a document that only the editor has, a text.
func TestAttachments(t *testing.T) {
	b := newBench(t, `{}`, []string{"a.txt", "one\ntwo\nthree\n"}, llmtest.Say("Seen."))
	b.open("untitled:Untitled-1", "draft 1\ndraft 2\n")
	b.chat(fmt.Sprintf(`{"message":"x","attachments":[
		{"uri":%q,"range":{"start":{"line":1,"character":0},"end":{"line":2,"character":0}}},
		{"uri":"untitled:Untitled-1","range":{"start":{"line":1,"character":0},"end":{"line":1,"character":5}}},
		{"name":"note","text":"noted"}]}`, b.uri("a.txt")))
	got := b.model.Requests()[0].Last().Content
	for _, want := range []string{"two", "draft 2", "note", "noted"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	for _, other := range []string{"three", "draft 1"} {
		if strings.Contains(got, other) {
			t.Errorf("%q is in %s", other, got)
		}
	}
}

// The editor dies in the middle of an answer: the turn ends, and with it the process.
func TestEditorDiesInATurn(t *testing.T) {
	b := newBench(t, `{}`, nil, llmtest.Stream(llmtest.Text("Once"), llmtest.Silence()))
	go func() {
		_, _ = b.conn.Call(context.Background(), wire.MethodChat, jsonrpc2.RawMessage(`{"message":"x","partialResultToken":"p"}`), nil)
	}()
	b.await("$/progress", 2)
	b.leave()
	if got := b.exitCode(); got != 1 {
		t.Errorf("the exit code is %d", got)
	}
}
