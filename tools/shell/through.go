package shell

import (
	"slices"
	"strings"
)

// through looks at the command in a command that is not free; it is false where there is none.
func (j *judge) through(name string, cmd *command, args []string, st *state) bool {
	at := st.branch()
	switch name {
	case "sudo", "doas", "su", "pkexec", "run0":
		j.say(AskEach, rankRoot, "runs as another user")
		j.innerRisk(cmd, skip(args, "ugCcDhprtTU"), at)
		return true
	case "eval":
		j.eval(cmd, args, st)
		return true
	case "exec", "builtin":
		j.say(AskEach, rankForm, "runs a command in the place of the shell")
		j.innerRisk(cmd, skip(args, "a"), at)
		return true
	case "xargs", "parallel":
		j.say(AskEach, rankRuns, "runs a command with arguments that are not known before")
		j.innerRisk(cmd, skip(args, "adEIiLnPsjS"), at)
		return true
	case "find":
		j.findRisk(cmd, args, at)
		return false
	case "env":
		return j.envRisk(cmd, args, at)
	case "bash", "sh", "zsh", "dash", "ksh", "ash", "fish", "rbash", "mksh":
		return j.shellRisk(name, cmd, args, at)
	case "flock", "script", "watch", "ssh", "strace", "ltrace", "gdb", "chroot", "unshare", "nsenter", "busybox", "toybox", "systemd-run", "setpriv", "firejail", "bwrap":
		j.say(AskEach, rankCode, "runs another command by %s", name)
		for i := range args[:min(50, len(args))] {
			j.destroysAt(cmd, i, at)
		}
		return true
	}
	valued, ok := map[string]string{"nohup": "", "time": "fo", "timeout": "ks", "nice": "n", "ionice": "cnp", "stdbuf": "ioe", "setsid": "", "command": "", "caffeinate": "", "unbuffer": "", "chrt": "", "taskset": ""}[name]
	if !ok {
		return false
	}
	i := skip(args, valued)
	switch name {
	case "timeout", "chrt", "taskset":
		i++ // the time, the priority, the mask
	case "time":
		j.say(AskEach, rankForm, "has time do things of its own")
	}
	if _, known := wrapped(name, cmd.args); !known {
		j.say(AskEach, rankForm, "runs another command by %s in a way that isn't looked through", name)
	}
	j.innerRisk(cmd, i, at)
	return true
}

// innerRisk judges the command that begins at the argument i.
func (j *judge) innerRisk(cmd *command, i int, st *state) {
	if in := cmd.from(i); in != nil {
		j.simple(in, st)
		return
	}
	if i < len(cmd.args) {
		j.interprets++
		j.say(AskEach, rankCode, "runs a program whose name is not known before")
	}
}

// destroysAt only looks whether a command to be refused begins at the argument i.
func (j *judge) destroysAt(cmd *command, i int, st *state) {
	in := cmd.from(i)
	if in == nil {
		return
	}
	args, _ := in.texts()
	if why := destructive(base(in.name), args, j.w.Home); why != "" {
		j.say(Refuse, rankDestroys, "%s", why)
	}
	if strings.ContainsAny(in.name, " ;&|") {
		j.script(in.name, st)
	}
}

// skip returns the place of the first argument that is no option; the letters are of options that take a value.
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

// envRisk looks at the variables that are set before the command; without one env prints them.
func (j *judge) envRisk(cmd *command, args []string, st *state) bool {
	for i := 0; i < len(args); i++ {
		a := args[i]
		name, text, set := strings.Cut(a, "=")
		switch {
		case a == "-u" || a == "-i" || a == "-" || a == "-0" || a == "--":
			j.say(AskEach, rankForm, "has env take variables away")
			if a == "-u" {
				i++
			}
		case strings.HasPrefix(a, "-"):
			j.say(AskEach, rankCode, "has env change more than variables")
			if i+1 < len(args) {
				j.script(args[i+1], st)
			}
		case set && cmd.args[i].known:
			if !harmlessSetting(name, text) {
				j.say(AskEach, rankCode, "sets %s, which may change what programs do", name)
			}
		default:
			j.innerRisk(cmd, i, st)
			return true
		}
	}
	j.say(AskEach, rankReads, "prints the environment, which may hold secrets")
	return true
}

// eval puts its arguments together to a script.
func (j *judge) eval(cmd *command, args []string, st *state) {
	j.say(AskEach, rankCode, "evaluates a text as a command")
	if slices.ContainsFunc(cmd.args, func(f field) bool { return !f.known }) {
		j.interprets++
		return
	}
	j.script(strings.Join(args, " "), st)
}

// shellRisk looks into bash -c; a script file or the standard input can't be looked into.
func (j *judge) shellRisk(name string, cmd *command, args []string, st *state) bool {
	for i, a := range args {
		if len(a) > 1 && a[0] == '-' && a[1] != '-' && strings.Contains(a, "c") {
			if i+1 >= len(args) || !cmd.args[i+1].known {
				j.interprets++
				j.say(AskEach, rankCode, "runs a script that is not known before")
				return true
			}
			j.say(AskEach, rankForm, "runs a script by %s", name)
			j.script(args[i+1], st)
			return true
		}
		if !cmd.args[i].known {
			break
		}
		if a == "" || a[0] != '-' {
			key := j.placed(cmd.env+cmd.text(), st)
			j.interprets++
			j.ask(rankCode, exactly(key), exactWords(key), "runs the script %s", a)
			return true
		}
	}
	j.interprets++
	j.say(AskEach, rankCode, "has %s run what it reads", name)
	return true
}

// findRisk looks at the actions of find that run commands, delete or write.
func (j *judge) findRisk(cmd *command, args []string, st *state) {
	for i, a := range args {
		switch a {
		case "-exec", "-execdir", "-ok", "-okdir":
			j.say(AskEach, rankRuns, "runs a command on each file that find comes to")
			end := i + 1
			for end < len(args) && args[end] != ";" && args[end] != "+" {
				end++
			}
			if i+1 < end {
				j.innerRisk(&command{name: cmd.name, args: cmd.args[i+1 : end]}, 0, st)
			}
		case "-delete":
			j.say(AskEach, rankDeletes, "deletes each file that find comes to")
		case "-fprint", "-fprint0", "-fprintf", "-fls":
			j.say(AskEach, rankOverwrites, "writes a file by %s", a)
		case "-files0-from":
			j.say(AskEach, rankReads, "looks in places that are not known before")
		}
	}
}
