package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// words expands the words of a script and judges what happens on the way: redirections, tests and assignments.
type words struct {
	*files
	// substitution judges the statements of a command substitution.
	substitution func([]*syntax.Stmt, *state) (code string, sure bool)
	// inside judges the commands in a node that is asked about anyway, so that the worst of them is reported.
	inside func(syntax.Node, *state)
}

// fields returns what a word expands to: one field, or the files that match it as a pattern.
func (wd *words) fields(w *syntax.Word, st *state) []field {
	pieces := wd.pieces(w, st)
	all, pattern := true, false
	for _, p := range pieces {
		all = all && p.known
		pattern = pattern || !p.quoted && p.known && strings.ContainsAny(p.text, "*?[")
	}
	if pattern && all {
		return wd.glob(pieces, st)
	}
	if pattern {
		wd.say(AskEach, rankForm, "has a pattern that is not known in advance")
	}
	return []field{join(pieces)}
}

// one returns the word as one field, as in an assignment: neither split nor matched with files.
func (wd *words) one(w *syntax.Word, st *state) field {
	if w == nil {
		return literal("")
	}
	f := join(wd.pieces(w, st))
	f.split = false
	return f
}

// pieces expands the parts of a word.
func (wd *words) pieces(w *syntax.Word, st *state) []piece {
	var out []piece
	bare := ""
	for i, p := range w.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			bare += p.Value
			out = append(out, wd.bare(p.Value, i == 0, len(w.Parts) == 1)...)
		case *syntax.SglQuoted:
			if p.Dollar {
				wd.say(AskEach, rankForm, "has a string with escapes ($'…')")
			}
			out = append(out, piece{literal(p.Value), true})
		case *syntax.DblQuoted:
			if p.Dollar {
				wd.say(AskEach, rankForm, `has a string that is translated ($"…")`)
			}
			out = append(out, piece{literal(""), true})
			for _, q := range p.Parts {
				out = append(out, piece{wd.inQuotes(q, st), true})
			}
		default:
			next := wd.unquoted(p, st)
			if next.known && (next.text == "" || strings.ContainsAny(next.text, " \t\n*?[\\")) {
				wd.say(AskEach, rankForm, "uses a variable that the shell makes several words of")
			}
			out = append(out, next)
		}
	}
	if braces(bare) {
		wd.say(AskEach, rankForm, "has braces that the shell makes several words of")
	}
	return out
}

