package shell

import (
	"slices"
	"strings"
)

// through judges the command that a command with a question runs. It reports false if there is none.
func (cs *commands) through(name string, cmd *command, args []string, st *state) bool {
	at := st.branch()
	switch name {
	case "sudo", "doas", "su", "pkexec", "run0":
		cs.say(AskEach, rankRoot, "runs as another user")
		cs.innerRisk(cmd, skip(args, "ugCcDhprtTU"), at)
		return true
	case "eval":
		cs.eval(cmd, args, st)
		return true
	case "exec", "builtin":
		cs.say(AskEach, rankForm, "replaces the shell by a command")
		cs.innerRisk(cmd, skip(args, "a"), at)
		return true
	case "xargs", "parallel":
		cs.say(AskEach, rankRuns, "runs a command with arguments that are not known in advance")
		cs.innerRisk(cmd, skip(args, "adEIiLnPsjS"), at)
		return true
	case "find":
		cs.findRisk(cmd, args, at)
		return false
	case "env":
		return cs.envRisk(cmd, args, at)
	case "bash", "sh", "zsh", "dash", "ksh", "ash", "fish", "rbash", "mksh":
		return cs.shellRisk(name, cmd, args, at)
	case "flock", "script", "watch", "ssh", "strace", "ltrace", "gdb", "chroot", "unshare", "nsenter", "busybox", "toybox",
		"systemd-run", "setpriv", "firejail", "bwrap":
		cs.say(AskEach, rankCode, "runs another command with %s", name)
		for i := range args[:min(50, len(args))] {
			cs.destroysAt(cmd, i, at)
		}
		return true
	}
	valued, ok := map[string]string{
		"nohup": "", "time": "fo", "timeout": "ks", "nice": "n", "ionice": "cnp", "stdbuf": "ioe", "setsid": "", "command": "",
		"caffeinate": "", "unbuffer": "", "chrt": "", "taskset": "",
	}[name]
	if !ok {
		return false
	}
	i := skip(args, valued)
	switch name {
	case "timeout", "chrt", "taskset":
		i++ // the time, the priority, the mask
	case "time":
		cs.say(AskEach, rankForm, "uses options of time")
	}
	if _, known := wrapped(name, cmd.args); !known {
		cs.say(AskEach, rankForm, "runs another command with %s in a way that can't be checked", name)
	}
	cs.innerRisk(cmd, i, at)
	return true
}

// innerRisk judges the command that begins at argument i.
func (cs *commands) innerRisk(cmd *command, i int, st *state) {
	if in := cmd.from(i); in != nil {
		cs.simple(in, st)
		return
	}
	if i < len(cmd.args) {
		cs.interprets++
		cs.say(AskEach, rankCode, "runs a program whose name is not known in advance")
	}
}

// destroysAt checks only whether a command that is refused begins at argument i.
func (cs *commands) destroysAt(cmd *command, i int, st *state) {
	in := cmd.from(i)
	if in == nil {
		return
	}
	args, _ := in.texts()
	if why := destructive(base(in.name), args, cs.world.Home); why != "" {
		cs.say(Refuse, rankDestroys, "%s", why)
	}
	if strings.ContainsAny(in.name, " ;&|") {
		cs.script(in.name, st)
	}
}

// skip returns the index of the first argument that is no option. valued are the letters of options with a value.
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

// envRisk judges the variables that env sets for a command. Without a command env prints all variables.
func (cs *commands) envRisk(cmd *command, args []string, st *state) bool {
	for i := 0; i < len(args); i++ {
		a := args[i]
		name, text, set := strings.Cut(a, "=")
		switch {
		case a == "-u" || a == "-i" || a == "-" || a == "-0" || a == "--":
			cs.say(AskEach, rankForm, "has env remove variables")
			if a == "-u" {
				i++
			}
		case strings.HasPrefix(a, "-"):
			cs.say(AskEach, rankCode, "has env change more than variables")
			if i+1 < len(args) {
				cs.script(args[i+1], st)
			}
		case set && cmd.args[i].known:
			if !harmlessSetting(name, text) {
				cs.say(AskEach, rankCode, "sets %s, which may change what programs do", name)
			}
		default:
			cs.innerRisk(cmd, i, st)
			return true
		}
	}
	cs.say(AskEach, rankReads, "prints the environment, which may hold secrets")
	return true
}

// eval judges its joined arguments as a script.
func (cs *commands) eval(cmd *command, args []string, st *state) {
	cs.say(AskEach, rankCode, "evaluates a text as a command")
	if slices.ContainsFunc(cmd.args, func(f field) bool { return !f.known }) {
		cs.interprets++
		return
	}
	cs.script(strings.Join(args, " "), st)
}

// shellRisk judges the script of bash -c. A script file or the standard input can't be judged.
func (cs *commands) shellRisk(name string, cmd *command, args []string, st *state) bool {
	for i, a := range args {
		if len(a) > 1 && a[0] == '-' && a[1] != '-' && strings.Contains(a, "c") {
			if i+1 >= len(args) || !cmd.args[i+1].known {
				cs.interprets++
				cs.say(AskEach, rankCode, "runs a script that is not known in advance")
				return true
			}
			cs.say(AskEach, rankForm, "runs a script with %s", name)
			cs.script(args[i+1], st)
			return true
		}
		if !cmd.args[i].known {
			break
		}
		if a == "" || a[0] != '-' {
			key := cs.placed(cmd.env+cmd.text(), st)
			cs.interprets++
			cs.ask(rankCode, exactly(key), "runs the script %s", a)
			return true
		}
	}
	cs.interprets++
	cs.say(AskEach, rankCode, "has %s run what it reads", name)
	return true
}

// findRisk judges the actions of find that run commands, delete or write.
func (cs *commands) findRisk(cmd *command, args []string, st *state) {
	for i, a := range args {
		switch a {
		case "-exec", "-execdir", "-ok", "-okdir":
			cs.say(AskEach, rankRuns, "runs a command on each file that find matches")
			end := i + 1
			for end < len(args) && args[end] != ";" && args[end] != "+" {
				end++
			}
			if i+1 < end {
				cs.innerRisk(&command{name: cmd.name, args: cmd.args[i+1 : end]}, 0, st)
			}
		case "-delete":
			cs.say(AskEach, rankDeletes, "deletes each file that find matches")
		case "-fprint", "-fprint0", "-fprintf", "-fls":
			cs.say(AskEach, rankOverwrites, "writes a file with %s", a)
		case "-files0-from":
			cs.say(AskEach, rankReads, "looks in places that are not known in advance")
		}
	}
}
