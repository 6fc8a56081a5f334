package notation

import (
	"encoding/json"
	"strings"
)

// YAMLStyle is TOOL: read_file, ARGS: and one argument a line, without a tag, at the end of the message; and ReAct's
// Action: read_file, Action Input: {…}.
type YAMLStyle struct{}

// Name returns "yaml".
func (YAMLStyle) Name() string { return "yaml" }

// Starts declares the words before a tool's name.
func (YAMLStyle) Starts() Starts {
	return Starts{Prefixes: []string{"TOOL:", "tool:", "ACTION:", "action:"}, After: ":"}
}

// Start looks for TOOL: or Action: and a tool's name.
func (YAMLStyle) Start(text string, known func(string) int) int {
	found := -1
	for _, word := range []string{"TOOL:", "ACTION:"} {
		head := text[:min(len(text), len(word))]
		if strings.EqualFold(head, word) {
			return startsWithTool(text[len(word):], known)
		}
		if strings.EqualFold(head, word[:len(head)]) {
			found = 0
		}
	}
	return found
}

// startsWithTool reports whether a text begins with a tool's name, as [Loose].Start does.
func startsWithTool(text string, known func(string) int) int {
	name := strings.TrimLeft(text, " \t")
	end := wordEnd(name, 0)
	k := known(name[:end])
	if end == len(name) {
		return min(k, 0)
	}
	if k == 1 {
		return 1
	}
	return -1
}

// Continues accepts blank and indented lines, elements of lists, and the words of the form.
func (YAMLStyle) Continues(line string) bool {
	if line == "" || isBlank(line[0]) || strings.HasPrefix(line, "- ") || line[0] == '}' {
		return true
	}
	word, _, found := strings.Cut(line, ":")
	switch strings.ToUpper(word) {
	case "TOOL", "ACTION", "ARGS", "ARGUMENTS", "PARAMETERS", "ACTION INPUT", "REASONING", "REASON":
		return found
	}
	return false
}

// Read reads one or more calls.
func (YAMLStyle) Read(b Body) ([]Call, error) {
	y := &yamlReader{lines: strings.Split(b.Text, "\n")}
	var calls []Call
	for y.i < len(y.lines) {
		w, ok := y.call()
		if !ok {
			return nil, &Error{Code: ParseError, Message: "these lines are no call"}
		}
		c, _ := resolve(w, b.tools)
		calls = append(calls, c)
	}
	return calls, nil
}

// yamlReader reads the small part of YAML that calls are written in.
type yamlReader struct {
	lines []string
	i     int
}

// call reads from one TOOL line to the next one.
func (y *yamlReader) call() (written, bool) {
	word, name, _ := strings.Cut(y.lines[y.i], ":")
	if !namesTool(strings.ToUpper(strings.TrimSpace(word))) {
		return written{}, false
	}
	w := written{name: strings.TrimSpace(name)}
	var args []member
	for y.i++; y.i < len(y.lines); {
		line := y.lines[y.i]
		key, value, found := strings.Cut(strings.TrimSpace(line), ":")
		value = strings.TrimSpace(value)
		switch upper := strings.ToUpper(key); {
		case strings.TrimSpace(line) == "":
			y.i++
		case strings.HasPrefix(value, "{") && !isBlank(line[0]):
			return y.inline(w, value)
		case !found:
			return w, false
		case !isBlank(line[0]) && namesTool(upper):
			w.args = joinObject(args)
			return w, true
		case !isBlank(line[0]) && (upper == "REASONING" || upper == "REASON"):
			w.reasoning = value
			y.i++
		case !isBlank(line[0]) && value == "":
			y.i++
		case !isBlank(line[0]):
			return w, false
		default:
			args = append(args, member{key, y.value(value, indentOf(line))})
		}
	}
	w.args = joinObject(args)
	return w, true
}

// namesTool reports whether a word precedes a tool's name.
func namesTool(word string) bool { return word == "TOOL" || word == "ACTION" }

// inline reads arguments written as JSON after ARGS:, on one line or several.
func (y *yamlReader) inline(w written, value string) (written, bool) {
	lines := []string{value}
	for y.i++; y.i < len(y.lines); y.i++ {
		if word, _, _ := strings.Cut(y.lines[y.i], ":"); namesTool(strings.ToUpper(word)) {
			break
		}
		lines = append(lines, y.lines[y.i])
	}
	r := newReader(strings.TrimSpace(strings.Join(lines, "\n")))
	r.strict = true
	r.value()
	if r.fault != nil || r.out[0] != '{' || r.pos < len(r.src) {
		return w, false
	}
	w.args = r.out
	return w, true
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// value reads a member's value: on its line, as a block of text, or as a list.
func (y *yamlReader) value(text string, indent int) json.RawMessage {
	y.i++
	if text == "|" || text == "|-" || text == ">" {
		return quoteJSON(y.block(indent, text))
	}
	if text != "" {
		return scalar(text)
	}
	var list []member
	for y.i < len(y.lines) {
		element, found := strings.CutPrefix(strings.TrimSpace(y.lines[y.i]), "- ")
		if !found {
			break
		}
		list = append(list, member{value: scalar(element)})
		y.i++
	}
	if list == nil {
		return json.RawMessage(`""`)
	}
	return joinArray(list)
}

// block reads the lines with a deeper indent.
func (y *yamlReader) block(indent int, mark string) string {
	var lines []string
	inner := -1
	for ; y.i < len(y.lines); y.i++ {
		line := y.lines[y.i]
		if strings.TrimSpace(line) != "" && indentOf(line) <= indent {
			break
		}
		if inner < 0 {
			inner = indentOf(line)
		}
		lines = append(lines, line[min(inner, indentOf(line), len(line)):])
	}
	text := strings.TrimRight(strings.Join(lines, "\n"), "\n")
	if mark == "|" {
		text += "\n"
	}
	return text
}

// scalar reads a value on one line: JSON unchanged, anything else as text.
func scalar(text string) json.RawMessage {
	if json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	if made, _ := bareValue(text); made != "" {
		return json.RawMessage(made)
	}
	r := newReader(text)
	if _, n := r.quoteAt(); n > 0 || text[0] == '[' || text[0] == '{' {
		if r.value(); r.fault == nil && r.pos == len(text) {
			return r.out
		}
	}
	return quoteJSON(text)
}
