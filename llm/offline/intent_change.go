package offline

// asksForChange matches what needs a language model: writing, changing, running.
func asksForChange(q *question) bool {
	return q.begins("write", "fix", "refactor", "implement", "add", "create", "change", "rename", "delete", "remove", "translate", "convert",
		"improve", "optimize", "optimise", "generate", "update", "replace", "run", "build", "commit", "move", "make", "document", "review",
		"viết", "sửa", "thêm", "tạo", "đổi", "xoá", "xóa", "cải thiện", "dịch", "chạy", "cập nhật")
}

// declineChange says so, and shows the definition that would have to change.
func declineChange(q *question, w *draft) error {
	w.writef("I can't do that: I am `offline/search`, a search without a language model. I only search and quote; I don't change files.",
		"Tôi không làm được việc này: tôi là `offline/search`, chỉ tìm và trích dẫn, không phải mô hình ngôn ngữ. Tôi không thay đổi gì cả.")
	for _, name := range q.identifiers {
		found, err := w.definitions(symbolOf(name))
		if err == errWaiting {
			return err
		}
		if len(found) == 0 {
			continue
		}
		w.writef("A place to start is the definition of `%s`:", "Có thể bắt đầu từ định nghĩa của `%s`:", name)
		if err := w.showDefinition(found[0]); err == errWaiting {
			return err
		}
		break
	}
	w.abilities()
	return nil
}
