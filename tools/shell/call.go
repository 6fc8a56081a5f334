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
	dir, _ := cutLast(name)
	return slices.Contains([]string{"/bin", "/usr/bin", "/sbin", "/usr/sbin", "/usr/local/bin", "/opt/homebrew/bin"}, dir)
}

// cutLast cuts a name at its last slash.
func cutLast(name string) (dir, file string) {
	i := strings.LastIndexByte(name, '/')
	return name[:max(i, 0)], name[i+1:]
}

// base is the name of a program, without its folder where that is one of the system's.
func base(name string) string {
	if systemFolder(name) {
		_, name = cutLast(name)
	}
	return name
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
