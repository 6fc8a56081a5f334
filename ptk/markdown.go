package ptk

import (
	"fmt"
	"strings"
	"time"
)

// Markdown writes a conversation down to be read: what was asked, what was done, what was answered.
func Markdown(info ConversationInfo, turns []PastTurn) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s", info.Title, info.Created.Format(time.RFC3339))
	if info.Model != "" {
		b.WriteString(", " + info.Model)
	}
	b.WriteString("\n")
	for _, t := range turns {
		t.markdown(&b)
	}
	return b.String()
}

func (t PastTurn) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "\n## You\n\n%s\n", strings.TrimSpace(t.Message))
	for _, a := range t.Attachments {
		fmt.Fprintf(b, "\n*attached: %s%s*\n", a.Path, a.Name)
	}
	b.WriteString("\n## Assistant\n")
	titles := map[string]string{}
	for _, e := range t.Events {
		switch e := e.(type) {
		case Text:
			if !blank(e.Text) {
				fmt.Fprintf(b, "\n%s\n", strings.TrimSpace(e.Text))
			}
		case UserMessage:
			fmt.Fprintf(b, "\n## You\n\n%s\n\n## Assistant\n", strings.TrimSpace(e.Text))
		case ToolCallStart:
			titles[e.ID] = e.Title
		case ToolResult:
			e.markdown(b, titles[e.ID])
		case Warning:
			fmt.Fprintf(b, "\n*%s*\n", e.Message)
		}
	}
	if t.Result != nil && t.Result.Error != nil {
		fmt.Fprintf(b, "\n*%s: %s*\n", t.Result.Error.Code, t.Result.Error.Message)
	}
	if t.Result != nil && t.Result.Cancelled {
		b.WriteString("\n*stopped*\n")
	}
}

// markdown writes a call with what it came to: its failure, or what it changed.
func (e ToolResult) markdown(b *strings.Builder, title string) {
	if title == "" {
		title = e.Tool
	}
	switch {
	case e.Result.Err != nil:
		fmt.Fprintf(b, "\n- %s: failed: %s\n", title, e.Result.Err.Message)
	case e.Result.Diff != nil:
		fence := strings.Repeat("`", max(3, longestRun(e.Result.Diff.Unified, '`')+1))
		fmt.Fprintf(b, "\n- %s\n\n%sdiff\n%s\n%s\n", title, fence, strings.TrimRight(e.Result.Diff.Unified, "\n"), fence)
	default:
		fmt.Fprintf(b, "\n- %s\n", title)
	}
}

// longestRun is the length of the longest run of c in s.
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
