package shell

import (
	"slices"
	"strings"
)

// wrapped looks through a command that runs another; it is false where the command runs none.
func (c *classifier) wrapped(name string, cmd *command, args []string, depth int) bool {
	switch name {
	case "env":
		return c.env(cmd, args, depth)
	case "sudo", "doas", "su", "pkexec", "run0":
		c.say(AskEach, "", "runs as another user")
		c.inner(cmd, skip(args, "ugCcDhprtTU"), depth)
		return true
	case "eval":
		c.eval(cmd, args, depth)
		return true
	case "find":
		return c.find(cmd, args, depth)
	case "xargs", "parallel":
		c.say(AskEach, "", "runs a command with arguments that are not known before")
		c.inner(cmd, skip(args, "adEIiLnPsjS"), depth)
		return true
	case "bash", "sh", "zsh", "dash", "ksh", "ash", "fish", "rbash", "mksh":
		return c.shell(name, cmd, args, depth)
	case "flock", "script", "watch", "ssh", "strace", "ltrace", "gdb", "chroot", "unshare", "nsenter", "busybox", "toybox", "systemd-run", "setpriv", "firejail", "bwrap":
		c.say(AskEach, "", "runs another command by %s", name)
		for i := range args {
			c.destroysAt(cmd, i, depth)
		}
		return true
	}
	valued, ok := map[string]string{"nohup": "", "time": "fo", "timeout": "ks", "nice": "n", "ionice": "cnp", "stdbuf": "ioe", "setsid": "", "command": "", "builtin": "", "exec": "a", "caffeinate": "", "unbuffer": "", "chrt": "", "taskset": ""}[name]
	if !ok {
		return false
	}
	at := skip(args, valued)
	switch name {
	case "timeout", "chrt", "taskset":
		at++ // the time, the priority, the mask
	case "time":
		if len(args) > 0 && at > 0 {
			c.say(AskEach, "", "has time write a file, or do other things of its own")
		}
	case "command":
		if slices.ContainsFunc(args, func(a string) bool { return a == "-v" || a == "-V" }) {
			return true
		}
	}
	c.inner(cmd, at, depth)
	return true
}

// inner classifies the command that begins at the argument i.
func (c *classifier) inner(cmd *command, i, depth int) {
	if in := cmd.from(i + 1); len(in.words) > 0 {
		c.command(in, depth+1)
	}
}

// destroysAt only looks whether a command to be refused begins at the argument i.
func (c *classifier) destroysAt(cmd *command, i, depth int) {
	in := cmd.from(i + 1)
	args, _ := in.args()
	if why := destructive(in.name(), args); why != "" {
		c.say(Refuse, "", "%s", why)
	}
	if in.words[0].known && strings.ContainsAny(in.words[0].text, " ;&|") {
		c.script(in.words[0].text, depth+1)
	}
}

// skip gives the place of the first argument that is no option; the letters are of options that take a value.
func skip(args []string, valued string) int {
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--":
			return i + 1
		case len(a) < 2 || a[0] != '-':
			return i
		case a[1] != '-' && len(a) == 2 && strings.Contains(valued, a[1:]):
			i++
		}
	}
	return len(args)
}

// env looks at the variables that are set before the command; without one it prints them.
func (c *classifier) env(cmd *command, args []string, depth int) bool {
	for i := 0; i < len(args); i++ {
		a := args[i]
		name, _, set := strings.Cut(a, "=")
		switch {
		case a == "-u":
			i++
		case a == "-i" || a == "-" || a == "-0" || a == "--":
		case strings.HasPrefix(a, "-"):
			c.say(AskEach, "", "has env change more than variables")
			if i+1 < len(args) {
				c.script(args[i+1], depth+1)
			}
		case set && cmd.words[i+1].known:
			if steers(name) {
				c.say(AskEach, "", "sets %s, which may change what programs do", name)
			}
		default:
			c.inner(cmd, i, depth)
			return true
		}
	}
	return true
}

// eval puts its arguments together to a script.
func (c *classifier) eval(cmd *command, args []string, depth int) {
	for _, w := range cmd.words[1:] {
		if !w.known {
			c.say(AskEach, "", "evaluates a command that is not known before")
			return
		}
	}
	c.script(strings.Join(args, " "), depth+1)
}

// shell looks into bash -c; a script file or the standard input can't be looked into.
func (c *classifier) shell(name string, cmd *command, args []string, depth int) bool {
	for i, a := range args {
		if len(a) > 1 && a[0] == '-' && a[1] != '-' && strings.Contains(a, "c") {
			if i+1 >= len(args) || !cmd.words[i+2].known {
				c.say(AskEach, "", "runs a script that is not known before")
				return true
			}
			if name == "fish" || strings.Trim(a, "-celux") != "" {
				c.say(AskEach, "", "runs a script of %s", name)
			}
			c.script(args[i+1], depth+1)
			return true
		}
		if !cmd.words[i+1].known {
			break
		}
		if a == "" || a[0] != '-' {
			c.say(Ask, cmd.text(), "runs the script %s", a)
			return true
		}
	}
	if slices.Equal(args, []string{"--version"}) {
		return true
	}
	c.say(AskEach, "", "has %s run what it reads", name)
	return true
}

// find runs commands and deletes by its own actions.
func (c *classifier) find(cmd *command, args []string, depth int) bool {
	for i, a := range args {
		switch a {
		case "-exec", "-execdir", "-ok", "-okdir":
			c.say(AskEach, "", "runs a command on each file that find comes to")
			end := i + 1
			for end < len(args) && args[end] != ";" && args[end] != "+" {
				end++
			}
			if i+1 < end {
				c.command(&command{cmd.words[i+2 : end+1]}, depth+1)
			}
		case "-delete":
			c.say(AskEach, "", "deletes each file that find comes to")
		case "-fprint", "-fprint0", "-fprintf", "-fls":
			c.say(AskEach, "", "writes a file by %s", a)
		case "-files0-from":
			c.say(AskEach, "", "looks in places that are not known before")
		}
	}
	return false
}
