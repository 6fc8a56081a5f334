package ptk

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ptk-lsp/ptk/chat"
)

// wishes are what a command's file asks of the turn.
type wishes struct {
	mode  chat.Mode
	model string   // "provider/model"
	tools []string // nil where it says nothing
	// project is true where the file is one of the workspace.
	project bool
	// problems are what is wrong with the file.
	problems []string
}

// parseCommand reads a command's file: Markdown, with fields between lines of --- at its head where there are some. A file of
// the workspace can't choose the model: what is sent to whom is the user's own choice.
func parseCommand(name, text string, trusted bool) command {
	c := command{name: name, wishes: wishes{project: !trusted}}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if rest, ok := strings.CutPrefix(text, "---\n"); ok {
		if head, body, ok := strings.Cut(rest, "\n---\n"); ok {
			text = body
			for line := range strings.Lines(head) {
				c.field(line, trusted)
			}
		}
	}
	c.text = strings.TrimSpace(text)
	first, _, _ := strings.Cut(c.text, "\n")
	c.description = short(oneLine(cmp.Or(c.description, strings.TrimLeft(first, "# "))), maxDescription)
	c.hint = short(oneLine(c.hint), maxDescription)
	return c
}

// maxDescription is how many characters of a command's description and of its hint are shown.
const maxDescription = 80

// field takes a line of the head; fields that are not known are other programs'.
func (c *command) field(line string, trusted bool) {
	key, value, _ := strings.Cut(line, ":")
	value = strings.Trim(strings.TrimSpace(value), `"'`)
	switch w := &c.wishes; strings.TrimSpace(key) {
	case "description":
		c.description = value
	case "argument-hint":
		c.hint = value
	case "mode":
		if w.mode = chat.Mode(value); !slices.Contains([]chat.Mode{chat.ModeAsk, chat.ModePlan, chat.ModeAgent}, w.mode) {
			w.mode = ""
			w.problems = append(w.problems, fmt.Sprintf("mode: %q is not one of ask, plan, agent", value))
		}
	case "model":
		if w.model = value; !trusted {
			w.model = ""
			w.problems = append(w.problems, "model: a command of the workspace can't choose the model")
		}
	case "tools":
		w.tools = strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune(", []\"'\t", r) })
	}
}

// commanded is the request with what the command that it begins with asks for. A command can leave things out, and never
// allows more than the request does.
func (m *Manager) commanded(r request) request {
	c, _, ok := m.commandOf(r.Message)
	if !ok {
		return r
	}
	w := c.wishes
	if agent := r.Mode == "" || r.Mode == chat.ModeAgent; w.mode != "" && (agent || w.mode != chat.ModeAgent) {
		r.Mode = w.mode
	}
	r.Model = cmp.Or(w.model, r.Model)
	r.command = w
	return r
}
