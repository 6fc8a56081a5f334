package shell

import (
	"slices"
	"strings"
)

// listed judges a program by the table.
func (ps *programs) listed(cmd *command, st *state) (code string, how freedom) {
	p, _, rest := lookup(ps.table().programs, base(cmd.name), cmd.args)
	if p == nil {
		return "", unknown
	}
	u, ok := p.match(rest)
	if !ok {
		return "", unknown
	}
	secrets, ok := ps.reads(p, u, cmd, st)
	if !ok {
		return "", asked
	}
	if len(p.recurse) > 0 { // all its flags first, and those that exclude the files that may hold secrets
		for _, name := range secrets {
			u.flags = append(u.flags, without(base(cmd.name), name)...)
		}
		return p.with + codes(u.flags) + " --" + codes(u.plain), free
	}
	cmd.env += p.env
	return p.with + codes(cmd.args), free
}

// reads judges the paths that a program reads. secrets are the names of files below them that it must exclude.
func (ps *programs) reads(p *program, u *use, cmd *command, st *state) (secrets []string, ok bool) {
	ok = true
	for _, path := range u.paths {
		ok = ps.readable(path, cmd.text(), st) && ok
	}
	recursive := slices.Contains(p.recurse, "*") || u.has(p.recurse...)
	if !recursive && !p.folders || !ok {
		return nil, ok
	}
	dirs := u.paths
	if recursive && len(dirs) == 0 {
		dirs = []string{"."}
	}
	for _, d := range dirs {
		full := ps.full(d, st)
		if full != "" && !ps.world.IsDir(full) {
			continue
		}
		var names []string
		known := full != "" && !p.folders
		if known {
			names, known = ps.world.Secrets(full, u.wanted)
		}
		if !known || slices.ContainsFunc(names, awkward) {
			ps.say(AskEach, rankSecret, "reads all files in %s, some of which may hold secrets", d)
			return nil, false
		}
		secrets = append(secrets, names...)
	}
	slices.Sort(secrets)
	return slices.Compact(secrets), true
}

// without returns the flags by which a program that searches folders excludes files or folders of a name.
func without(program, name string) []field {
	dir, isDir := strings.CutSuffix(name, "/")
	switch {
	case program == "rg":
		return []field{literal("--glob"), literal("!" + dir)}
	case isDir:
		return []field{literal("--exclude-dir=" + dir)}
	}
	return []field{literal("--exclude=" + name)}
}

// awkward reports whether a name, used as a pattern, could match anything but itself.
func awkward(name string) bool {
	name = strings.TrimSuffix(name, "/")
	return strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-@+") != ""
}

// wanted reports whether a program that reads whole folders reads files of that name.
func (u *use) wanted(name string) bool {
	if len(u.names) == 0 {
		return true
	}
	return slices.ContainsFunc(u.names, func(pattern string) bool {
		if strings.HasPrefix(pattern, "!") || strings.ContainsAny(pattern, `/{\[`) {
			return true
		}
		parts := components([]piece{{field{text: pattern}, false}})
		budget := 10_000
		return matchTokens(parts[0].tokens, name, &budget)
	})
}
