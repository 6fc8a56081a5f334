package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.lsp.dev/jsonrpc2"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/lsp/wire"
	"ptk-lsp/workspace"
)

func TestConfirm(t *testing.T) {
	q := workspace.Question{Tool: "write_file", Title: "Write a.txt", Risk: "It is overwritten.", Rule: "writes to *.txt"}
	message := func(title string) any { return map[string]any{"title": title} }
	for _, c := range []struct {
		name, capabilities string
		answer             any // nil: an error
		want               workspace.Answer
		fails              bool
	}{
		{
			"allowed with words", able,
			wire.ApproveResult{Decision: "allow_session", Feedback: "go"},
			workspace.Answer{Decision: workspace.AllowSession, Feedback: "go"},
			false,
		},
		{
			"rejected", able,
			wire.ApproveResult{Decision: "reject", Feedback: "no"},
			workspace.Answer{Decision: workspace.Reject, Feedback: "no"},
			false,
		},
		{"an unknown decision", able, wire.ApproveResult{Decision: "maybe"}, workspace.Answer{Decision: workspace.Reject}, true},
		{"an error", able, nil, workspace.Answer{Decision: workspace.Reject}, true},
		{"a button", `{}`, message("Always allow"), workspace.Answer{Decision: workspace.AllowAlways}, false},
		{"no button", `{}`, jsonrpc2.RawMessage("null"), workspace.Answer{Decision: workspace.Reject}, false},
		{"a button that was not there", `{}`, message("OK"), workspace.Answer{Decision: workspace.Reject}, false},
		{"no way to ask", `{}`, nil, workspace.Answer{Decision: workspace.Reject}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, c.capabilities, nil)
			if c.answer != nil {
				b.say(wire.MethodApprove, c.answer)
				b.say("window/showMessageRequest", c.answer)
			}
			got, err := b.server.peer.editor.Confirm(context.Background(), q)
			if diff := cmp.Diff(c.want, got); diff != "" || (err != nil) != c.fails {
				t.Errorf("the answer (-want +got), %v:\n%s", err, diff)
			}
		})
	}
}

func TestMessageHasTheAnswersAsButtons(t *testing.T) {
	b := newBench(t, `{}`, nil)
	b.say("window/showMessageRequest", jsonrpc2.RawMessage("null"))
	if _, err := b.server.peer.editor.Confirm(context.Background(), workspace.Question{
		Title: "Write a.txt",
		Risk:  "It is overwritten.",
	}); err != nil {
		t.Fatal(err)
	}
	want := `{"type":2,"message":"PTK asks: It is overwritten.\nWrite a.txt","actions":[{"title":"Allow once"},{"title":"Allow in this ` +
		`session"},{"title":"Reject"}]}`
	if diff := cmp.Diff(want, string(b.await("window/showMessageRequest", 1))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A question that no message shows whole can't be allowed before it was shown whole.
func TestLongQuestionsAreShownBeforeTheyAreAllowed(t *testing.T) {
	lines := workspace.Question{Tool: "bash", Title: "Run: ls…", Risk: "It deletes files.", Command: "ls" + strings.Repeat("\n#", 10_000) +
		"\nrm -rf ~\x00"}
	wide := workspace.Question{Tool: "bash", Title: "Run: ls…", Risk: "It deletes files.", Command: "ls " + strings.Repeat(" ", 1<<20) +
		"; rm -rf ~"}
	for _, c := range []struct {
		name, capabilities string
		shown              bool
		pick               []string
		want               workspace.Decision
		fails              bool
	}{
		{
			"shown, and allowed", `{"window":{"showDocument":{"support":true}}}`, true,
			[]string{"Show all", "Allow once"},
			workspace.AllowOnce,
			false,
		},
		{"allowed unseen", `{"window":{"showDocument":{"support":true}}}`, true, []string{"Allow once"}, workspace.Reject, false},
		{"rejected unseen", `{"window":{"showDocument":{"support":true}}}`, true, []string{"Reject"}, workspace.Reject, false},
		{"could not be shown", `{"window":{"showDocument":{"support":true}}}`, false, []string{"Show all", "Allow once"}, workspace.Reject, true},
		{"can't be shown", `{}`, true, []string{"Allow once"}, workspace.Reject, false},
	} {
		for _, q := range []workspace.Question{lines, wide} {
			t.Run(c.name, func(t *testing.T) {
				b := newBench(t, c.capabilities, nil)
				pick, document := c.pick, ""
				b.answer("window/showMessageRequest", func(_ context.Context, params json.RawMessage) (any, error) {
					if len(params) > 3000 || !strings.Contains(string(params), `"PTK asks: It deletes files.`) {
						t.Errorf("a message of %d bytes: %.200s", len(params), params)
					}
					title := pick[0]
					pick = pick[1:]
					return map[string]any{"title": title}, nil
				})
				b.answer("window/showDocument", func(_ context.Context, params json.RawMessage) (any, error) {
					var p struct{ URI string }
					if err := json.Unmarshal(params, &p); err != nil {
						return nil, err
					}
					document = toPath(toURI(p.URI))
					data, err := os.ReadFile(document)
					if all := string(data); err != nil || !strings.Contains(all, "rm -rf ~") || len(all) < len(q.Command) {
						t.Errorf("%d bytes are shown, %v", len(all), err)
					}
					return map[string]any{"success": c.shown}, nil
				})
				got, err := b.server.peer.editor.Confirm(context.Background(), q)
				if got.Decision != c.want || (err != nil) != c.fails {
					t.Errorf("%+v, %v", got, err)
				}
				if _, err := os.Stat(document); err == nil {
					t.Error("the document is left behind")
				}
			})
		}
	}
}

// When the turn is cancelled while the user is asked, the question is withdrawn; when the editor dies, it is rejected.
func TestQuestionIsWithdrawn(t *testing.T) {
	b := newBench(t, able, []string{"a.txt", "a\n"}, llmtest.Say(call1("write_file", `{"path": "b.txt", "content": "b"}`)))
	asked := make(chan struct{})
	b.answer(wire.MethodApprove, func(ctx context.Context, _ json.RawMessage) (any, error) {
		close(asked)
		return nil, fmt.Errorf("never answered: %w", context.Cause(waitFor(b, "$/cancelRequest")))
	})
	done := make(chan error, 1)
	go func() {
		_, err := b.conn.Call(context.Background(), wire.MethodChat, jsonrpc2.RawMessage(`{"message":"x","workDoneToken":1}`), nil)
		done <- err
	}()
	<-asked
	b.notify("window/workDoneProgress/cancel", map[string]any{"token": 1})
	if err := <-done; codeOf(err) != codeRequestCancelled {
		t.Errorf("the error is %v", err)
	}
	b.await("$/cancelRequest", 1)
	if _, err := os.Stat(b.path("b.txt")); err == nil {
		t.Error("the file was written")
	}
}

// waitFor waits for a message and returns a context.
func waitFor(b *bench, method string) context.Context {
	b.await(method, 1)
	return context.Background()
}
