package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

func (w *walker) binary(c *syntax.BinaryCmd, st *state) (code string, sure bool) {
	switch c.Op {
	case syntax.AndStmt, syntax.OrStmt:
		x, sureX, right := w.success(c.X, st)
		if c.Op == syntax.OrStmt {
			right = st.branch()
		}
		y, sureY := w.stmt(c.Y, right)
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
		x, _ := w.stmt(c.X, st.branch())
		before := w.granted()
		y, sure := w.stmt(c.Y, st.branch())
		w.combine(before, c)
		return x + " " + c.Op.String() + " " + y, sure
	}
	w.say(AskEach, rankForm, "joins commands in an unknown way")
	w.inside(c, st)
	return ":", false
}

// success judges the left side of a list. good is the state if it succeeds, st the one if it may have failed.
func (w *walker) success(s *syntax.Stmt, st *state) (code string, sure bool, good *state) {
	c, ok := s.Cmd.(*syntax.BinaryCmd)
	if !ok || c.Op != syntax.AndStmt || s.Negated || s.Background || s.Coprocess || s.Disown || len(s.Redirs) > 0 || !w.budget.step() {
		code, sure = w.stmt(s, st)
		return code, sure, st.branch()
	}
	x, sureX, good := w.success(c.X, st)
	y, sureY := w.stmt(c.Y, good)
	if sureX {
		*st = *good.branch()
	} else {
		st.merge(good)
	}
	return x + " && " + y, sureX && sureY, good
}

// combine replaces the grants of the later commands of a pipeline by one for the pipeline: what they do depends on their
// input.
func (w *walker) combine(before int, c *syntax.BinaryCmd) {
	if w.granted() == before {
		return
	}
	w.dropAfter(before)
	text := printed(c)
	w.ask(rankRuns, exactly(text), "sends the output of one command to another")
}

func (w *walker) ifClause(c *syntax.IfClause, st *state) string {
	if c.ThenPos.IsValid() {
		cond, _ := w.stmts(c.Cond, st)
		other := st.branch()
		then, _ := w.stmts(c.Then, st)
		code := "if " + cond + "\nthen\n" + then + "\n"
		if c.Else != nil {
			code += "else\n" + w.ifClause(c.Else, other) + "\n"
		}
		st.merge(other)
		return code + "fi"
	}
	code, _ := w.stmts(c.Then, st) // an else
	return code
}

// maxRounds is how often the body of a loop is judged. A loop is run as the list of its rounds.
const maxRounds = 100

// loop judges a for loop over known words, once for each of them.
func (w *walker) loop(c *syntax.ForClause, st *state) (code string, sure bool) {
	words, ok := c.Loop.(*syntax.WordIter)
	if !ok || c.Select || c.Braces || !words.InPos.IsValid() || !plainName(words.Name.Value) || jumps(c.Do) {
		w.say(AskEach, rankForm, "has a loop that can't be checked")
		w.inside(c, st)
		forget(st)
		return ":", false
	}
	var items []field
	for _, word := range words.Items {
		items = append(items, w.fields(word, st)...)
	}
	if len(items) > maxRounds {
		w.say(AskEach, rankForm, "has a loop with very many rounds")
		items = items[:1]
	}
	var rounds []string
	for _, it := range items {
		if !it.known {
			w.say(AskEach, rankForm, "has a loop over words that are not known in advance")
			w.inside(c, st)
			forget(st)
			break
		}
		st.vars[words.Name.Value] = value{it.text, true}
		code, _ := w.stmts(c.Do, st)
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

// multiplies reports whether a function calls itself in the background or in a pipeline.
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

// printed returns a node as one line of text; "" if it takes several.
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
