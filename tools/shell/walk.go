package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// walker judges the statements of a script.
type walker struct {
	*words
	commands *commands
	budget   *budget
}

// stmts judges a list of statements, and returns the code for them. sure reports whether they always succeed.
func (w *walker) stmts(list []*syntax.Stmt, st *state) (code string, sure bool) {
	var lines []string
	sure = true
	for _, s := range list {
		line, ok := w.stmt(s, st)
		lines = append(lines, line)
		sure = ok
	}
	if len(lines) == 0 {
		return ":", true
	}
	return strings.Join(lines, "\n"), sure
}

// stmt judges one statement. A kind of node that is not known here is asked about.
func (w *walker) stmt(s *syntax.Stmt, st *state) (code string, sure bool) {
	if !w.budget.step() {
		return ":", false
	}
	if s.Background || s.Coprocess || s.Disown {
		w.say(AskEach, rankRuns, "runs on in the background")
		st = st.branch()
	}
	redirects, input, writes := w.redirects(s.Redirs, st)
	before := st.branch()
	if call, ok := s.Cmd.(*syntax.CallExpr); ok {
		code, sure = w.call(call, s, st, writes)
	} else {
		if writes {
			w.say(AskEach, rankWrites, "writes a file with the output of several commands")
		}
		code, sure = w.command(s.Cmd, st)
	}
	if input != "" && writes {
		w.say(AskEach, rankForm, "has a here-document and a redirection")
	}
	code += redirects
	if input != "" {
		if _, ok := s.Cmd.(*syntax.CallExpr); !ok {
			w.say(AskEach, rankForm, "has a here-document for several commands")
		}
		code = "printf '%s' " + quote(input) + " | " + code
		*st = *before // it runs in a subshell
	}
	if mayFail(s.Redirs) && !st.equal(before) { // if a file can't be opened, the command doesn't run
		st.merge(before)
	}
	if s.Negated {
		return "! " + code, false
	}
	return code, sure && len(s.Redirs) == 0
}

// command judges everything but simple commands.
func (w *walker) command(c syntax.Command, st *state) (code string, sure bool) {
	switch c := c.(type) {
	case *syntax.BinaryCmd:
		return w.binary(c, st)
	case *syntax.Subshell:
		code, sure = w.stmts(c.Stmts, st.branch())
		return "(\n" + code + "\n)", sure
	case *syntax.Block:
		code, sure = w.stmts(c.Stmts, st)
		return "{\n" + code + "\n}", sure
	case *syntax.IfClause:
		return w.ifClause(c, st), false
	case *syntax.ForClause:
		return w.loop(c, st)
	case *syntax.TestClause:
		if code, ok := w.testClause(c.X, st); ok {
			return "[[ " + code + " ]]", false
		}
		w.say(AskEach, rankForm, "has a test that can't be checked")
		w.inside(c, st)
	case *syntax.TimeClause:
		if c.Stmt == nil {
			return "time", false
		}
		code, _ = w.stmt(c.Stmt, st)
		return "time " + code, false
	case *syntax.FuncDecl:
		w.say(AskEach, rankCode, "defines a function, which may stand for any command")
		if multiplies(c) {
			w.say(Refuse, rankDestroys, "starts itself again and again")
		}
		w.inside(c.Body, st)
	case *syntax.CoprocClause:
		w.say(AskEach, rankForm, "starts a coprocess")
		w.inside(c.Stmt, st)
	case *syntax.DeclClause, *syntax.LetClause, *syntax.ArithmCmd:
		w.say(AskEach, rankForm, "sets variables in a way that can't be checked")
		w.inside(c, st)
		forget(st)
	case *syntax.WhileClause, *syntax.CaseClause:
		w.say(AskEach, rankForm, "has a loop or a case that can't be checked")
		w.inside(c, st)
		forget(st)
	case nil: // only a redirection
		return ":", false
	default:
		w.say(AskEach, rankForm, "uses unknown shell syntax")
		w.inside(c, st)
		forget(st)
	}
	return ":", false
}

// nested judges the commands in a node that is asked about anyway, so that the worst of them is reported.
func (w *walker) nested(n syntax.Node, st *state) {
	if n == nil {
		return
	}
	at := st.branch()
	at.dir = ""
	syntax.Walk(n, func(n syntax.Node) bool {
		if s, ok := n.(*syntax.Stmt); ok {
			w.stmt(s, at.branch())
			return false
		}
		return true
	})
}