// bare expands text outside of quotes: escapes, the tilde, and patterns.
func (wd *words) bare(s string, first, whole bool) []piece {
	var out []piece
	if first && strings.HasPrefix(s, "~") {
		user, _, _ := strings.Cut(s[1:], "/")
		if user != "" || wd.world.Home == "" || !whole && !strings.Contains(s, "/") {
			wd.say(AskEach, rankForm, "names a user's home folder or a previous folder (%s)", s)
		}
		out = append(out, piece{literal(wd.world.Home), true})
		s = s[1+len(user):]
	}
	for s != "" {
		i := strings.IndexByte(s, '\\')
		if i < 0 {
			return append(out, piece{literal(s), false})
		}
		if i > 0 {
			out = append(out, piece{literal(s[:i]), false})
		}
		if i+1 == len(s) {
			return append(out, piece{literal(`\`), true})
		}
		if s[i+1] != '\n' {
			out = append(out, piece{literal(s[i+1 : i+2]), true})
		}
		s = s[i+2:]
	}
	if len(out) == 0 {
		out = append(out, piece{literal(""), false})
	}
	return out
}

// inQuotes expands a part of a string in double quotes.
func (wd *words) inQuotes(p syntax.WordPart, st *state) field {
	if lit, ok := p.(*syntax.Lit); ok {
		return literal(unescape(lit.Value))
	}
	f := wd.unquoted(p, st).field
	if !f.known {
		f.code, f.split = `"`+f.code+`"`, false
	}
	return f
}

// unquoted expands an expansion outside of quotes. Its code is not quoted.
func (wd *words) unquoted(p syntax.WordPart, st *state) piece {
	unknown := func(code string) piece { return piece{field{code: code, split: true}, false} }
	switch p := p.(type) {
	case *syntax.ParamExp:
		return piece{wd.param(p, st), false}
	case *syntax.CmdSubst:
		if p.TempFile || p.ReplyVar {
			wd.say(AskEach, rankForm, "has a substitution of another shell")
		}
		code, _ := wd.substitution(p.Stmts, st.branch())
		return unknown("$(\n" + code + "\n)")
	case *syntax.ArithmExp:
		if code, ok := number(p.X); ok && !p.Unsigned {
			return unknown("$((" + code + "))")
		}
		wd.say(AskEach, rankForm, "calculates with variables")
		wd.inside(p.X, st)
		return unknown("")
	case *syntax.ProcSubst:
		wd.say(AskEach, rankForm, "runs commands as if they were files")
		wd.substitution(p.Stmts, st.branch())
		return unknown("")
	default: // extended patterns, and what later versions of the parser know
		wd.say(AskEach, rankForm, "uses shell syntax that can't be checked")
		wd.inside(p, st)
		return unknown("")
	}
}

// param expands a variable.
func (wd *words) param(p *syntax.ParamExp, st *state) field {
	unknown := func(code string) field { return field{code: code, split: true} }
	simple := p.Param != nil && p.Flags == nil && !p.Excl && !p.Length && !p.Width && !p.IsSet && p.NestedParam == nil && p.Index == nil &&
		len(p.Modifiers) == 0 && p.Slice == nil && p.Repl == nil && p.Names == 0 && p.Exp == nil &&
		p.Split == syntax.OptUnset && p.GlobSubst == syntax.OptUnset && p.RcExpand == syntax.OptUnset
	if !simple {
		if home(p) {
			return literal(wd.world.Home) // for commands that are refused
		}
		wd.say(AskEach, rankForm, "expands a variable in a way that can't be checked")
		wd.inside(p, st)
		return unknown("")
	}
	name := p.Param.Value
	v, set := st.vars[name]
	switch {
	case name == "?":
		return unknown("$?")
	case set && v.known:
		return literal(v.text)
	case set:
		return unknown("${" + runtimeName(name) + "}")
	case name == "HOME" && wd.world.Home != "":
		return literal(wd.world.Home)
	case name == "PWD" && st.dir != "":
		return literal(st.dir)
	case printable(name):
		return unknown("${" + name + "}")
	}
	wd.say(AskEach, rankForm, "uses the variable %s, whose value is unknown", name)
	return unknown("")
}

func home(p *syntax.ParamExp) bool { return p.Param != nil && p.Param.Value == "HOME" }

// braces reports whether the shell may make several words of one.
func braces(s string) bool {
	_, rest, ok := strings.Cut(s, "{")
	return ok && (strings.Contains(rest, ",") || strings.Contains(rest, ".."))
}

// unescape removes the backslashes that are escapes within double quotes.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("$`\"\\\n", s[i+1]) >= 0 {
			i++
			if s[i] == '\n' {
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// number returns an arithmetic expression of digits only as code.
func number(x syntax.ArithmExpr) (string, bool) {
	switch x := x.(type) {
	case *syntax.Word:
		s := x.Lit()
		return s, s != "" && len(s) < 10 && strings.Trim(s, "0123456789") == ""
	case *syntax.ParenArithm:
		s, ok := number(x.X)
		return "(" + s + ")", ok
	case *syntax.BinaryArithm:
		a, ok := number(x.X)
		b, also := number(x.Y)
		switch x.Op {
		case syntax.Add, syntax.Sub, syntax.Mul, syntax.Quo, syntax.Rem:
			return a + " " + x.Op.String() + " " + b, ok && also
		}
	}
	return "", false
}
