package llm

// PicturesApart gives messages in which no native tool result has pictures, for providers that take none there: they
// follow the results of an answer's calls as a message of the user.
func PicturesApart(conversation []Message) []Message {
	out := make([]Message, 0, len(conversation))
	var pictures []Image
	tell := func() {
		if len(pictures) > 0 {
			out = append(out, Message{Role: User, Content: "(The pictures of the results above, in order.)", Images: pictures})
			pictures = nil
		}
	}
	for _, m := range conversation {
		if m.Role != ToolRole || m.ToolCallID == "" {
			tell()
			out = append(out, m)
			continue
		}
		pictures = append(pictures, m.Images...)
		m.Images = nil
		out = append(out, m)
	}
	tell()
	return out
}
