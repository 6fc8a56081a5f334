package command

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"ptk-lsp/workspace"
)

// Config configures a [Library].
type Config struct {
	Workspace *workspace.Workspace
	// UserDir has the user's own commands in its folder "commands"; "" if there is none.
	UserDir string
	// Restricted leaves out the commands of the workspace.
	Restricted bool
	// Actions are the commands that the program does itself.
	Actions []Command
	// Reserved are names that commands of the workspace can't take, beside those of all other commands.
	Reserved []string
	// LeftOut is called with each file or folder that can't be read, also with those that don't exist.
	LeftOut func(path string, err error)
}

// Library has the commands of a workspace. It reads their files each time, so that a change counts at once.
type Library struct{ cfg Config }

// NewLibrary returns a Library.
func NewLibrary(c Config) *Library { return &Library{c} }

// All returns all commands by name. The user's own replace built-in ones, except for actions. Those of the workspace take no
// name that is taken, whatever its case: they are then named "project:name".
func (l *Library) All() []Command {
	byName := map[string]Command{}
	for _, c := range append(builtinCommands(), l.user()...) {
		byName[c.Name] = c
	}
	for _, c := range l.cfg.Actions {
		c.Acts = true
		byName[c.Name] = c
	}
	taken := map[string]bool{}
	for _, name := range l.cfg.Reserved {
		taken[name] = true
	}
	for name := range byName {
		taken[strings.ToLower(name)] = true
	}
	for _, c := range l.project() {
		if taken[strings.ToLower(c.Name)] {
			c.Name = ProjectPrefix + c.Name
		}
		byName[c.Name] = c
	}
	return slices.SortedFunc(maps.Values(byName), func(a, b Command) int { return strings.Compare(a.Name, b.Name) })
}

func (l *Library) user() []Command {
	if l.cfg.UserDir == "" {
		return nil
	}
	return userFolder(l.cfg.UserDir, l.cfg.LeftOut).commands()
}

// project returns the commands of the workspace's folders; the first of a name counts.
func (l *Library) project() (all []Command) {
	if l.cfg.Restricted {
		return nil
	}
	for _, f := range l.cfg.Workspace.Folders() {
		for _, c := range projectFolder(l.cfg.Workspace, f.Path, l.cfg.LeftOut).commands() {
			if !slices.ContainsFunc(all, func(h Command) bool { return h.Name == c.Name }) {
				all = append(all, c)
			}
		}
	}
	return all
}

var commandLine = regexp.MustCompile(`^\s*/((?:` + ProjectPrefix + `)?[a-zA-Z][\w-]*)(?:\s+([\s\S]*))?$`)

// Find returns the command that a message begins with, and its arguments. A message that begins with a path, or with an
// unknown name, has none.
func (l *Library) Find(message string) (c Command, args string, ok bool) {
	found := commandLine.FindStringSubmatch(message)
	if found == nil {
		return c, "", false
	}
	for _, c := range l.All() {
		if c.Name == found[1] || ProjectPrefix+c.Name == found[1] && c.Project {
			return c, strings.TrimSpace(found[2]), true
		}
	}
	return c, "", false
}
