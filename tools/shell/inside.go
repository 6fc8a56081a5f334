package shell

import "mvdan.cc/sh/v3/syntax"

// inside judges the commands in a node that is asked for anyway, so that the worst of them is told.
func (j *judge) inside(n syntax.Node, st *state) {
	if n == nil {
		return
	}
	at := st.branch()
	at.dir = ""
	syntax.Walk(n, func(n syntax.Node) bool {
		if s, ok := n.(*syntax.Stmt); ok {
			j.stmt(s, at.branch())
			return false
		}
		return true
	})
}

// multiplies reports whether a function runs itself in the background or beside itself.
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
