package offline

import (
	"encoding/json"
	"strconv"
	"strings"
)

// result is the result of one call.
type result struct {
	failure string // "" after success
	cut     bool   // the end was left out to save space
	Files   []string
	payload
}

// payload is the JSON of a result; only the fields of its tool are set.
type payload struct {
	Error       string       `json:"error"`
	Suggestion  string       `json:"suggestion"`
	Content     string       `json:"content"`
	TotalLines  int          `json:"total_lines"`
	Truncated   bool         `json:"truncated"`
	RawFiles    any          `json:"files"` // of list_files a list, of search_code a number
	Count       int          `json:"count"`
	Matches     []match      `json:"matches"`
	Diagnostics []diagnostic `json:"diagnostics"`
	Results     []chunk      `json:"results"`
}

type match struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

type diagnostic struct {
	Path     string `json:"path"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Severity string `json:"severity"`
	Source   string `json:"source"`
	Message  string `json:"message"`
}

type chunk struct {
	Path  string `json:"path"`
	Start int    `json:"start"`
	End   int    `json:"end"`
}

var cutNote = lazily(`… \[cut: about \d+ of \d+ tokens left out[^\]]*\]$`)

// readResult decodes the text of a result line.
func readResult(failed bool, text string) result {
	var r result
	if at := cutNote().FindStringIndex(text); at != nil {
		r.cut = true
		text = repaired(text[:at[0]])
	}
	err := json.Unmarshal([]byte(text), &r.payload)
	switch {
	case err == nil && r.Error != "":
		r.failure = r.Error
	case failed:
		r.failure = text
	case err != nil && r.Content == "" && r.Matches == nil && r.RawFiles == nil:
		r.failure = "the result can't be read"
	}
	if list, ok := r.RawFiles.([]any); ok {
		for _, f := range list {
			if path, ok := f.(string); ok {
				r.Files = append(r.Files, path)
			}
		}
	}
	return r
}

// repaired closes a JSON object that was cut off. It drops the last element of a list, which may be incomplete, or the last line of a
// long text.
func repaired(text string) string {
	var open []byte // the brackets that are open
	inString, escaped := false, false
	stringAt := 0
	last, lastOpen := 0, ""
	for i := range len(text) {
		c := text[i]
		switch {
		case escaped:
			escaped = false
		case inString && c == '\\':
			escaped = true
		case c == '"':
			if inString = !inString; inString {
				stringAt = i
			} else if len(open) > 1 && open[len(open)-1] == ']' {
				last, lastOpen = i+1, string(open)
			}
		case inString:
		case c == '{':
			open = append(open, '}')
		case c == '[':
			open = append(open, ']')
		case (c == '}' || c == ']') && len(open) > 0:
			open = open[:len(open)-1]
			last, lastOpen = i+1, string(open)
		}
	}
	if inString && len(open) == 1 && strings.HasSuffix(text[:stringAt], `"content":`) {
		if at := strings.LastIndex(text, `\n`); at > stringAt {
			return text[:at] + `"}`
		}
	}
	closing := []byte(text[:last])
	for i := len(lastOpen) - 1; i >= 0; i-- {
		closing = append(closing, lastOpen[i])
	}
	return string(closing)
}

// source is a part of a file.
type source struct {
	path  string // as displayed
	first int    // number of the first line
	lines []string
	total int // lines of the whole file; 0 if unknown
}

// line returns the text of a line by its number in the file.
func (s source) line(n int) string {
	if n < s.first || n > s.last() {
		return ""
	}
	return s.lines[n-s.first]
}

// last returns the number of the last line.
func (s source) last() int { return s.first + len(s.lines) - 1 }

var numbered = lazily(`^ *\d+\t(.*)$`)

// source reads the snippet of a read_file result.
func (d *dialog) source(r result) (source, bool) {
	at := codeTag().FindStringSubmatchIndex(r.Content)
	if at == nil {
		return source{}, false
	}
	s := source{path: d.display(r.Content[at[2]:at[3]]), total: r.TotalLines}
	s.first, _ = strconv.Atoi(r.Content[at[4]:at[5]])
	body := strings.TrimSuffix(strings.TrimRight(r.Content[at[1]:], "\n"), "</code>")
	body = strings.TrimSuffix(strings.TrimPrefix(body, "\n"), "\n")
	for line := range strings.SplitSeq(body, "\n") {
		if m := numbered().FindStringSubmatch(line); m != nil {
			line = m[1]
		}
		s.lines = append(s.lines, strings.TrimSuffix(line, "\r"))
	}
	return s, true
}
