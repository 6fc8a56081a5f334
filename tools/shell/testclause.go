package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// testClause judges [[ ]] without its arithmetic, which runs code in variables.
func (wd *words) testClause(x syntax.TestExpr, st *state) (code string, ok bool) {
	switch x := x.(type) {
	case *syntax.Word:
		f := wd.one(x, st)
		return "-n " + f.code, true
	case *syntax.ParenTest:
		code, ok = wd.testClause(x.X, st)
		return "( " + code + " )", ok
	case *syntax.UnaryTest:
		return wd.unaryTest(x, st)
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.AndTest, syntax.OrTest:
			a, ok := wd.testClause(x.X, st)
			b, also := wd.testClause(x.Y, st)
			return a + " " + x.Op.String() + " " + b, ok && also
		case syntax.TsMatchShort, syntax.TsMatch, syntax.TsNoMatch:
			a, aok := x.X.(*syntax.Word)
			b, bok := x.Y.(*syntax.Word)
			if !aok || !bok {
				return "", false
			}
			left, right := wd.one(a, st), wd.one(b, st)
			plain := right.known && !strings.ContainsAny(right.text, `*?[\`) // a quoted pattern would be compared as text
			return left.code + " " + x.Op.String() + " " + right.code, plain
		}
	}
	return "", false
}

func (wd *words) unaryTest(x *syntax.UnaryTest, st *state) (code string, ok bool) {
	if x.Op == syntax.TsNot {
		code, ok = wd.testClause(x.X, st)
		return "! ( " + code + " )", ok
	}
	w, isWord := x.X.(*syntax.Word)
	if !isWord {
		return "", false
	}
	f := wd.one(w, st)
	switch x.Op {
	case syntax.TsEmpStr, syntax.TsNempStr:
		return x.Op.String() + " " + f.code, true
	case syntax.TsExists, syntax.TsRegFile, syntax.TsDirect, syntax.TsSmbLink, syntax.TsNoEmpty, syntax.TsRead, syntax.TsWrite,
		syntax.TsExec:
		return x.Op.String() + " " + f.code, f.known && wd.mayLook(f.text, st)
	}
	return "", false
}
