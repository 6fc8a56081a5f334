package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// command is a simple command with its words expanded.
type command struct {
	name string
	args []field
	env  string // settings before it, as code that ends with a space
}

// call judges a simple command, or an assignment.
func (j *judge) call(n *syntax.CallExpr, s *syntax.Stmt, st *state, writes bool) (code string, sure bool) {
	if len(n.Args) == 0 {
		for _, a := range n.Assigns {
			code += j.assign(a, st)
		}
		if code == "" {
			return ":", true
		}
		return code, false
	}
	cmd := &command{}
	for _, a := range n.Assigns {
		cmd.env += j.setting(a, st)
	}
	for i, a := range n.Args {
		fs := j.fields(a, st)
		if i == 0 && (len(fs) != 1 || !fs[0].known || fs[0].text == "" || fs[0].text != "[" && strings.ContainsAny(fs[0].text, "*?[")) {
			j.interprets++
			j.say(AskEach, rankCode, "runs a program whose name is not known before")
			return ":", false
		}
		if i == 0 {
			cmd.name = fs[0].text
			continue
		}
		cmd.args = append(cmd.args, fs...)
	}
	text := ""
	if writes {
		text = printed(s)
		if strings.ContainsAny(text, "$`") {
			text = ""
		}
		return j.writing(cmd, st, text)
	}
	return j.simple(cmd, st)
}

// writing judges a command whose output goes to a file: a rule covers the two together only.
func (j *judge) writing(cmd *command, st *state, text string) (code string, sure bool) {
	before := j.asked()
	code, _ = j.simple(cmd, st)
	j.keys, j.covers = j.keys[:before], j.covers[:before]
	if text != "" {
		text = j.placed(text, st)
		j.key(exactly(text), exactWords(text))
		return code, false
	}
	j.say(AskEach, rankWrites, "writes a file")
	return code, false
}

// assign judges the setting of a variable of the script.
func (j *judge) assign(a *syntax.Assign, st *state) string {
	if a.Name == nil || a.Index != nil || a.Array != nil || a.Append || a.Naked || !plainName(a.Name.Value) {
		name := "a variable"
		if a.Name != nil {
			name = a.Name.Value
		}
		j.say(AskEach, rankCode, "sets %s, which may change what programs do", name)
		j.inside(a, st)
		return ""
	}
	f := j.one(a.Value, st)
	st.vars[a.Name.Value] = value{f.text, f.known}
	if f.known {
		return "" // it stands where the variable is used
	}
	return runtimeName(a.Name.Value) + "=" + f.code + " "
}

// setting judges a variable that is set for one command.
func (j *judge) setting(a *syntax.Assign, st *state) string {
	if a.Name != nil && a.Index == nil && a.Array == nil && !a.Append && a.Value != nil {
		f := j.one(a.Value, st)
		if f.known && harmlessSetting(a.Name.Value, f.text) {
			return a.Name.Value + "=" + f.code + " "
		}
		j.say(AskEach, rankCode, "sets %s, which may change what programs do", a.Name.Value)
		return ""
	}
	j.say(AskEach, rankCode, "sets a variable in a way that isn't looked through")
	j.inside(a, st)
	return ""
}

// freedom is what came of trying to let a command run free.
type freedom int

const (
	unknown freedom = iota // it is not known to be harmless
	free
	asked // it is known, and the reason to ask is told
)

// simple judges a simple command.
func (j *judge) simple(cmd *command, st *state) (code string, sure bool) {
	if !j.step() {
		return ":", false
	}
	if j.depth++; j.depth > maxDepth {
		j.say(AskEach, rankForm, "has commands in commands too deep to look through")
		return ":", false
	}
	defer func() { j.depth-- }()
	args, _ := cmd.texts()
	if why := destructive(base(cmd.name), args, j.w.Home); why != "" {
		j.say(Refuse, rankDestroys, "%s", why)
		return ":", false
	}
	code, sure, how := j.harmless(cmd, st)
	switch how {
	case free:
		return cmd.env + code, sure
	case unknown:
		j.risk(cmd, st)
	case asked: // the reason is told
	}
	return ":", false
}

