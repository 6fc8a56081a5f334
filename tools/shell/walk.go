package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// stmts judges statements that follow each other, and returns the code for them. It is sure where they surely succeed.
func (j *judge) stmts(list []*syntax.Stmt, st *state) (code string, sure bool) {
	var lines []string
	sure = true
	for _, s := range list {
		line, ok := j.stmt(s, st)
		lines = append(lines, line)
		sure = ok
	}
	if len(lines) == 0 {
		return ":", true
	}
	return strings.Join(lines, "\n"), sure
}

// stmt judges one statement. Each kind of node is known here or asked.
func (j *judge) stmt(s *syntax.Stmt, st *state) (code string, sure bool) {
	if !j.step() {
		return ":", false
	}
	if s.Background || s.Coprocess || s.Disown {
		j.say(AskEach, rankRuns, "goes on in the background")
		st = st.branch()
	}
	redirects, input, writes := j.redirects(s.Redirs, st)
	before := st.branch()
	if call, ok := s.Cmd.(*syntax.CallExpr); ok {
		code, sure = j.call(call, s, st, writes)
	} else {
		if writes {
			j.say(AskEach, rankWrites, "writes a file with the output of several commands")
		}
		code, sure = j.command(s.Cmd, st)
	}
	if input != "" && writes {
		j.say(AskEach, rankForm, "has a here-document and a redirection")
	}
	code += redirects
	if input != "" {
		if _, ok := s.Cmd.(*syntax.CallExpr); !ok {
			j.say(AskEach, rankForm, "has a here-document for several commands")
		}
		code = "printf '%s' " + quote(input) + " | " + code
		*st = *before // it runs in a subshell
	}
	if mayFail(s.Redirs) && !st.equal(before) { // where a file can't be opened, the command doesn't run
		st.merge(before)
	}
	if s.Negated {
		return "! " + code, false
	}
	return code, sure && len(s.Redirs) == 0
}

// mayFail reports whether one of the redirections opens a file.
func mayFail(list []*syntax.Redirect) bool {
	return slices.ContainsFunc(list, func(r *syntax.Redirect) bool {
		switch r.Op {
		case syntax.DplIn, syntax.DplOut, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
			return false
		}
		return r.Word == nil || r.Word.Lit() != "/dev/null"
	})
}

// command judges what is no simple command.
func (j *judge) command(c syntax.Command, st *state) (code string, sure bool) {
	switch c := c.(type) {
	case *syntax.BinaryCmd:
		return j.binary(c, st)
	case *syntax.Subshell:
		code, sure = j.stmts(c.Stmts, st.branch())
		return "(\n" + code + "\n)", sure
	case *syntax.Block:
		code, sure = j.stmts(c.Stmts, st)
		return "{\n" + code + "\n}", sure
	case *syntax.IfClause:
		return j.ifClause(c, st), false
	case *syntax.ForClause:
		return j.loop(c, st)
	case *syntax.TestClause:
		if code, ok := j.testClause(c.X, st); ok {
			return "[[ " + code + " ]]", false
		}
		j.say(AskEach, rankForm, "has a test that isn't looked through")
		j.inside(c, st)
	case *syntax.TimeClause:
		if c.Stmt == nil {
			return "time", false
		}
		code, _ = j.stmt(c.Stmt, st)
		return "time " + code, false
	case *syntax.FuncDecl:
		j.say(AskEach, rankCode, "defines a function, which may stand for any command")
		if multiplies(c) {
			j.say(Refuse, rankDestroys, "starts itself again and again")
		}
		j.inside(c.Body, st)
	case *syntax.CoprocClause:
		j.say(AskEach, rankForm, "starts a coprocess")
		j.inside(c.Stmt, st)
	case *syntax.DeclClause, *syntax.LetClause, *syntax.ArithmCmd:
		j.say(AskEach, rankForm, "sets variables in a way that isn't looked through")
		j.inside(c, st)
		forget(st)
	case *syntax.WhileClause, *syntax.CaseClause:
		j.say(AskEach, rankForm, "has a loop or a choice that isn't looked through")
		j.inside(c, st)
		forget(st)
	case nil: // a redirection alone
		return ":", false
	default:
		j.say(AskEach, rankForm, "has a form of the shell that isn't known")
		j.inside(c, st)
		forget(st)
	}
	return ":", false
}

// forget is for when anything may have happened to the shell.
func forget(st *state) {
	st.dir = ""
	clear(st.vars)
}

