package offline

// asksForChange is for what takes a language model: writing, changing, running.
func asksForChange(q *question) bool {
	return q.begins("write", "fix", "refactor", "implement", "add", "create", "change", "rename", "delete", "remove", "translate", "convert",
		"improve", "optimize", "optimise", "generate", "update", "replace", "run", "build", "commit", "move", "make", "document", "review",
		"viết", "sửa", "thêm", "tạo", "đổi", "xoá", "xóa", "cải thiện", "dịch", "chạy", "cập nhật")
}

// declineChange says so, and shows where the change would have to be made.
func declineChange(q *question, w *draft) error {
	w.writef("I can't do that: I am `offline/search`, I search and quote and am no language model. I change nothing.",
		"Tôi không làm được việc này: tôi là `offline/search`, chỉ tìm và trích dẫn, không phải mô hình ngôn ngữ. Tôi không thay đổi gì cả.")
	for _, name := range q.identifiers {
		found, err := w.definitions(symbolOf(name))
		if err == errWaiting {
			return err
		}
		if len(found) == 0 {
			continue
		}
		w.writef("The place to begin is the definition of `%s`:", "Có thể bắt đầu từ định nghĩa của `%s`:", name)
		if err := w.showDefinition(found[0]); err == errWaiting {
			return err
		}
		break
	}
	w.abilities()
	return nil
}
