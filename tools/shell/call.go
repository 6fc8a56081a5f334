package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// call judges a simple command, or an assignment.
func (w *walker) call(n *syntax.CallExpr, s *syntax.Stmt, st *state, writes bool) (code string, sure bool) {
	if len(n.Args) == 0 {
		for _, a := range n.Assigns {
			code += w.assign(a, st)
		}
		if code == "" {
			return ":", true
		}
		return code, false
	}
	cmd := &command{}
	for _, a := range n.Assigns {
		cmd.env += w.setting(a, st)
	}
	for i, a := range n.Args {
		fs := w.fields(a, st)
		if i == 0 && (len(fs) != 1 || !fs[0].known || fs[0].text == "" || fs[0].text != "[" && strings.ContainsAny(fs[0].text, "*?[")) {
			w.interprets++
			w.say(AskEach, rankCode, "runs a program whose name is not known in advance")
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
		return w.writing(cmd, st, text)
	}
	return w.commands.simple(cmd, st)
}

// writing judges a command whose output goes to a file: a rule covers only the two together.
func (w *walker) writing(cmd *command, st *state, text string) (code string, sure bool) {
	before := w.granted()
	code, _ = w.commands.simple(cmd, st)
	w.dropAfter(before)
	if g := exactly(w.placed(text, st)); g != (Grant{}) {
		w.grant(g)
		return code, false
	}
	w.say(AskEach, rankWrites, "writes a file")
	return code, false
}
