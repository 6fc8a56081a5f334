package offline

import (
	"slices"
	"strings"
)

// asksAboutMe matches greetings and questions about the assistant itself.
func asksAboutMe(q *question) bool {
	greetings := []string{"hi", "hello", "hey", "help", "thanks", "thank you", "chào", "xin chào", "chào bạn", "cảm ơn", "giúp"}
	return q.lower == "" || slices.Contains(greetings, strings.Join(q.words, " ")) ||
		q.has("who are you", "what are you", "what can you do", "how can you help", "which model are you", "are you an ai",
			"bạn là ai", "bạn làm được gì", "bạn có thể làm gì")
}

func introduce(_ *question, w *draft) error {
	w.writef("I am `offline/search`, the built-in assistant: I search this workspace and quote what I find. I am not a language model.",
		"Tôi là `offline/search`, trợ lý có sẵn: tôi tìm trong workspace này và trích dẫn những gì tìm thấy. Tôi không phải mô hình ngôn ngữ.")
	w.abilities()
	return nil
}
