package shell

import (
	"slices"
	"strings"
)

// command is a simple command with its words expanded.
type command struct {
	name string
	args []field
	env  string // variables that are set for it, as code that ends with a space
}

// texts returns the texts of the arguments; known reports whether all are known.
func (c *command) texts() (args []string, known bool) {
	known = true
	for _, a := range c.args {
		args = append(args, a.text)
		known = known && a.known
	}
	return args, known
}

// from returns the command that begins at argument i; nil if its name isn't known.
func (c *command) from(i int) *command {
	if i >= len(c.args) || !c.args[i].known {
		return nil
	}
	return &command{name: c.args[i].text, args: c.args[i+1:]}
}

// text returns the command as one line.
func (c *command) text() string {
	parts := []string{quote(c.name)}
	for _, a := range c.args {
		if !a.known {
			parts = append(parts, "…")
			continue
		}
		parts = append(parts, quote(a.text))
	}
	return strings.Join(parts, " ")
}

// is reports whether the command has a word among its arguments.
func (c *command) is(word string) bool {
	return slices.ContainsFunc(c.args, func(f field) bool { return f.text == word })
}

// systemFolder reports whether a program is named by a path in a system folder for programs.
func systemFolder(name string) bool {
	dir, _ := cutLast(name)
	return slices.Contains([]string{"/bin", "/usr/bin", "/sbin", "/usr/sbin", "/usr/local/bin", "/opt/homebrew/bin"}, dir)
}

// cutLast cuts a name at its last slash.
func cutLast(name string) (dir, file string) {
	i := strings.LastIndexByte(name, '/')
	return name[:max(i, 0)], name[i+1:]
}

// base returns the name of a program without its folder if that is a system folder.
func base(name string) string {
	if systemFolder(name) {
		_, name = cutLast(name)
	}
	return name
}
