package prompt

import (
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
)

// text writes a message for a model that calls tools in its text.
func (r renderer) text(m chat.Message) llm.Message {
	switch m.Role {
	case llm.Assistant:
		return llm.Message{Role: m.Role, Content: assistantText(r.abridged(m))}
	case llm.ToolRole:
		images, note := r.selectImages(resultImages(m))
		content := r.formatter.Results(r.results(m), r.maxResults(len(m.Results)))
		return llm.Message{Role: m.Role, Content: content + note, Images: images}
	default:
		return r.user(m)
	}
}

// assistantText returns the text of a message of the model, with its calls in the notation even if it made them natively.
func assistantText(m chat.Message) string {
	callsInText := strings.Contains(m.Raw, notation.OpenTag) || strings.TrimSpace(strings.TrimPrefix(m.Raw, m.Text)) != ""
	if len(m.Calls) == 0 || callsInText {
		return m.Raw
	}
	var calls []notation.Call
	for _, c := range m.Calls {
		calls = append(calls, notation.Call{Tool: c.Tool, Args: c.Args, Reasoning: c.Reasoning})
	}
	return strings.TrimSpace(m.Text + "\n" + notation.FormatCalls(calls))
}

// resultImages returns the images of all results of a message.
func resultImages(m chat.Message) (all []llm.Image) {
	for _, r := range m.Results {
		all = append(all, r.Images...)
	}
	return all
}
