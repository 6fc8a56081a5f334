package offline

import (
	"fmt"
	"strings"
)

// asksForProblems matches the errors and warnings of the editor.
func asksForProblems(q *question) bool {
	if !q.has("error", "errors", "warning", "warnings", "problem", "problems", "diagnostic", "diagnostics", "lỗi", "cảnh báo") {
		return false
	}
	about := q.has("what", "which", "any", "are there", "is there", "show", "list", "how many", "get", "tell me", "check",
		"nào", "không", "có", "liệt kê", "bao nhiêu")
	return about && len(q.identifiers) == 0 && len(q.quoted) == 0 &&
		!q.has("how does", "how do", "how is", "how are", "why", "handled", "handle", "handling", "mean", "find", "search", "where",
			"message", "type", "code")
}

func listProblems(q *question, w *draft) error {
	args := map[string]any{}
	if file := q.file(); file != "" {
		args["file"] = file
	}
	if len(w.tools) > 0 && !w.tools["get_diagnostics"] {
		w.writef("I don't know: errors and warnings come from an editor, and no editor that reports them is connected. Ask from your editor.",
			"Tôi không biết: lỗi và cảnh báo do trình soạn thảo báo, mà hiện không có trình soạn thảo nào kết nối.")
		return nil
	}
	r, err := w.call("Ask the editor for errors and warnings.", "get_diagnostics", args)
	if err != nil {
		return err
	}
	if r.failure != "" {
		w.writef("I don't know: %s", "Tôi không biết: %s", r.failure)
		return nil
	}
	list := severe(r.Diagnostics, q)
	if len(list) == 0 {
		w.writef("The editor reports none%s.", "Trình soạn thảo không báo lỗi nào%s.", forFile(q.file()))
		return nil
	}
	w.writef("The editor reports %d%s:", "Trình soạn thảo báo %d%s:", len(list), forFile(q.file()))
	for _, d := range list {
		message := strings.Join(strings.Fields(d.Message), " ")
		fmt.Fprintf(&w.text, "- %s **%s**: %s", place(w.display(d.Path), d.Line, d.Line), d.Severity, message)
		if d.Source != "" {
			fmt.Fprintf(&w.text, " (%s)", d.Source)
		}
		w.text.WriteByte('\n')
	}
	return nil
}

func forFile(file string) string {
	if file == "" {
		return ""
	}
	return " (`" + file + "`)"
}

// severe returns only errors, or only warnings, if the question names only those.
func severe(all []diagnostic, q *question) []diagnostic {
	errors := q.has("error", "errors", "lỗi")
	warnings := q.has("warning", "warnings", "cảnh báo", "problem", "problems", "diagnostic", "diagnostics")
	if errors == warnings {
		return all
	}
	var list []diagnostic
	for _, d := range all {
		if errors && d.Severity == "error" || warnings && (d.Severity == "warning" || q.has("problem", "problems", "diagnostic", "diagnostics")) {
			list = append(list, d)
		}
	}
	return list
}