// harmless tries to let a command run free: builtins and wrappers are known in code, other programs by the table.
func (j *judge) harmless(cmd *command, st *state) (code string, sure bool, how freedom) {
	if code, sure, how = j.builtin(cmd, st); how != unknown {
		return code, sure, how
	}
	if code, how = j.wrapper(cmd, st); how != unknown {
		return code, false, how
	}
	path := j.program(cmd.name)
	if path == "" {
		return "", false, unknown
	}
	switch base(cmd.name) {
	case "git":
		code, how = j.git(cmd, st)
	case "find":
		code, how = j.find(cmd, st)
	default:
		code, how = j.listed(cmd, st)
	}
	return quote(path) + code, false, how
}

// program returns the full path of a program of the system.
func (j *judge) program(name string) string {
	path := j.w.Program(base(name))
	if strings.Contains(name, "/") && !systemFolder(name) {
		return ""
	}
	return path
}

// systemFolder reports whether a program is named with one of the system's folders for programs.
func systemFolder(name string) bool {
	dir, _, _ := cutLast(name)
	return slices.Contains([]string{"/bin", "/usr/bin", "/sbin", "/usr/sbin", "/usr/local/bin", "/opt/homebrew/bin"}, dir)
}

func cutLast(name string) (dir, file string, ok bool) {
	i := strings.LastIndexByte(name, '/')
	if i < 0 {
		return "", name, false
	}
	return name[:i], name[i+1:], true
}

// base is the name of a program, without its folder where that is one of the system's.
func base(name string) string {
	if systemFolder(name) {
		_, name, _ = cutLast(name)
	}
	return name
}

// listed judges a program by the table.
func (j *judge) listed(cmd *command, st *state) (code string, how freedom) {
	p, _, rest := lookup(j.table().programs, base(cmd.name), cmd.args)
	if p == nil {
		return "", unknown
	}
	u, ok := p.match(rest)
	if !ok {
		return "", unknown
	}
	secrets, ok := j.reads(p, u, cmd, st)
	if !ok {
		return "", asked
	}
	if len(p.recurse) > 0 { // all its flags first, and the files that may hold secrets left out
		for _, name := range secrets {
			u.flags = append(u.flags, without(base(cmd.name), name)...)
		}
		return codes(u.flags) + " --" + codes(u.plain), free
	}
	cmd.env += p.env
	return codes(cmd.args), free
}

// reads judges the paths that a program reads. secrets are the names of files below them that it must leave out.
func (j *judge) reads(p *program, u *use, cmd *command, st *state) (secrets []string, ok bool) {
	ok = true
	for _, path := range u.paths {
		ok = j.readable(path, cmd.text(), st) && ok
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
		full := j.full(d, st)
		if full != "" && !j.w.IsDir(full) {
			continue
		}
		var names []string
		known := full != "" && !p.folders
		if known {
			names, known = j.w.Secrets(full, u.wanted)
		}
		if !known || slices.ContainsFunc(names, awkward) {
			j.say(AskEach, rankSecret, "reads all files in %s, some of which may hold secrets", d)
			return nil, false
		}
		secrets = append(secrets, names...)
	}
	slices.Sort(secrets)
	return slices.Compact(secrets), true
}

// without returns the flags by which a program that searches folders leaves out files of a name, or folders.
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

// awkward reports whether a name can't be given to a program as a pattern for itself.
func awkward(name string) bool {
	name = strings.TrimSuffix(name, "/")
	return strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-@+") != ""
}

// wanted reports whether a program that reads whole folders reads a file of that name.
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

// codes returns arguments as code; it is empty or begins with a space.
func codes(args []field) string {
	var b strings.Builder
	for _, a := range args {
		b.WriteByte(' ')
		b.WriteString(a.code)
	}
	return b.String()
}

// texts returns the arguments; known is false where one of them isn't.
func (c *command) texts() (args []string, known bool) {
	known = true
	for _, a := range c.args {
		args = append(args, a.text)
		known = known && a.known
	}
	return args, known
}

// from is the command that begins at the argument i.
func (c *command) from(i int) *command {
	if i >= len(c.args) || !c.args[i].known {
		return nil
	}
	return &command{name: c.args[i].text, args: c.args[i+1:]}
}

// text returns the command as one line.
func (c *command) text() string {
	parts := []string{quote(c.name)}
	for _, a := range c.args {
		if !a.known {
			parts = append(parts, "…")
			continue
		}
		parts = append(parts, quote(a.text))
	}
	return strings.Join(parts, " ")
}
