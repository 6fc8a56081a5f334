package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// redirects judges the redirections of a statement. The code is empty or begins with a space; input is the text of a
// here-document. writes reports whether one of them needs consent together with its command.
func (wd *words) redirects(list []*syntax.Redirect, st *state) (code, input string, writes bool) {
	for _, r := range list {
		if r.N != nil && r.N.Value != "0" && r.N.Value != "1" && r.N.Value != "2" {
			wd.say(AskEach, rankForm, "opens files by descriptor")
		}
		n := ""
		if r.N != nil {
			n = r.N.Value
		}
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
			if len(list) > 1 && input != "" || n != "" && n != "0" {
				wd.say(AskEach, rankForm, "has several here-documents")
			}
			input += wd.here(r, st)
			continue
		}
		target := wd.target(r, st)
		switch r.Op {
		case syntax.DplOut, syntax.DplIn:
			if target.known && (target.text == "-" || target.text == "1" || target.text == "2") {
				code += " " + n + r.Op.String() + target.text
				continue
			}
			writes = wd.output(target, st) || writes
		case syntax.RdrIn:
			wd.input(target, st)
			code += " " + n + "<" + target.code
		case syntax.RdrOut, syntax.AppOut, syntax.RdrAll, syntax.AppAll, syntax.RdrClob:
			writes = wd.output(target, st) || writes
			code += " " + n + r.Op.String() + target.code
		default:
			wd.say(AskEach, rankForm, "has a redirection that can't be checked")
			writes = wd.output(target, st) || writes
		}
	}
	return code, input, writes
}

func (wd *words) target(r *syntax.Redirect, st *state) field {
	if r.Word == nil {
		return field{}
	}
	fs := wd.fields(r.Word, st)
	if len(fs) != 1 {
		return field{}
	}
	return fs[0]
}

// here returns the text of a here-document or a here-string; substitutions in it are judged and asked about.
func (wd *words) here(r *syntax.Redirect, st *state) string {
	if r.Op == syntax.WordHdoc {
		f := wd.one(r.Word, st)
		if !f.known {
			wd.say(AskEach, rankForm, "has a here-string that is not known in advance")
		}
		return f.text + "\n"
	}
	if r.Hdoc == nil {
		return "\n"
	}
	quoted := false
	for _, p := range r.Word.Parts {
		lit, ok := p.(*syntax.Lit)
		quoted = quoted || !ok || strings.Contains(lit.Value, `\`)
	}
	text := ""
	for _, p := range r.Hdoc.Parts {
		lit, ok := p.(*syntax.Lit)
		if !ok {
			wd.say(AskEach, rankForm, "has a here-document with substitutions")
			wd.inside(r.Hdoc, st)
			return "\n"
		}
		text += lit.Value
	}
	if !quoted && strings.Contains(text, `\`) {
		wd.say(AskEach, rankForm, "has a here-document with escapes")
	}
	if r.Op == syntax.DashHdoc {
		lines := strings.SplitAfter(text, "\n")
		for i := range lines {
			lines[i] = strings.TrimLeft(lines[i], "\t")
		}
		text = strings.Join(lines, "")
	}
	return text
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
