package workspace

import (
	"bytes"
	"encoding/json"
	"strings"

	"ptk-lsp/workspace/visible"
)

// Gutter is put before each line of text by others in a [Question.Sheet], so that it can't pass for a part of the question.
const Gutter = "│ "

// Sheet returns everything that a person must see before answering q, as lines of plain text: the risk first, then the whole of
// what would be done, then what "always" means, and the model's own words last. Hidden and controlling characters are marked.
func (q Question) Sheet() []string {
	var lines []string
	if q.Risk != "" {
		lines = append(lines, visible.Line(q.Risk))
	}
	if q.Command == "" {
		lines = append(lines, visible.Line(q.Title))
	} else {
		lines = append(lines, "The tool "+visible.Line(q.Tool)+" would run:")
		lines = append(lines, quoted(q.Command)...)
	}
	lines = append(lines, q.arguments()...)
	for _, d := range q.Diff {
		lines = append(lines, splitLines(d.Unified)...)
	}
	if q.Rule != "" {
		lines = append(lines, "Always would mean: "+visible.Line(q.Rule))
	}
	return append(lines, q.words()...)
}

// words returns what the model says about the call.
func (q Question) words() []string {
	var lines []string
	if q.Description != "" {
		lines = append(append(lines, "The model says what it does:"), quoted(q.Description)...)
	}
	if q.Reasoning != "" {
		lines = append(append(lines, "The model says why:"), quoted(q.Reasoning)...)
	}
	return lines
}

// arguments returns the arguments that neither a diff nor the command shows.
func (q Question) arguments() []string {
	if len(q.Diff) > 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(q.Args))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	var lines []string
	for d.More() {
		name, err := d.Token()
		var value json.RawMessage
		if err != nil || d.Decode(&value) != nil {
			return lines
		}
		key, _ := name.(string)
		if q.Command == "" || key != "command" && key != "description" {
			lines = append(lines, argument(key, value)...)
		}
	}
	return lines
}

// argument returns one argument: strings as they are, everything else as JSON.
func argument(name string, value json.RawMessage) []string {
	text := string(value)
	var s string
	if bytes.HasPrefix(value, []byte{'"'}) && json.Unmarshal(value, &s) == nil {
		text = s
	}
	if strings.Contains(text, "\n") {
		return append([]string{visible.Line(name) + ":"}, quoted(text)...)
	}
	return []string{visible.Line(name) + ": " + visible.Line(text)}
}

func quoted(s string) []string {
	lines := splitLines(s)
	for i, l := range lines {
		lines[i] = Gutter + l
	}
	return lines
}

func splitLines(s string) []string {
	return strings.Split(strings.TrimSuffix(visible.Text(s), "\n"), "\n")
}
