package ptk

import (
	"context"
	"embed"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ptk-lsp/ptk/chat"
)

//go:embed commands/*.md
var builtinCommands embed.FS

// command is something that a message can begin with, as "/name arguments".
type command struct {
	name, description string
	hint              string // what its arguments are, for a person
	text              string // what the model is told in its place
	wishes            wishes
	do                func(t *turn, ctx context.Context, args string) (string, error)
}

// projectPrefix begins the name by which a command of the workspace is always found, also where its own is taken.
const projectPrefix = "project:"

var commandLine = regexp.MustCompile(`^\s*/((?:` + projectPrefix + `)?[a-zA-Z][\w-]*)(?:\s+([\s\S]*))?$`)

// commandName is what a command's file may be called, up to [longestName] bytes.
var commandName = regexp.MustCompile(`^[a-zA-Z][\w-]*$`)

const longestName = 64

// command finds the command that the message begins with; a message that begins with a path, or with what is no command,
// has none.
func (t *turn) command() (c command, args string, ok bool) { return t.m.commandOf(t.req.Message) }

func (m *Manager) commandOf(message string) (c command, args string, ok bool) {
	found := commandLine.FindStringSubmatch(message)
	if found == nil {
		return c, "", false
	}
	for _, c := range m.commands() {
		if c.name == found[1] || projectPrefix+c.name == found[1] && c.project() {
			return c, strings.TrimSpace(found[2]), true
		}
	}
	return c, "", false
}

// project reports whether the command is one of the workspace.
func (c command) project() bool { return c.wishes.project }

// commands returns all commands by name. The user's own win over the built-in ones, except for those that act by themselves.
// The workspace's take no name that is taken, whatever its case: such a one is called /project:name.
func (m *Manager) commands() []command {
	byName := map[string]command{}
	for _, c := range m.ownCommands() {
		byName[c.name] = c
	}
	byName["compact"] = command{name: "compact", description: "put what is old in this conversation in short for the model", do: (*turn).compactNow}
	if m.cfg.Journal != nil {
		byName["undo"] = command{name: "undo", description: "take back what the last turn changed in files", do: (*turn).undoLast}
	}
	taken := map[string]bool{"undo": true}
	for name := range byName {
		taken[strings.ToLower(name)] = true
	}
	for _, c := range m.projectCommands() {
		if taken[strings.ToLower(c.name)] {
			c.name = projectPrefix + c.name
		}
		byName[c.name] = c
	}
	return slices.SortedFunc(maps.Values(byName), func(a, b command) int { return strings.Compare(a.name, b.name) })
}

var placeholder = regexp.MustCompile(`\$(ARGUMENTS|[1-9])`)

// expand writes the command's text with its arguments: $ARGUMENTS is all, $1 to $9 one word each. Where the text has no
// place for them they follow it.
func (c command) expand(args string) string {
	fields := strings.Fields(args)
	used := false
	text := placeholder.ReplaceAllStringFunc(c.text, func(p string) string {
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

// asked is the user's message as the model gets it: a command is written out.
func (t *turn) asked() string {
	if c, args, ok := t.command(); ok && c.do == nil {
		return c.expand(args)
	}
	return t.req.Message
}

// acted does what a command does by itself, without the model; ok is false where the message has none.
func (t *turn) acted(ctx context.Context) (failure *chat.Error, ok bool) {
	c, args, found := t.command()
	if !found || c.do == nil {
		return nil, false
	}
	said, err := c.do(t, ctx, args)
	if err != nil {
		return &chat.Error{Code: chat.ToolExecutionFailed, Message: fmt.Sprintf("/%s: %v", c.name, err)}, true
	}
	t.emit(chat.Text{Text: said})
	t.result.Content = said
	return nil, true
}
