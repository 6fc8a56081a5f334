package shell

import (
	"slices"
	"strings"
)

// wrapper judges a command that runs another one, and is free if that is.
func (cs *commands) wrapper(cmd *command, st *state) (code string, how freedom) {
	name := base(cmd.name)
	if slices.Contains([]string{"bash", "sh", "dash", "zsh", "ksh"}, name) {
		return cs.inlineScript(cmd, st)
	}
	at, ok := wrapped(name, cmd.args)
	if !ok {
		return "", unknown
	}
	inner := cmd.from(at)
	path := cs.program(cmd.name)
	if inner == nil || path == "" && name != "command" {
		return "", unknown
	}
	prefix := quote(path) + codes(cmd.args[:at])
	if name == "command" {
		prefix = ""
	}
	if name == "env" {
		for _, a := range cmd.args[:at] {
			variable, text, _ := strings.Cut(a.text, "=")
			if !harmlessSetting(variable, text) {
				cs.say(AskEach, rankCode, "sets %s, which may change what programs do", variable)
			}
		}
	}
	before := cs.reasons()
	code, _ = cs.inner(inner, st)
	if cs.reasons() > before {
		return "", asked
	}
	return strings.TrimPrefix(prefix+" "+code, " "), free
}

// inner judges the command in a wrapper. It must be a program: wrappers run no builtins.
func (cs *commands) inner(in *command, st *state) (code string, sure bool) {
	if slices.Contains([]string{"cd", "set", "exit", "type", "command", ":", "exec", "eval", "source", "."}, in.name) {
		cs.say(AskEach, rankForm, "runs %s through another program", in.name)
		return "", false
	}
	code, sure = cs.simple(in, st.branch())
	if slices.Contains([]string{"echo", "printf", "true", "false", "pwd", "test", "["}, in.name) {
		path := cs.world.Program(in.name)
		if path == "" {
			cs.say(AskEach, rankRuns, "runs %s, which doesn't exist", in.name)
			return "", false
		}
		code = quote(path) + strings.TrimPrefix(code, in.name)
	}
	if strings.HasPrefix(code, "(") { // a script, which needs its own shell there
		code = quote(cs.world.Program("bash")) + " -c " + quote("set -f\n"+code)
	}
	if in.env != "" {
		code = quote(cs.world.Program("env")) + " " + code
	}
	return code, sure
}

// wrapped returns the index of the command in the arguments of a wrapper whose own arguments are all harmless.
func wrapped(name string, args []field) (at int, ok bool) {
	valued, flags := "", []string{}
	switch name {
	case "timeout":
		valued, flags = "ks", []string{"--foreground", "--preserve-status"}
	case "nice":
		valued = "n"
	case "nohup", "command":
	case "env":
		for at < len(args) && strings.Contains(args[at].text, "=") && args[at].known && !strings.HasPrefix(args[at].text, "-") {
			at++
		}
		return at, at < len(args) && args[at].known && !strings.HasPrefix(args[at].text, "-")
	case "stdbuf":
		valued = "ioe"
	default:
		return 0, false
	}
	word := kinds()["word"]
	for ; at < len(args) && args[at].known && strings.HasPrefix(args[at].text, "-"); at++ {
		a := args[at].text
		switch {
		case slices.Contains(flags, a):
		case len(a) == 2 && strings.Contains(valued, a[1:]):
			at++
			if at == len(args) || !args[at].known || !word(args[at].text) {
				return 0, false
			}
		case len(a) > 2 && a[1] != '-' && strings.Contains(valued, a[1:2]) && word(a[2:]):
		default:
			return 0, false
		}
	}
	if name == "timeout" {
		if at == len(args) || !kinds()["duration"](args[at].text) {
			return 0, false
		}
		at++
	}
	return at, at < len(args) && args[at].known
}

// inlineScript judges bash -c by its script, which runs in a subshell instead.
func (cs *commands) inlineScript(cmd *command, st *state) (code string, how freedom) {
	if cmd.env != "" || len(cmd.args) != 2 || !cmd.args[0].known || !cmd.args[1].known {
		return "", unknown
	}
	if flag := cmd.args[0].text; flag != "-c" && flag != "-lc" && flag != "-ec" {
		return "", unknown
	}
	if n := base(cmd.name); n != "bash" && n != "sh" {
		return "", unknown
	}
	in := st.branch()
	clear(in.vars)
	before := cs.reasons()
	code = cs.script(cmd.args[1].text, in)
	if cs.reasons() > before {
		return "", asked
	}
	if cmd.args[0].text == "-ec" {
		code = "set -e\n" + code
	}
	return "(\n" + code + "\n)", free
}
