package offline

import (
	"regexp"
	"strconv"
	"strings"
)

// asksForText matches a plain search.
func asksForText(q *question) bool { return wantedText(q) != "" }

var textPattern = lazily(`(?i)^(?:please\s+|hãy\s+)?(?:search(?:\s+for)?|grep(?:\s+for)?|find(?:\s+all)?|tìm(?:\s+kiếm)?|` +
	`which files\s+(?:contain|mention|use|import)|(?:tệp|file) nào (?:chứa|dùng|có))\s+(.+?)[?.]*$`)

// wantedText returns what to search for, or "".
func wantedText(q *question) string {
	if q.has("todo", "todos", "fixme", "fixmes") &&
		q.has("which", "what", "any", "find", "list", "show", "are there", "where", "all", "how many", "tìm", "có") {
		if q.has("fixme", "fixmes") {
			return "FIXME"
		}
		return "TODO"
	}
	m := textPattern().FindStringSubmatch(q.text)
	switch {
	case m == nil:
		return ""
	case len(q.quoted) > 0:
		return q.quoted[0]
	case q.has("defined", "definition", "declared", "used", "called", "references", "usages", "files", "định nghĩa"):
		return ""
	}
	wanted := m[1]
	for _, word := range []string{"the text ", "the word ", "the string ", "occurrences of ", "mentions of ", "all ", "chữ ", "từ "} {
		wanted = strings.TrimPrefix(wanted, word)
	}
	wanted, _, _ = strings.Cut(wanted, " in the ")
	wanted = strings.Trim(strings.TrimSuffix(wanted, "()"), "`")
	if strings.Count(wanted, " ") > 3 {
		return "" // a description rather than a text
	}
	return wanted
}

func findText(q *question, w *draft) error {
	const most = 40
	text := wantedText(q)
	pattern := regexp.QuoteMeta(text)
	if pattern == text && text == strings.ToUpper(text) {
		pattern = `\b` + pattern + `\b`
	}
	r, err := w.search("Search for "+text+".", pattern, most)
	if err != nil {
		return err
	}
	if len(r.Matches) == 0 {
		if r, err = w.search("Search in any letter case.", "(?i)"+regexp.QuoteMeta(text), most); err != nil {
			return err
		}
	}
	if len(r.Matches) == 0 {
		w.writef("Nothing in this workspace contains %s.", "Không có gì trong workspace chứa %s.", inlineCode(text))
		return nil
	}
	w.matches(r, inlineCode(text), most)
	return nil
}

// matches lists what a search found.
func (o *output) matches(r result, what string, most int) {
	files := map[string]bool{}
	for _, m := range r.Matches {
		files[m.Path] = true
	}
	more := ""
	if r.Truncated || r.cut || len(r.Matches) >= most {
		more = "+"
	}
	lines, in := counted(len(r.Matches), more, "line"), counted(len(files), more, "file")
	if o.question.vi {
		lines, in = counted(len(r.Matches), more, ""), counted(len(files), more, "")
	}
	o.writef("%s is in %s of %s:", "%s có ở %sdòng trong %stệp:", what, lines, in)
	for _, m := range r.Matches {
		o.item(m)
	}
	if more != "" {
		o.writef("\nThere are more.", "\nVẫn còn nữa.")
	}
}

// counted returns a number with its English noun, if one is given; more is "+" if there are more.
func counted(n int, more, thing string) string {
	if thing != "" && (n != 1 || more != "") {
		thing += "s"
	}
	return strconv.Itoa(n) + more + " " + thing
}
