package shell

import (
	"slices"
	"strings"
)

// command classifies a simple command.
func (c *classifier) command(cmd *command, depth int) {
	if depth > maxDepth {
		c.say(AskEach, "", "has commands in commands too deep to look through")
		return
	}
	name := cmd.name()
	if name == "" || name != "[" && strings.ContainsAny(name, "*?[~") {
		c.say(AskEach, "", "runs a program whose name is not known before")
		return
	}
	args, known := cmd.args()
	if why := destructive(name, args); why != "" {
		c.say(Refuse, "", "%s", why)
		return
	}
	if c.wrapped(name, cmd, args, depth) {
		return
	}
	if why := careless(name, args); why != "" {
		c.say(AskEach, "", "%s", why)
		return
	}
	if readsOnly(name, args, known) {
		c.paths(name, cmd, args)
		return
	}
	if slices.ContainsFunc(args, func(a string) bool { r := c.pathReach(a); return r == Secret || r == Protected }) {
		c.say(AskEach, "", "runs %s on a file that is protected or may hold secrets", name)
		return
	}
	c.say(Ask, key(name, cmd, args, known), "runs %s", cmd.text())
}

// paths asks for what a command reads outside of the workspace.
func (c *classifier) paths(name string, cmd *command, args []string) {
	if mute(name) {
		return
	}
	for _, a := range operands(name, args) {
		switch c.pathReach(a) {
		case Protected:
			if name == "cd" {
				c.say(AskEach, "", "goes to the folder %s, which is protected", a)
			}
		case Outside:
			c.say(Ask, cmd.text(), "reads %s, outside the workspace", a)
		case Secret:
			c.say(AskEach, "", "reads %s, which may hold secrets", a)
		}
	}
}

// pathReach gives the most careful of what an argument may mean as a path: itself, or the value of an option.
func (c *classifier) pathReach(arg string) Reach {
	reach := Inside
	tries := []string{arg}
	if _, value, ok := strings.Cut(arg, "="); ok {
		tries = append(tries, value)
	}
	if _, value, ok := strings.Cut(arg, ":"); ok { // git's rev:path
		tries = append(tries, value)
	}
	if len(arg) > 2 && arg[0] == '-' && arg[1] != '-' {
		tries = append(tries, arg[2:])
	}
	for _, t := range tries {
		if t == "" || t[0] == '-' || t == "/dev/null" {
			continue
		}
		if r := c.reach(t); r > reach {
			reach = r
		}
	}
	return reach
}

// key is what "always" would allow: the command with its subcommand where it has some, else all of it.
func key(name string, cmd *command, args []string, known bool) string {
	if !known {
		return "" // can't be had: nobody knows what it would allow
	}
	depth, ok := subcommands()[name]
	if !ok || len(args) < depth {
		return cmd.text()
	}
	for _, a := range args[:depth] {
		if !plainWord(a) {
			return cmd.text()
		}
	}
	if depth == 0 {
		return name
	}
	switch {
	case args[0] == "run" && slices.Contains([]string{"npm", "pnpm", "yarn", "bun"}, name) && len(args) > 1 && plainWord(args[1]):
		depth = 2 // the script's name
	case slices.Contains([]string{"run", "exec", "x", "dlx", "tool", "shell"}, args[0]):
		return cmd.text() // what it runs may be anything
	}
	return strings.Join(append([]string{name}, args[:depth]...), " ")
}

// plainWord is true for what looks like a subcommand rather than an option, a path or a pattern.
func plainWord(s string) bool {
	return s != "" && s[0] != '-' && !strings.ContainsAny(s, "/*?[~=$ ") && s != "." && s != ".."
}

// subcommands are the programs whose first arguments say what they do, with how many of them.
func subcommands() map[string]int {
	return map[string]int{
		"git": 1, "go": 1, "cargo": 1, "npm": 1, "pnpm": 1, "yarn": 1, "bun": 1, "deno": 1, "make": 0, "just": 1, "pip": 1, "pip3": 1, "uv": 1, "poetry": 1,
		"docker": 1, "podman": 1, "kubectl": 1, "helm": 1, "terraform": 1, "gh": 2, "glab": 2, "dotnet": 1, "mvn": 1, "gradle": 1, "bundle": 1, "rake": 1,
		"composer": 1, "mix": 1, "rustup": 1, "swift": 1, "flutter": 1, "dart": 1, "zig": 1, "stack": 1, "cabal": 1, "sbt": 1, "bazel": 1,
		"pytest": 0, "jest": 0, "vitest": 0, "tsc": 0, "eslint": 0, "prettier": 0, "gofmt": 0, "golangci-lint": 1, "ruff": 1, "mypy": 0, "black": 0,
	}
}
