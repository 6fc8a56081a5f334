package llm

// PicturesApart moves the pictures of native tool results to a user message after the results of an answer's calls, for providers
// that accept none in results.
func PicturesApart(conversation []Message) []Message {
	out := make([]Message, 0, len(conversation))
	var pictures []Image
	flush := func() {
		if len(pictures) > 0 {
			out = append(out, Message{Role: User, Content: "(The pictures of the results above, in order.)", Images: pictures})
			pictures = nil
		}
	}
	for _, m := range conversation {
		if m.Role != ToolRole || m.ToolCallID == "" {
			flush()
			out = append(out, m)
			continue
		}
		pictures = append(pictures, m.Images...)
		m.Images = nil
		out = append(out, m)
	}
	flush()
	return out
}
