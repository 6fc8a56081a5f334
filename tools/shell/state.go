package shell

import (
	"maps"
	"strings"
)

// state is what is known of the shell at a point in the script.
type state struct {
	dir  string // the working folder, absolute as the shell knows it; "" if it is unknown
	vars map[string]value
}

// value is the value of a variable of the script: a known text, or the output of a substitution.
type value struct {
	text  string
	known bool
}

func (s *state) branch() *state { return &state{s.dir, maps.Clone(s.vars)} }

func (s *state) equal(o *state) bool { return s.dir == o.dir && maps.Equal(s.vars, o.vars) }

// merge sets s to what is true in both s and o.
func (s *state) merge(o *state) {
	if s.dir != o.dir {
		s.dir = ""
	}
	maps.DeleteFunc(s.vars, func(name string, v value) bool { return o.vars[name] != v || !v.known })
}

// forget resets a state after a statement that may have changed it in any way.
func forget(st *state) {
	st.dir = ""
	clear(st.vars)
}

// plainName reports whether a variable of this name means nothing to the shell or to programs.
func plainName(name string) bool {
	if name == "" || len(name) > 40 || name[0] < 'a' || name[0] > 'z' {
		return false
	}
	if strings.HasPrefix(name, "npm_") || strings.HasSuffix(name, "_proxy") || name == "histchars" || name == "auto_resume" {
		return false
	}
	return strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// runtimeName returns the name of a variable in the command that runs, which nothing else uses.
func runtimeName(name string) string { return "ptk_var_" + name }

// printable reports whether the value of an environment variable is no secret.
func printable(name string) bool {
	switch name {
	case "USER", "LOGNAME", "SHELL", "LANG", "TERM", "HOSTNAME", "UID", "EUID", "PATH", "OSTYPE", "HOSTTYPE", "BASH_VERSION",
		"RANDOM", "SECONDS":
		return true
	}
	return false
}

// harmlessSetting reports whether a variable that is set for one command only changes how its output looks.
func harmlessSetting(name, text string) bool {
	switch name {
	case "LANG", "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "COLUMNS", "LINES", "LC_ALL", "LC_COLLATE", "LC_CTYPE", "LC_NUMERIC",
		"LC_TIME", "LC_MESSAGES":
	default:
		return false
	}
	return strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.@-") == ""
}