func (j *judge) binary(c *syntax.BinaryCmd, st *state) (code string, sure bool) {
	switch c.Op {
	case syntax.AndStmt, syntax.OrStmt:
		x, sureX, right := j.success(c.X, st)
		if c.Op == syntax.OrStmt {
			right = st.branch()
		}
		y, sureY := j.stmt(c.Y, right)
		and := c.Op == syntax.AndStmt
		switch {
		case and && sureX:
			*st = *right
		case and || !sureX:
			st.merge(right)
		}
		if and {
			return x + " && " + y, sureX && sureY
		}
		return x + " || " + y, sureX
	case syntax.Pipe, syntax.PipeAll:
		x, _ := j.stmt(c.X, st.branch())
		before := j.asked()
		y, sure := j.stmt(c.Y, st.branch())
		j.combine(before, c)
		return x + " " + c.Op.String() + " " + y, sure
	}
	j.say(AskEach, rankForm, "joins commands in a way that isn't known")
	j.inside(c, st)
	return ":", false
}

// success judges the left side of a list. good is the state where it succeeds, st the one where it may have failed.
func (j *judge) success(s *syntax.Stmt, st *state) (code string, sure bool, good *state) {
	c, ok := s.Cmd.(*syntax.BinaryCmd)
	if !ok || c.Op != syntax.AndStmt || s.Negated || s.Background || s.Coprocess || s.Disown || len(s.Redirs) > 0 || !j.step() {
		code, sure = j.stmt(s, st)
		return code, sure, st.branch()
	}
	x, sureX, good := j.success(c.X, st)
	y, sureY := j.stmt(c.Y, good)
	if sureX {
		*st = *good.branch()
	} else {
		st.merge(good)
	}
	return x + " && " + y, sureX && sureY, good
}

// asked remembers which keys there were.
func (j *judge) asked() int { return len(j.keys) }

// combine makes one key of a pipeline whose later commands need consent: what they do depends on what they are given.
func (j *judge) combine(before int, c *syntax.BinaryCmd) {
	if len(j.keys) == before {
		return
	}
	j.keys, j.covers = j.keys[:before], j.covers[:before]
	text := printed(c)
	j.ask(rankRuns, exactly(text), exactWords(text), "sends what one command prints to another")
}

// printed returns a node as one line of text; "" where it needs several.
func printed(n syntax.Node) string {
	var b strings.Builder
	if err := syntax.NewPrinter(syntax.SingleLine(true)).Print(&b, n); err != nil {
		return ""
	}
	text := strings.TrimSpace(b.String())
	if strings.ContainsAny(text, "\n\r") {
		return ""
	}
	return text
}

func (j *judge) ifClause(c *syntax.IfClause, st *state) string {
	if c.ThenPos.IsValid() {
		cond, _ := j.stmts(c.Cond, st)
		other := st.branch()
		then, _ := j.stmts(c.Then, st)
		code := "if " + cond + "\nthen\n" + then + "\n"
		if c.Else != nil {
			code += "else\n" + j.ifClause(c.Else, other) + "\n"
		}
		st.merge(other)
		return code + "fi"
	}
	code, _ := j.stmts(c.Then, st) // an else
	return code
}

// maxRounds is how often the body of a loop is judged; loops are run as a list of their rounds.
const maxRounds = 100

// loop judges a for loop over words that are known before, once for each of them.
func (j *judge) loop(c *syntax.ForClause, st *state) (code string, sure bool) {
	words, ok := c.Loop.(*syntax.WordIter)
	if !ok || c.Select || c.Braces || !words.InPos.IsValid() || !plainName(words.Name.Value) || jumps(c.Do) {
		j.say(AskEach, rankForm, "has a loop that isn't looked through")
		j.inside(c, st)
		forget(st)
		return ":", false
	}
	var items []field
	for _, w := range words.Items {
		items = append(items, j.fields(w, st)...)
	}
	if len(items) > maxRounds {
		j.say(AskEach, rankForm, "has a loop with very many rounds")
		items = items[:1]
	}
	var rounds []string
	for _, it := range items {
		if !it.known {
			j.say(AskEach, rankForm, "has a loop over words that aren't known before")
			j.inside(c, st)
			forget(st)
			break
		}
		st.vars[words.Name.Value] = value{it.text, true}
		code, _ := j.stmts(c.Do, st)
		rounds = append(rounds, code)
	}
	if len(rounds) == 0 {
		return ":", true
	}
	return "{\n" + strings.Join(rounds, "\n") + "\n}", false
}

// jumps reports whether statements leave a loop, or may.
func jumps(list []*syntax.Stmt) bool {
	found := false
	for _, s := range list {
		syntax.Walk(s, func(n syntax.Node) bool {
			if c, ok := n.(*syntax.CallExpr); ok && len(c.Args) > 0 {
				switch c.Args[0].Lit() {
				case "break", "continue", "return":
					found = true
				}
			}
			return true
		})
	}
	return found
}
