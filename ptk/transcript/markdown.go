package transcript

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/clip"
	"ptk-lsp/tools"
)

// Markdown returns a conversation as a Markdown document: messages, tool calls and answers.
func Markdown(info Info, turns []Turn) string {
	w := &markdown{}
	w.line("# " + cmp.Or(clip.OneLine(info.Title), "Conversation"))
	about := []string{info.Created.Format("2006-01-02 15:04"), info.Model, counted(len(turns), "turn")}
	w.line("*" + joined(about) + "*")
	for _, t := range turns {
		w.turn(t)
	}
	return w.b.String()
}

// markdown writes paragraphs with a blank line between, and the items of a list without.
type markdown struct {
	b      strings.Builder
	inList bool
	titles map[string]string // of the turn's calls
	kinds  map[string]tools.Kind
}

func (w *markdown) line(s string) {
	if w.b.Len() > 0 {
		w.b.WriteString("\n")
	}
	w.b.WriteString(strings.TrimSpace(s) + "\n")
	w.inList = false
}

func (w *markdown) item(s string) {
	if !w.inList {
		w.b.WriteString("\n")
	}
	w.b.WriteString("- " + s + "\n")
	w.inList = true
}

// fence writes a verbatim text within the item before it.
func (w *markdown) fence(language, text string) {
	marks := strings.Repeat("`", max(3, longestRun(text, '`')+1))
	w.b.WriteString("\n  " + marks + language + "\n")
	for line := range strings.Lines(strings.TrimRight(text, "\n") + "\n") {
		w.b.WriteString("  " + line)
	}
	w.b.WriteString("  " + marks + "\n")
	w.inList = false
}

func (w *markdown) turn(t Turn) {
	w.titles, w.kinds = map[string]string{}, map[string]tools.Kind{}
	w.line("## You")
	mode := ""
	if t.Mode != "" && t.Mode != chat.ModeAgent {
		mode = string(t.Mode)
	}
	w.line("*" + joined([]string{t.Started.Format("2006-01-02 15:04"), mode}) + "*")
	w.message(t.Message, t.Attachments)
	w.line("## Assistant")
	last := lastPlan(t.Events)
	for i, e := range t.Events {
		w.event(e, i == last)
	}
	w.end(t.Result)
}

// message writes what the user said, and what was attached.
func (w *markdown) message(text string, attachments []chat.Attachment) {
	w.line(text)
	for _, a := range attachments {
		w.item("attached: " + shownAttachment(a))
	}
}

func shownAttachment(a chat.Attachment) string {
	if a.StartLine > 0 {
		return fmt.Sprintf("%s, lines %d to %d", a.Path, a.StartLine, a.EndLine)
	}
	return cmp.Or(a.Path, a.Name)
}

// lastPlan returns the index of the last plan among the events, -1 if there is none.
func lastPlan(events []chat.Event) int {
	last := -1
	for i, e := range events {
		if _, ok := e.(chat.Plan); ok {
			last = i
		}
	}
	return last
}

func (w *markdown) event(e chat.Event, lastPlan bool) {
	switch e := e.(type) {
	case chat.Text:
		if strings.TrimSpace(e.Text) != "" {
			w.line(e.Text)
		}
	case chat.UserMessage:
		w.line("## You")
		w.message(e.Text, e.Attachments)
		w.line("## Assistant")
	case chat.ToolCallStart:
		w.titles[e.ID], w.kinds[e.ID] = e.Title, e.Kind
	case chat.ToolResult:
		w.result(e)
	case chat.Plan:
		if lastPlan {
			w.plan(e)
		}
	case chat.Warning:
		w.line("*" + clip.OneLine(e.Message) + "*")
	case chat.TurnStart, chat.Iteration, chat.Reasoning, chat.ToolOutput, chat.Retry, chat.UsageUpdate:
	}
}

// plan writes the steps as a check list.
func (w *markdown) plan(p chat.Plan) {
	w.line("Plan:")
	for _, e := range p.Entries {
		mark := " "
		if e.Status == "completed" {
			mark = "x"
		}
		text := clip.OneLine(e.Content)
		if e.Status == "in_progress" {
			text += " *(in progress)*"
		}
		w.item("[" + mark + "] " + text)
	}
	w.inList = false
}

// result writes a call with its result: the failure, the change, or the end of a command's output.
func (w *markdown) result(e chat.ToolResult) {
	title := clip.OneLine(cmp.Or(w.titles[e.ID], e.Tool))
	switch r := e.Result; {
	case r == nil || e.Tool == tools.PlanTool && r.Err == nil:
	case r.Err != nil:
		w.item(title + " — failed: " + clip.OneLine(r.Err.Message))
	case r.Diff != nil:
		w.item(title)
		w.fence("diff", r.Diff.Unified)
	case w.kinds[e.ID] == tools.KindExecute && len(r.Preview) > 0:
		w.item(title)
		w.fence("text", strings.Join(r.Preview, "\n"))
	default:
		w.item(title)
	}
}

// end writes how the turn ended and what it used.
func (w *markdown) end(r *chat.Result) {
	if r == nil {
		return
	}
	if r.Error != nil {
		w.line(fmt.Sprintf("*%s: %s*", r.Error.Code, clip.OneLine(r.Error.Message)))
	}
	if r.Cancelled {
		w.line("*stopped*")
	}
	cost, tokens := "", ""
	if r.Usage.CostUSD > 0 {
		cost = fmt.Sprintf("$%.4f", r.Usage.CostUSD)
	}
	if r.Usage.InputTokens > 0 {
		tokens = fmt.Sprintf("%d tokens in, %d out", r.Usage.InputTokens, r.Usage.OutputTokens)
	}
	if about := joined([]string{tokens, cost, took(r.Duration)}); tokens != "" {
		w.line("*" + about + "*")
	}
}

func took(d time.Duration) string {
	if d < time.Second {
		return ""
	}
	return d.Round(time.Second).String()
}

// joined joins the parts that are not empty.
func joined(parts []string) string {
	var there []string
	for _, p := range parts {
		if p != "" {
			there = append(there, p)
		}
	}
	return strings.Join(there, " · ")
}

func counted(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// longestRun returns the length of the longest run of c in s.
func longestRun(s string, c byte) (longest int) {
	run := 0
	for i := range len(s) {
		if s[i] != c {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}
