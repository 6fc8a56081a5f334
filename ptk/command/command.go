// Package command finds the slash commands that messages begin with, as "/name arguments": built-in ones, and those that the
// user or a workspace defines in files.
package command

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"ptk-lsp/ptk/chat"
)

// ProjectPrefix begins the name by which a command of the workspace is always found, even if its own name is taken.
const ProjectPrefix = "project:"

// Command is what a message can begin with.
type Command struct {
	Name, Description string
	Hint              string // describes the arguments, for a person
	Text              string // replaces the message for the model
	Options           Options
	Project           bool // it is defined in the workspace
	// Acts reports that the program does it itself, without the model.
	Acts bool
}

// Options are what a command's file asks of the turn.
type Options struct {
	Mode     chat.Mode
	Model    string   // "provider/model"
	Tools    []string // nil if the file doesn't name any
	Problems []string // what is wrong with the file
}

var placeholder = regexp.MustCompile(`\$(ARGUMENTS|[1-9])`)

// Expand returns the command's text with its arguments: $ARGUMENTS is replaced by all of them, $1 to $9 by one word
// each. If the text has no placeholder the arguments follow it.
func (c Command) Expand(args string) string {
	fields := strings.Fields(args)
	used := false
	text := placeholder.ReplaceAllStringFunc(c.Text, func(p string) string {
		used = true
		if p == "$ARGUMENTS" {
			return args
		}
		if n, err := strconv.Atoi(p[1:]); err == nil && n <= len(fields) {
			return fields[n-1]
		}
		return ""
	})
	if !used && args != "" {
		text += "\n\n" + args
	}
	return text
}

// Apply returns the request with the mode and the model that the options ask for. They never allow more than the request does.
func (o Options) Apply(r chat.Request) chat.Request {
	if agent := r.Mode == "" || r.Mode == chat.ModeAgent; o.Mode != "" && (agent || o.Mode != chat.ModeAgent) {
		r.Mode = o.Mode
	}
	r.Model = cmp.Or(o.Model, r.Model)
	return r
}
