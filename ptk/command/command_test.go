package command

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/ptk/chat"
)

func TestExpand(t *testing.T) {
	for _, c := range []struct{ text, args, want string }{
		{"Port $1 to $2.", "a.c Go now", "Port a.c to Go."},
		{"All: $ARGUMENTS", "a b", "All: a b"},
		{"One: $1, two: $2.", "a", "One: a, two: ."},
		{"Be plain.", "and short", "Be plain.\n\nand short"},
		{"Be plain.", "", "Be plain."},
	} {
		if got := (Command{Text: c.text}).Expand(c.args); got != c.want {
			t.Errorf("%q with %q: got %q, want %q", c.text, c.args, got, c.want)
		}
	}
}

func TestParse(t *testing.T) {
	text := "---\r\ndescription: \"looks\"\r\nargument-hint: [what]\r\nmode: ask\r\nmodel: a/b\r\n" +
		"tools: [read_file, list_files]\r\nother: x\r\n---\r\nLook at $1.\r\n"
	want := Command{
		Name: "look", Description: "looks", Hint: "[what]", Text: "Look at $1.",
		Options: Options{Mode: chat.ModeAsk, Model: "a/b", Tools: []string{"read_file", "list_files"}},
	}
	if d := cmp.Diff(want, parse("look", text, false)); d != "" {
		t.Errorf("the user's own (-want +got):\n%s", d)
	}
	want.Project, want.Options.Model = true, ""
	want.Options.Problems = []string{"model: a command of the workspace can't choose the model"}
	if d := cmp.Diff(want, parse("look", text, true)); d != "" {
		t.Errorf("of the workspace (-want +got):\n%s", d)
	}
	if got := parse("x", "# Title\n\nText", false); got.Description != "Title" || got.Options.Tools != nil {
		t.Errorf("without a head: %+v", got)
	}
}

// Options never allow more than the request.
func TestApply(t *testing.T) {
	for _, c := range []struct{ request, option, want chat.Mode }{
		{"", chat.ModeAsk, chat.ModeAsk},
		{chat.ModeAgent, chat.ModePlan, chat.ModePlan},
		{chat.ModeAsk, chat.ModeAgent, chat.ModeAsk},
		{chat.ModePlan, chat.ModeAsk, chat.ModeAsk},
		{chat.ModePlan, "", chat.ModePlan},
	} {
		if got := (Options{Mode: c.option}).Apply(chat.Request{Mode: c.request}); got.Mode != c.want {
			t.Errorf("%q in %q: got %q, want %q", c.option, c.request, got.Mode, c.want)
		}
	}
}
