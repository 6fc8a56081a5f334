package ptk_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// hiddenToken looks like a token of GitHub and contains a canary.
const (
	hiddenCanary = "kQ8vT2mZx5LrW9pJ4cNyB7hD3sFgA6uE1oRi"
	hiddenToken  = "ghp_" + hiddenCanary
	hiddenMask   = "ghp_…[masked: a GitHub token]"
)

// warned returns the warnings of a turn, one a line.
func warned(events []chat.Event) string {
	var b strings.Builder
	for _, e := range events {
		if w, ok := e.(chat.Warning); ok {
			b.WriteString(w.Message + "\n")
		}
	}
	return b.String()
}

func TestAttachedCredentialsAreMasked(t *testing.T) {
	b := newBench(t, []string{
		"app.yaml", "a: 1\ntoken: " + hiddenToken + "\n", ".env", "PASSWORD=the-password\n", "plain.txt", "plain\n",
	}, llmtest.Always(llmtest.Say("ok")))
	for name, from := range map[string]string{"soft.txt": ".env", "hard.txt": ".env"} {
		make := os.Symlink
		if name == "hard.txt" {
			make, from = os.Link, filepath.Join(b.dir, from)
		}
		if err := make(from, filepath.Join(b.dir, name)); err != nil {
			t.Skip(err)
		}
	}
	for _, c := range []struct {
		request            chat.Request
		has, hasNot, warns string
	}{
		{chat.Request{Message: "see @app.yaml"}, hiddenMask, hiddenCanary, "app.yaml holds what looks like a GitHub token"},
		{chat.Request{Message: "see @app.yaml:2"}, hiddenMask, hiddenCanary, "app.yaml holds what looks like a GitHub token"},
		{
			chat.Request{Message: "see", Attachments: []chat.Attachment{{Name: "clipboard", Text: "x " + hiddenToken}}},
			hiddenMask, hiddenCanary, "clipboard holds what looks like a GitHub token",
		},
		{chat.Request{Message: "see @.env"}, "PASSWORD=the-password", "masked", ".env may hold secrets"},
		{chat.Request{Message: "see @soft.txt"}, "could not be attached", "the-password", "it leads to .env"},
		{chat.Request{Message: "see @hard.txt"}, "could not be attached", "the-password", "it is the same file as .env"},
		{chat.Request{Message: "see @plain.txt"}, "plain", "masked", ""},
		{chat.Request{Message: "my token is " + hiddenToken}, hiddenToken, "masked", ""},
	} {
		_, events := b.chat(t, t.Context(), c.request)
		got, warnings := lastMessage(b), warned(events)
		if !strings.Contains(got, c.has) || strings.Contains(got, c.hasNot) ||
			!strings.Contains(warnings, c.warns) || c.warns == "" && warnings != "" {
			t.Errorf("%s: the model got %s\nthe user %s", c.request.Message, got, warnings)
		}
	}
}

// shown is an editor that shows a list with a credential.
type shown struct {
	workspace.Disk
	dir string
}

func (s shown) Context(context.Context) (*workspace.Context, error) {
	at := filepath.Join(s.dir, "app.yaml")
	return &workspace.Context{Active: at, Listed: []workspace.Listed{{Path: at, Line: 2, Text: "token: " + hiddenToken}}}, nil
}

// No credential gets into a request from the screen, from instructions or from the results of tools.
func TestNoRequestHoldsACredential(t *testing.T) {
	editor := func(b *bench) workspace.Editor { return shown{Disk: workspace.Disk{Ask: b.ask}, dir: b.dir} }
	b := newBenchWith(t, editor, tools.Can{Shell: &tools.Shell{Temp: t.TempDir()}}, []string{
		"AGENTS.md", "Push with " + hiddenToken + ".\n", "sub/AGENTS.md", "Here with " + hiddenToken + ".\n",
		"sub/app.yaml", "token: " + hiddenToken + "\n", "app.yaml", "token: " + hiddenToken + "\n",
	},
		llmtest.Say(call("read_file", `{"path":"app.yaml"}`)+"\n"+call("search_code", `{"query":"token"}`)),
		llmtest.Say(`<PTK_CALL>{"tool":"bash","args":{"command":"cat app.yaml"}}</PTK_CALL>`), llmtest.Always(llmtest.Say("ok")))
	b.answer.Decision = workspace.Reject
	b.chat(t, t.Context(), chat.Request{Message: "go on with @sub/app.yaml"})
	requests := b.server.Requests()
	if len(requests) < 3 {
		t.Fatalf("%d requests", len(requests))
	}
	masks := 0
	for i, r := range requests {
		for _, m := range r.Messages {
			if strings.Contains(m.Content, hiddenCanary) {
				t.Errorf("request %d: %s", i, m.Content)
			}
			masks += strings.Count(m.Content, hiddenMask)
		}
	}
	if masks < 6 {
		t.Errorf("%d masks; something is missing in the requests", masks)
	}
}
