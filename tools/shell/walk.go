package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// walker visits all that a script holds, the substitutions in its words included.
type walker struct {
	c     *classifier
	depth int
}

func (w *walker) visit(node syntax.Node) bool {
	switch n := node.(type) {
	case *syntax.Stmt:
		w.stmt(n)
	case *syntax.CallExpr:
		w.call(n)
	case *syntax.FuncDecl:
		w.c.say(AskEach, "", "defines a function, which may stand for any command")
		if multiplies(n) {
			w.c.say(Refuse, "", "starts itself again and again")
		}
	case *syntax.DeclClause, *syntax.LetClause, *syntax.ArithmCmd, *syntax.ArithmExp, *syntax.TestClause:
		w.c.arithmetic = true
	case *syntax.CoprocClause:
		w.c.say(AskEach, "", "starts a coprocess")
	case *syntax.Assign:
		w.assign(n)
	case *syntax.ParamExp:
		w.param(n)
	case *syntax.SglQuoted:
		w.c.hidden = w.c.hidden || substitutes(n.Value)
	case *syntax.Lit:
		w.c.hidden = w.c.hidden || strings.Contains(n.Value, "\\$") || strings.Contains(n.Value, "\\`")
	}
	return true
}

func substitutes(s string) bool { return strings.Contains(s, "$(") || strings.Contains(s, "`") }

// param looks at an expansion: some run what is in a variable.
func (w *walker) param(n *syntax.ParamExp) {
	if n.Index != nil || n.Slice != nil {
		w.c.arithmetic = true
	}
	if n.Excl || n.Exp != nil && n.Exp.Op == syntax.OtherParamOps {
		w.c.say(AskEach, "", "expands a variable in a way that may run what is in it")
	}
}

// assign looks at a variable that is set: those in capitals steer other programs.
func (w *walker) assign(n *syntax.Assign) {
	if n.Index != nil {
		w.c.arithmetic = true
	}
	if n.Name != nil && n.Value != nil && steers(n.Name.Value) {
		w.c.say(AskEach, "", "sets %s, which may change what programs do", n.Name.Value)
	}
}

func steers(name string) bool {
	switch name {
	case "LANG", "TZ", "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "COLUMNS", "LINES", "TERM", "CI", "DEBUG", "VERBOSE":
		return false
	}
	if strings.HasPrefix(name, "npm_") || strings.HasSuffix(name, "_proxy") {
		return true
	}
	return !strings.HasPrefix(name, "LC_") && strings.ToUpper(name) == name && strings.ToLower(name) != name
}

// stmt looks at the redirections of a statement.
func (w *walker) stmt(s *syntax.Stmt) {
	for _, r := range s.Redirs {
		w.redirect(r)
	}
}

func (w *walker) redirect(r *syntax.Redirect) {
	target, ok := literal(r.Word)
	switch r.Op {
	case syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
	case syntax.DplOut, syntax.DplIn:
		if ok && (target == "-" || strings.Trim(target, "0123456789") == "") {
			return
		}
		w.writes(target, ok)
	case syntax.RdrIn:
		w.reads(target, ok)
	default:
		w.writes(target, ok)
	}
}

func (w *walker) reads(path string, ok bool) {
	switch {
	case !ok:
		w.c.say(AskEach, "", "reads a file whose name is not known")
	case strings.HasPrefix(path, "/dev/tcp/") || strings.HasPrefix(path, "/dev/udp/"):
		w.c.say(AskEach, "", "opens a connection")
	case path != "/dev/null":
		w.reading(path, "< "+path)
	}
}

// reading asks for a path that is read where it leads out or to secrets.
func (w *walker) reading(path, key string) {
	switch w.c.reach(path) {
	case Outside:
		w.c.say(Ask, key, "reads %s, outside the workspace", path)
	case Secret:
		w.c.say(AskEach, "", "reads %s, which may hold secrets", path)
	}
}

func (w *walker) writes(path string, ok bool) {
	switch {
	case !ok:
		w.c.say(AskEach, "", "writes a file whose name is not known")
	case path == "/dev/null" || path == "/dev/stderr" || path == "/dev/stdout" || path == "/dev/tty":
	case disk(path):
		w.c.say(Refuse, "", "writes to the disk %s itself", path)
	case strings.HasPrefix(path, "/dev/tcp/") || strings.HasPrefix(path, "/dev/udp/"):
		w.c.say(AskEach, "", "opens a connection")
	case w.c.reach(path) != Inside:
		w.c.say(AskEach, "", "writes %s, outside the workspace, or a file that is protected", path)
	default:
		w.c.say(Ask, "> "+path, "writes %s", path)
	}
}

// disk is true for the devices that hold file systems.
func disk(path string) bool {
	name, ok := strings.CutPrefix(path, "/dev/")
	if !ok {
		return false
	}
	for _, p := range []string{"sd", "hd", "vd", "xvd", "nvme", "mmcblk", "disk", "rdisk", "mapper/", "md", "dm-", "loop"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// call looks at a simple command.
func (w *walker) call(n *syntax.CallExpr) {
	if len(n.Args) == 0 {
		return
	}
	cmd := &command{}
	for _, a := range n.Args {
		text, ok := literal(a)
		cmd.words = append(cmd.words, word{text, ok})
	}
	w.c.command(cmd, w.depth)
}

// multiplies is true for a function that runs itself in the background or beside itself.
func multiplies(f *syntax.FuncDecl) bool {
	if f.Name == nil {
		return false
	}
	calls, beside := 0, false
	syntax.Walk(f.Body, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CallExpr:
			if len(n.Args) > 0 && n.Args[0].Lit() == f.Name.Value {
				calls++
			}
		case *syntax.Stmt:
			beside = beside || n.Background
		case *syntax.BinaryCmd:
			beside = beside || n.Op == syntax.Pipe
		}
		return true
	})
	return calls > 0 && beside
}
