package shell

import (
	"slices"
	"strings"
)

// files judges the paths that a command reads or writes, and expands patterns.
type files struct {
	*report
	world World
	looks int // files that were looked at for patterns
	tries int // steps of matching them
}

// full returns the absolute path that the system gets. A ".." stays, since there may be links before it.
func (fl *files) full(path string, st *state) string {
	switch {
	case path == "":
		return ""
	case strings.HasPrefix(path, "/"):
		return path
	case st.dir == "":
		return ""
	}
	return strings.TrimSuffix(st.dir, "/") + "/" + path
}

// readable judges a path that is read, and reports whether that needs no consent. A rule with the exact line key can allow
// it.
func (fl *files) readable(path, key string, st *state) bool {
	if path == "/dev/null" || path == "" {
		return true
	}
	full := fl.full(path, st)
	if full == "" {
		fl.say(AskEach, rankReads, "reads %s in an unknown folder", path)
		return false
	}
	r := fl.world.Reach(full)
	switch r {
	case Outside:
		if !strings.HasPrefix(path, "/") && st.dir != fl.world.Dir {
			key = "cd " + quote(st.dir) + " && " + key
		}
		if fl.world.Exists(full) && !fl.world.IsDir(full) {
			fl.readsFile(exactly(key), path)
		} else {
			fl.ask(rankReads, exactly(key), "reads %s, outside the workspace", path)
		}
	case Secret:
		fl.readsOutside(r, path)
	default:
		return true
	}
	return false
}

// readsOutside adds a reason to ask each time about a path that is read.
func (fl *files) readsOutside(r Reach, path string) {
	if r == Secret {
		fl.say(AskEach, rankSecret, "reads %s, which may hold secrets", path)
		return
	}
	fl.say(AskEach, rankReads, "looks into %s, outside the workspace", path)
}

// mayLook reports whether a path may be tested without reading it.
func (fl *files) mayLook(path string, st *state) bool {
	full := fl.full(path, st)
	return path == "" || full != "" && fl.world.Reach(full) != Outside
}

// input judges a file that is read by a redirection.
func (fl *files) input(f field, st *state) {
	switch {
	case !f.known:
		fl.say(AskEach, rankForm, "reads a file whose name is not known in advance")
	case network(f.text):
		fl.say(AskEach, rankNetwork, "opens a connection")
	default:
		fl.readable(f.text, "< "+f.text, st)
	}
}

// output judges a file that is written by a redirection, and reports whether that needs consent.
func (fl *files) output(f field, st *state) bool {
	switch {
	case !f.known:
		fl.say(AskEach, rankWrites, "writes a file whose name is not known in advance")
		return true
	case f.text == "/dev/null":
		return false
	case disk(f.text):
		fl.say(Refuse, rankDestroys, "writes directly to the disk %s", f.text)
		return true
	case network(f.text):
		fl.say(AskEach, rankNetwork, "opens a connection")
		return true
	}
	fl.changes(f.text, "writes", st)
	return true
}

// changes judges a path that is written, by a redirection or by a program that is known to write it.
func (fl *files) changes(path, verb string, st *state) {
	full := fl.full(path, st)
	if full == "" {
		fl.say(AskEach, rankSteers, "%s %s in an unknown folder", verb, path)
		return
	}
	switch fl.world.Reach(full) {
	case Outside:
		fl.say(AskEach, rankSteers, "%s %s, outside the workspace", verb, path)
	case Secret:
		fl.say(AskEach, rankSecret, "%s %s, which may hold secrets", verb, path)
	case Protected:
		fl.say(AskEach, rankSteers, "%s %s, which steers other programs", verb, path)
		fl.writesTo(full)
	default:
		if fl.world.Exists(full) {
			fl.say(Ask, rankOverwrites, "%s over or into %s", verb, path)
			return
		}
		fl.say(Ask, rankWrites, "%s %s", verb, path)
	}
}

// touches reports whether a command names a file that may hold secrets, or that it may write and that steers other programs.
// The user is then asked each time.
func (fl *files) touches(name string, args []string, st *state) bool {
	found := false
	for _, a := range args {
		for _, path := range pathsIn(a) {
			full := fl.full(path, st)
			if full == "" {
				continue
			}
			switch fl.world.Reach(full) {
			case Secret:
				fl.say(AskEach, rankSecret, "runs %s on %s, which may hold secrets", name, path)
				found = true
			case Protected:
				if leaves(name, args) {
					continue
				}
				fl.say(AskEach, rankSteers, "runs %s on %s, which steers other programs", name, path)
				fl.writesTo(full)
				found = true
			case Inside, Outside:
			}
		}
	}
	return found
}

// within reports whether all operands that may be paths are in the workspace.
func (fl *files) within(u *use, st *state) bool {
	for _, f := range u.plain {
		full := fl.full(f.text, st)
		if full == "" || fl.world.Reach(full) != Inside {
			return false
		}
	}
	return true
}

// placed returns a command line with the folder in which it runs, unless that is the workspace's own.
func (fl *files) placed(text string, st *state) string {
	if st.dir == "" || text == "" {
		return ""
	}
	if st.dir == fl.world.Base {
		return text
	}
	dir := st.dir
	if rel, ok := strings.CutPrefix(dir, strings.TrimSuffix(fl.world.Base, "/")+"/"); ok {
		dir = rel
	}
	return "cd " + quote(dir) + " && " + text
}

func network(path string) bool {
	return strings.HasPrefix(path, "/dev/tcp/") || strings.HasPrefix(path, "/dev/udp/")
}

// leaves reports whether a command is known not to write the files it names. The sandbox enforces this.
func leaves(name string, args []string) bool {
	switch name {
	case "git":
		_, sub, _ := gitParts(args)
		return slices.Contains(
			[]string{
				"add", "commit", "diff", "log", "show", "blame", "status", "grep", "ls-files", "rev-parse", "check-ignore",
				"hash-object",
			},
			sub,
		)
	case "go":
		return len(args) > 0 && slices.Contains([]string{"build", "test", "vet", "run", "list", "doc", "install"}, args[0]) &&
			!slices.Contains(args, "-o")
	}
	return knownRisks().leaves[name]
}

// pathsIn returns what may be a path in an argument: the argument itself, and the value of an option.
func pathsIn(arg string) []string {
	tries := []string{arg}
	if _, value, ok := strings.Cut(arg, "="); ok {
		tries = append(tries, value)
	}
	if _, value, ok := strings.Cut(arg, ":"); ok {
		tries = append(tries, value)
	}
	if len(arg) > 2 && arg[0] == '-' && arg[1] != '-' {
		tries = append(tries, arg[2:])
	}
	return slices.DeleteFunc(tries, func(t string) bool { return t == "" || t[0] == '-' || len(t) > 1000 || strings.Contains(t, "\n") })
}
