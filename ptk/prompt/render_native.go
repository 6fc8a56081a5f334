package prompt

import (
	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
)

// native writes a message for a model that calls functions: each call with its id, each result with the id of its call.
func (r renderer) native(m chat.Message) []llm.Message {
	switch m.Role {
	case llm.Assistant:
		return []llm.Message{nativeCalls(r.abridged(m))}
	case llm.ToolRole:
		return r.nativeResults(m)
	default:
		return []llm.Message{r.user(m)}
	}
}

// nativeCalls writes a message of the model. If none of its calls could be read, its whole text is written instead.
func nativeCalls(m chat.Message) llm.Message {
	out := llm.Message{Role: llm.Assistant, Content: m.Text}
	for i, c := range m.Calls {
		if c.Tool != "" {
			out.ToolCalls = append(out.ToolCalls, llm.ToolCall{Index: i, ID: c.ID, Name: c.Tool, Arguments: string(c.Args)})
		}
	}
	if len(out.ToolCalls) == 0 && len(m.Calls) > 0 {
		out.Content = m.Raw
	}
	return out
}

// nativeResults writes a message for each result. What was wrong with calls that could not be read is a message of the user.
func (r renderer) nativeResults(m chat.Message) (out []llm.Message) {
	var unread []notation.Result
	all := r.results(m)
	tokens := r.maxResults(len(m.Results))
	for i, result := range m.Results {
		if result.Tool == "" {
			unread = append(unread, all[i])
			continue
		}
		images, note := r.selectImages(result.Images)
		out = append(out, llm.Message{
			Role: llm.ToolRole, Content: r.formatter.Results(all[i:i+1], tokens/len(m.Results)) + note, Images: images,
			ToolCallID: result.CallID, IsError: !result.OK,
		})
	}
	if len(unread) > 0 {
		out = append(out, llm.Message{Role: llm.User, Content: r.formatter.Results(unread, tokens)})
	}
	return out
}
