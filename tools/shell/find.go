package shell

import (
	"slices"
	"strings"
)

// find judges find: its places, tests and actions. Only actions that print are free, and -exec of some readers.
func (ps *programs) find(cmd *command, st *state) (code string, how freedom) {
	args, known := cmd.texts()
	if !known {
		return "", unknown
	}
	i := 0
	var places []string
	for ; i < len(args) && !strings.HasPrefix(args[i], "-") && args[i] != "(" && args[i] != "!"; i++ {
		places = append(places, args[i])
	}
	ok := true
	for _, p := range places {
		ok = ps.readable(p, cmd.text(), st) && ok
	}
	if !ok {
		return "", asked
	}
	code = codes(cmd.args[:i])
	names := []string{}
	simple := true
	for i < len(args) {
		a := args[i]
		if a == "-exec" {
			if !simple {
				return "", unknown
			}
			run, n := ps.findExec(cmd.from(i+1), places, names, st)
			if n == 0 {
				return "", unknown
			}
			code += " -type f -exec " + run
			i += 1 + n
			continue
		}
		n := findTest(args[i:])
		if n == 0 {
			return "", unknown
		}
		switch a {
		case "-newer":
			if !ps.readable(args[i+1], cmd.text(), st) {
				return "", asked
			}
		case "-name":
			names = append(names, args[i+1])
		case "-o", "-or", "!", "-not", "(", ")", ",":
			simple = false
		}
		code += codes(cmd.args[i : i+n])
		i += n
	}
	return code, free
}

// findTest returns how many words a test or action takes if it is known to be harmless; 0 if it isn't.
func findTest(args []string) int {
	has := len(args) > 1
	switch a := args[0]; a {
	case "-print", "-print0", "-ls", "-empty", "-prune", "-depth", "-xdev", "-mount", "-not", "!", "(", ")", "-o", "-or", "-a",
		"-and", "-true", "-false", "-executable", "-readable", "-writable", "-quit":
		return 1
	case "-name", "-iname", "-path", "-ipath", "-wholename", "-regex", "-iregex", "-newer", "-printf":
		if has && (a != "-printf" || !strings.Contains(args[1], `\c`)) {
			return 2
		}
	case "-regextype", "-user", "-group":
		if has && kinds()["word"](args[1]) {
			return 2
		}
	case "-type", "-xtype":
		if has && args[1] != "" && strings.Trim(args[1], "fdlpsbc,") == "" {
			return 2
		}
	case "-maxdepth", "-mindepth", "-mtime", "-mmin", "-atime", "-amin", "-ctime", "-cmin", "-size", "-links", "-perm":
		if has && args[1] != "" && len(args[1]) < 12 && strings.Trim(args[1], "0123456789+-/ckMGTbw=ugorxst,") == "" {
			return 2
		}
	}
	return 0
}

// findExec judges the command of -exec: a reader from the table that gets the files as its last operands. It returns the
// code with its terminator, and how many words it takes. The files are regular ones below the places, and none may hold
// secrets.
func (ps *programs) findExec(in *command, places, names []string, st *state) (code string, words int) {
	if in == nil || !slices.Contains(
		[]string{"grep", "wc", "head", "tail", "cat", "ls", "stat", "file", "md5sum", "sha256sum"}, base(in.name),
	) {
		return "", 0
	}
	end := slices.IndexFunc(in.args, func(f field) bool { return f.text == ";" || f.text == "+" })
	if end < 1 || in.args[end-1].text != "{}" {
		return "", 0
	}
	own := in.args[:end-1]
	if slices.ContainsFunc(own, func(f field) bool { return strings.Contains(f.text, "{}") || f.text == "--" }) {
		return "", 0
	}
	p := ps.table().programs[base(in.name)]
	path := ps.program(in.name)
	u, ok := p.match(append(slices.Clone(own), literal("{}")))
	if !ok || path == "" || u.has(p.recurse...) || !slices.Equal(u.paths, []string{"{}"}) {
		return "", 0
	}
	if len(places) == 0 {
		places = []string{"."}
	}
	for _, place := range places {
		full := ps.full(place, st)
		if full == "" || strings.ContainsAny(place, "*?[") {
			return "", 0
		}
		wanted := &use{names: names}
		if secrets, ok := ps.world.Secrets(full, wanted.all); !ok || len(secrets) > 0 {
			return "", 0
		}
	}
	return quote(path) + codes(own) + " '{}' " + quote(in.args[end].text), end + 2
}

// all reports whether a name matches all patterns.
func (u *use) all(name string) bool {
	for _, n := range u.names {
		one := &use{names: []string{n}}
		if !one.wanted(name) {
			return false
		}
	}
	return true
}
