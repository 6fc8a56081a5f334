package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"ptk-lsp/cmd/ptk-lsp/cli"
	"ptk-lsp/cmd/ptk-lsp/terminal"
	"ptk-lsp/lsp/wire"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/workspace/visible"
)

// jsonView prints each event and the result as a line of JSON.
type jsonView struct{ *cli.Process }

func (v jsonView) event(e chat.Event)  { v.line(wire.FromEvent(e)) }
func (v jsonView) done(r *chat.Result) { v.line(wire.FromResult(r)) }

func (v jsonView) line(value any) {
	data, err := json.Marshal(value)
	if err != nil {
		v.Fail(err)
		return
	}
	fmt.Fprintf(v.Stdout, "%s\n", visible.JSON(data))
}

// textView prints the answer on stdout and everything else on stderr.
type textView struct{ term *terminal.Terminal }

func (v textView) event(e chat.Event) {
	switch e := e.(type) {
	case chat.Text:
		v.term.Answer(e.Text)
	case chat.Iteration:
		v.term.KeepAnswer()
	case chat.ToolCallStart:
		v.note("• %s", visible.Line(e.Title))
	case chat.ToolResult:
		v.toolResult(e)
	case chat.Retry:
		v.retry(e)
	case chat.Plan:
		for _, p := range e.Entries {
			v.note("  [%s] %s", p.Status, visible.Line(p.Content))
		}
	case chat.UserMessage:
		v.term.KeepAnswer()
		v.note("> %s", e.Text)
	case chat.Warning:
		v.note("warning: %s", e.Message)
	case chat.TurnStart, chat.Reasoning, chat.ToolOutput, chat.UsageUpdate:
		// not shown
	}
}

// retry reports that the model is asked again, or another one, and that the answer so far is void.
func (v textView) retry(e chat.Retry) {
	if v.term.DropAnswer() {
		v.note("(the answer above was interrupted and starts again)")
	}
	if e.Model != "" {
		v.note("%s", e.Reason)
		return
	}
	if e.Of > 0 {
		v.note("try %d of %d in %s: %s", e.Attempt+1, e.Of, e.Delay.Round(100*time.Millisecond), e.Reason)
		return
	}
	v.note("trying again in %s: %s", e.Delay.Round(100*time.Millisecond), e.Reason)
}

func (v textView) toolResult(e chat.ToolResult) {
	if err := e.Result.Err; err != nil {
		v.note("  %s failed: %s", visible.Line(cmp.Or(e.Tool, "call")), err.Message)
		return
	}
	for _, line := range e.Result.Preview {
		v.note("  %s", visible.Line(strings.ReplaceAll(line, "\t", "    ")))
	}
}

func (v textView) done(r *chat.Result) {
	v.term.KeepAnswer()
	v.term.EndLine()
	if r.Cancelled {
		v.note("stopped")
	}
	switch {
	case r.Error == nil:
	case r.Error.IsLimit():
		v.note("Paused. %s %s", r.Error.Message, r.Error.Suggestion)
	default:
		v.note("%s: %s %s", r.Error.Code, r.Error.Message, r.Error.Suggestion)
	}
}

func (v textView) note(format string, args ...any) { v.term.Note(fmt.Sprintf(format, args...)) }
