package offline

import (
	"bytes"
	"encoding/json"
	"strings"

	"ptk-lsp/llm"
)

// dialog is what the conversation holds: the question to answer, and the results of the calls for it so far.
type dialog struct {
	tools    map[string]bool // that are offered
	roots    []string        // the workspace's folders, absolute
	question *question
	results  map[string]result // by call
}

// call is a tool call in an answer.
type call struct {
	Tool      string         `json:"tool"`
	Args      map[string]any `json:"args"`
	Reasoning string         `json:"reasoning,omitempty"`
}

// key identifies a call, regardless of the order of its arguments.
func (c call) key() string {
	args, err := json.Marshal(c.Args) // which sorts the names
	if err != nil {
		return c.Tool
	}
	return c.Tool + " " + string(args)
}

var (
	toolHeading  = lazily(`(?m)^(?:## |- )([a-z][a-z0-9_]*)(?:\(| *$)`)
	rootLine     = lazily(`(?ms)^The workspace is (/.*?|[A-Za-z]:\\.*?)\.\n\n`)
	oneCall      = lazily(`(?s)<PTK_CALL>\s*(\{.*?\})\s*</PTK_CALL>`)
	resultLine   = lazily(`^PTK_(RESULT|ERROR)(?: \d+/\d+ [\w-]+)?: ?(.*)$`)
	attachment   = lazily(`(?s)\n\nAttached(?: by the user)?:.*`)
	lookingAt    = lazily(`(?s)\n\n\(The user is looking at (.+?)(?:, line \d+(?: to \d+ selected)?)?\.\)$`)
	workspaceMap = lazily(`(?s)\n\n\(The workspace in short, .*?\n\)`)
	codeTag      = lazily(`<code="([^"]*)" #(\d+):(\d+)>`)
)

// readDialog reads a conversation: the system prompt, the questions and the calls since the last of them.
func readDialog(messages []llm.Message) *dialog {
	d := &dialog{tools: map[string]bool{}, results: map[string]result{}}
	var before *question
	var calls []call
	for _, m := range messages {
		switch {
		case m.Role == llm.System:
			d.readPrompt(m.Content)
		case m.Role == llm.Assistant:
			calls = readCalls(m.Content)
		case m.Role == llm.ToolRole:
			d.readResults(calls, m.Content)
		default:
			before, d.question = d.question, d.readQuestion(m.Content)
			d.question.follow(before)
			clear(d.results)
		}
	}
	if d.question == nil {
		d.question = newQuestion("")
	}
	return d
}

func (d *dialog) readPrompt(text string) {
	for _, m := range toolHeading().FindAllStringSubmatch(text, -1) {
		d.tools[m[1]] = true
	}
	if m := rootLine().FindStringSubmatch(text); m != nil {
		d.roots = strings.Split(m[1], "\n")
	}
}

// readQuestion reads a user's message: what the user wrote, and what is attached.
func (d *dialog) readQuestion(text string) *question {
	var active string
	text = workspaceMap().ReplaceAllString(text, "")
	if m := lookingAt().FindStringSubmatchIndex(text); m != nil {
		active, text = text[m[2]:m[3]], text[:m[0]]
	}
	attached := attachment().FindString(text)
	q := newQuestion(strings.TrimSuffix(text, attached))
	q.active = active
	for _, m := range codeTag().FindAllStringSubmatch(attached, -1) {
		q.attached = append(q.attached, d.display(m[1]))
	}
	return q
}

// readCalls returns the calls of one of our answers.
func readCalls(text string) []call {
	var calls []call
	for _, m := range oneCall().FindAllStringSubmatch(text, -1) {
		var c call
		if json.Unmarshal([]byte(m[1]), &c) == nil {
			calls = append(calls, c)
		}
	}
	return calls
}

// readResults assigns the result lines of a tool message to their calls, which have the same order.
func (d *dialog) readResults(calls []call, text string) {
	n := 0
	for line := range strings.Lines(text) {
		m := resultLine().FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil || n == len(calls) {
			continue
		}
		d.results[calls[n].key()] = readResult(m[1] == "ERROR", m[2])
		n++
	}
	for ; n < len(calls); n++ {
		d.results[calls[n].key()] = result{failure: "there was no result"}
	}
}

// display returns a path as the user knows it: relative to the workspace if it is inside.
func (d *dialog) display(path string) string {
	for _, root := range d.roots {
		if rest, ok := strings.CutPrefix(path, strings.TrimRight(root, `/\`)); ok && len(rest) > 1 && (rest[0] == '/' || rest[0] == '\\') {
			return strings.ReplaceAll(rest[1:], `\`, "/")
		}
	}
	return path
}

// written returns a call as text.
func (c call) written() string {
	var b bytes.Buffer
	b.WriteString("<PTK_CALL>\n")
	enc := json.NewEncoder(&b) // escapes < and >, so that no argument can look like a tag
	if err := enc.Encode(c); err != nil {
		return ""
	}
	b.WriteString("</PTK_CALL>\n")
	return b.String()
}
