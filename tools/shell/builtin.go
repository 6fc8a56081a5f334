package shell

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// builtin judges the builtin commands of the shell.
func (cs *commands) builtin(cmd *command, st *state) (code string, sure bool, how freedom) {
	args, known := cmd.texts()
	fixed := func(ok, sure bool) (string, bool, freedom) {
		if !ok || !known {
			return "", false, unknown
		}
		return cmd.name + codes(cmd.args), sure, free
	}
	switch cmd.name {
	case "echo":
		return "echo" + codes(cmd.args), true, free
	case "true", ":", "false":
		return cmd.name, cmd.name != "false", free // with any arguments
	case "pwd":
		return fixed(onlyWords(args, "-P", "-L"), true)
	case "printf":
		if len(args) > 0 && cmd.args[0].known && printfHarmless(args[0]) {
			return "printf" + codes(cmd.args), false, free
		}
	case "exit":
		return fixed(len(args) == 0 || len(args) == 1 && len(args[0]) < 4 && strings.Trim(args[0], "0123456789") == "", false)
	case "set":
		return fixed(setHarmless(args), true)
	case "type":
		return fixed(!slices.ContainsFunc(args, func(a string) bool {
			return strings.HasPrefix(a, "-") && !onlyWords([]string{a}, "-t", "-a", "-p", "-P")
		}), false)
	case "command":
		if len(args) == 2 && (args[0] == "-v" || args[0] == "-V") && !strings.Contains(args[1], "/") {
			return fixed(true, false)
		}
	case "cd":
		if known && len(args) <= 2 {
			return cs.cd(args, st)
		}
	case "test", "[":
		return cs.test(cmd, st)
	}
	return "", false, unknown
}

func onlyWords(args []string, words ...string) bool {
	return !slices.ContainsFunc(args, func(a string) bool { return !slices.Contains(words, a) })
}

// setHarmless reports whether set only makes the shell stop at errors.
func setHarmless(args []string) bool {
	for i := 0; i < len(args); i++ {
		switch args[i] {
		case "-e", "-u", "-eu", "-ue", "+e", "+u":
		case "-o", "-eo", "-euo", "-uo", "+o":
			i++
			if i == len(args) || !slices.Contains([]string{"pipefail", "errexit", "nounset"}, args[i]) {
				return false
			}
		default:
			return false
		}
	}
	return len(args) > 0
}

// printfFormat allows no %n, which sets a variable, and no large widths.
var printfFormat = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[^%]|%[-+ #0]{0,3}[0-9]{0,3}(\.[0-9]{1,3})?[sdiuxXocbqfeEgG]|%%)*$`)
})

func printfHarmless(format string) bool {
	return !strings.HasPrefix(format, "-") && printfFormat().MatchString(format)
}

// cd judges a change of folder. The folder must exist; the code has its full path.
func (cs *commands) cd(args []string, st *state) (code string, sure bool, how freedom) {
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) != 1 || args[0] == "" || strings.HasPrefix(args[0], "-") {
		cs.say(AskEach, rankReads, "changes to an unknown folder")
		st.dir = ""
		return "", false, asked
	}
	full := cs.full(args[0], st)
	if full == "" {
		cs.say(AskEach, rankReads, "changes to an unknown folder")
		return "", false, asked
	}
	full = logical(full)
	switch r := cs.world.Reach(full); {
	case r == Outside:
		cs.ask(rankReads, exactly("cd "+quote(full)), "changes to %s, outside the workspace", args[0])
	case r == Secret:
		cs.readsOutside(r, args[0])
	case !cs.world.IsDir(full):
		cs.say(AskEach, rankReads, "changes to the folder %s, which doesn't exist", args[0])
		st.dir = ""
		return "", false, asked
	default:
		st.dir = full
		return "{ cd " + quote(full) + " || exit; }", true, free // what follows was judged in that folder
	}
	st.dir = full
	return "", false, asked
}

// logical removes the dots from an absolute path as cd does: by its text, without resolving links.
func logical(path string) string {
	var out []string
	for part := range strings.SplitSeq(path, "/") {
		switch part {
		case "", ".":
		case "..":
			out = out[:max(0, len(out)-1)]
		default:
			out = append(out, part)
		}
	}
	return "/" + strings.Join(out, "/")
}

// test judges test and [. As in the shell, the form depends on the number of arguments.
func (cs *commands) test(cmd *command, st *state) (code string, sure bool, how freedom) {
	args := cmd.args
	if cmd.name == "[" {
		if len(args) == 0 || args[len(args)-1].text != "]" {
			return "", false, unknown
		}
		args = args[:len(args)-1]
	}
	if slices.ContainsFunc(args, func(f field) bool { return f.split }) {
		return "", false, unknown
	}
	if !cs.condition(args, st) {
		return "", false, unknown
	}
	code = "[" + codes(args) + " ]"
	return code, false, free
}
