package command

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/clip"
)

// maxDescription is the number of characters of a description and of a hint that are shown.
const maxDescription = 80

// parse reads a command's file: Markdown, with an optional head of fields between lines of ---. A file of the workspace can't
// choose the model: the user alone decides which provider gets the messages.
func parse(name, text string, project bool) Command {
	c := Command{Name: name, Project: project}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if rest, ok := strings.CutPrefix(text, "---\n"); ok {
		if head, body, ok := strings.Cut(rest, "\n---\n"); ok {
			text = body
			for line := range strings.Lines(head) {
				c.parseField(line)
			}
		}
	}
	c.Text = strings.TrimSpace(text)
	first, _, _ := strings.Cut(c.Text, "\n")
	c.Description = clip.Runes(clip.OneLine(cmp.Or(c.Description, strings.TrimLeft(first, "# "))), maxDescription)
	c.Hint = clip.Runes(clip.OneLine(c.Hint), maxDescription)
	return c
}

// parseField reads a line of the head. It ignores unknown fields, which belong to other programs.
func (c *Command) parseField(line string) {
	key, value, _ := strings.Cut(line, ":")
	value = strings.Trim(strings.TrimSpace(value), `"'`)
	switch o := &c.Options; strings.TrimSpace(key) {
	case "description":
		c.Description = value
	case "argument-hint":
		c.Hint = value
	case "mode":
		if o.Mode = chat.Mode(value); !slices.Contains([]chat.Mode{chat.ModeAsk, chat.ModePlan, chat.ModeAgent}, o.Mode) {
			o.Mode = ""
			o.Problems = append(o.Problems, fmt.Sprintf("mode: %q is not one of ask, plan, agent", value))
		}
	case "model":
		if o.Model = value; c.Project {
			o.Model = ""
			o.Problems = append(o.Problems, "model: a command of the workspace can't choose the model")
		}
	case "tools":
		o.Tools = strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune(", []\"'\t", r) })
	}
}
