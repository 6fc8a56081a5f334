package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// test judges test and [. Its forms are told by the number of arguments, as the shell does it.
func (j *judge) test(cmd *command, st *state) (code string, sure bool, how freedom) {
	args := cmd.args
	if cmd.name == "[" {
		if len(args) == 0 || args[len(args)-1].text != "]" {
			return "", false, unknown
		}
		args = args[:len(args)-1]
	}
	if slices.ContainsFunc(args, func(f field) bool { return f.split }) {
		return "", false, unknown
	}
	if !j.condition(args, st) {
		return "", false, unknown
	}
	code = "[" + codes(args) + " ]"
	return code, false, free
}

func (j *judge) condition(args []field, st *state) bool {
	is := func(i int, words ...string) bool { return args[i].known && slices.Contains(words, args[i].text) }
	switch {
	case len(args) > 1 && is(0, "!"):
		return len(args) <= 4 && j.condition(args[1:], st)
	case len(args) == 1:
		return true
	case len(args) == 2 && is(0, "-n", "-z"):
		return true
	case len(args) == 2 && is(0, "-e", "-f", "-d", "-r", "-w", "-x", "-s", "-L", "-h", "-p", "-S", "-b", "-c"):
		return args[1].known && j.mayLook(args[1].text, st)
	case len(args) == 3 && is(1, "=", "==", "!=", "-eq", "-ne", "-lt", "-le", "-gt", "-ge"):
		return true
	case len(args) == 3 && is(1, "-nt", "-ot", "-ef"):
		return args[0].known && args[2].known && j.mayLook(args[0].text, st) && j.mayLook(args[2].text, st)
	}
	return false
}

// mayLook reports whether a path may be asked about without reading it.
func (j *judge) mayLook(path string, st *state) bool {
	full := j.full(path, st)
	return path == "" || full != "" && j.w.Reach(full) != Outside
}

// testClause judges [[ ]] without its arithmetic, which runs what is in variables.
func (j *judge) testClause(x syntax.TestExpr, st *state) (code string, ok bool) {
	switch x := x.(type) {
	case *syntax.Word:
		f := j.one(x, st)
		return "-n " + f.code, true
	case *syntax.ParenTest:
		code, ok = j.testClause(x.X, st)
		return "( " + code + " )", ok
	case *syntax.UnaryTest:
		return j.unaryTest(x, st)
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.AndTest, syntax.OrTest:
			a, ok := j.testClause(x.X, st)
			b, also := j.testClause(x.Y, st)
			return a + " " + x.Op.String() + " " + b, ok && also
		case syntax.TsMatchShort, syntax.TsMatch, syntax.TsNoMatch:
			a, aok := x.X.(*syntax.Word)
			b, bok := x.Y.(*syntax.Word)
			if !aok || !bok {
				return "", false
			}
			left, right := j.one(a, st), j.one(b, st)
			plain := right.known && !strings.ContainsAny(right.text, `*?[\`) // a pattern would be taken for a text
			return left.code + " " + x.Op.String() + " " + right.code, plain
		}
	}
	return "", false
}

func (j *judge) unaryTest(x *syntax.UnaryTest, st *state) (code string, ok bool) {
	if x.Op == syntax.TsNot {
		code, ok = j.testClause(x.X, st)
		return "! ( " + code + " )", ok
	}
	w, isWord := x.X.(*syntax.Word)
	if !isWord {
		return "", false
	}
	f := j.one(w, st)
	switch x.Op {
	case syntax.TsEmpStr, syntax.TsNempStr:
		return x.Op.String() + " " + f.code, true
	case syntax.TsExists, syntax.TsRegFile, syntax.TsDirect, syntax.TsSmbLink, syntax.TsNoEmpty, syntax.TsRead, syntax.TsWrite, syntax.TsExec:
		return x.Op.String() + " " + f.code, f.known && j.mayLook(f.text, st)
	}
	return "", false
}
