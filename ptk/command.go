package ptk

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

//go:embed commands/*.md
var builtinCommands embed.FS

// maxCommand bounds a command's file, in bytes.
const maxCommand = 64 << 10

// command is something that a message can begin with, as "/name arguments".
type command struct {
	name, description string
	hint              string // what its arguments are, for a person
	text              string // what the model is told in its place
	wishes            wishes
	do                func(t *turn, ctx context.Context, args string) (string, error)
}

var commandLine = regexp.MustCompile(`^\s*/([a-zA-Z][\w-]*)(?:\s+([\s\S]*))?$`)

// command finds the command that the message begins with; a message that begins with a path, or with what is no command,
// has none.
func (t *turn) command() (c command, args string, ok bool) { return t.m.commandOf(t.req.Message) }

func (m *Manager) commandOf(message string) (c command, args string, ok bool) {
	found := commandLine.FindStringSubmatch(message)
	if found == nil {
		return c, "", false
	}
	for _, c := range m.commands() {
		if c.name == found[1] {
			return c, strings.TrimSpace(found[2]), true
		}
	}
	return c, "", false
}

// commands gives all commands by name. The workspace's own win over the user's, and those over the built-in ones, except
// for the ones that act by themselves.
func (m *Manager) commands() []command {
	byName := map[string]command{}
	readCommands(byName, builtinCommands, "commands", true)
	if m.cfg.UserDir != "" {
		readCommands(byName, os.DirFS(m.cfg.UserDir), "commands", true)
	}
	for _, f := range m.cfg.Workspace.Folders() {
		if root, err := os.OpenRoot(f.Path); err == nil {
			readCommands(byName, root.FS(), ".ptk/commands", false)
			_ = root.Close() // nothing was written
		}
	}
	byName["compact"] = command{name: "compact", description: "put what is old in this conversation in short for the model", do: (*turn).compactNow}
	if m.cfg.Journal != nil {
		byName["undo"] = command{name: "undo", description: "take back what the last turn changed in files", do: (*turn).undoLast}
	}
	var all []command
	for _, c := range byName {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b command) int { return strings.Compare(a.name, b.name) })
	return all
}

// readCommands reads the commands of a folder; one that can't be read is none. Those of the workspace are not trusted: their
// files may be no links, which could lead to anything.
func readCommands(into map[string]command, from fs.FS, dir string, trusted bool) {
	files, err := fs.Glob(from, dir+"/*.md")
	if err != nil {
		return
	}
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".md")
		stat := fs.Stat
		if !trusted {
			stat = fs.Lstat
		}
		info, err := stat(from, f)
		if err != nil || !info.Mode().IsRegular() || info.Size() > maxCommand || !commandLine.MatchString("/"+name) {
			continue
		}
		if data, err := fs.ReadFile(from, f); err == nil {
			into[name] = parseCommand(name, string(data), trusted)
		}
	}
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
func (t *turn) acted(ctx context.Context) (failure *ChatError, ok bool) {
	c, args, found := t.command()
	if !found || c.do == nil {
		return nil, false
	}
	said, err := c.do(t, ctx, args)
	if err != nil {
		return &ChatError{Code: ToolExecutionFailed, Message: fmt.Sprintf("/%s: %v", c.name, err)}, true
	}
	t.emit(Text{said})
	t.result.Content = said
	return nil, true
}
