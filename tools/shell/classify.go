// Package shell judges what a shell command would do, as far as that can be known without running it.
//
// A command runs without a question only if every part of it is known to be harmless: the walker knows some forms of the shell,
// the table programs.txt knows some programs with their flags and operands, and everything else is asked. The text that then
// runs is not the command's own but [Verdict.Free], which is printed anew from what was parsed: each word is quoted, patterns
// are expanded, programs have their full path. So bash can't read it differently than it was judged.
//
// Start at [Classify]. To let another program run without a question, add it to programs.txt; to let "always" cover more than
// one exact command line, add the command to rules.txt.
//
// From the bottom up: report collects reasons, files judges paths, words expands words, programs judges the programs of the
// table, commands judges simple commands, and walker walks the script.
package shell

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// Classify judges a command line of bash.
func Classify(command string, world World) Verdict {
	w := newWalker(world)
	code := w.script(command, &state{dir: world.Dir, vars: map[string]value{}})
	v := w.verdict()
	if v.Decision == Allow {
		v.Free = preamble(world.Path) + code
	}
	return v
}

func newWalker(world World) *walker {
	r := &report{}
	f := &files{report: r, world: world}
	b := &budget{report: r}
	w := &walker{budget: b, words: &words{files: f}}
	w.commands = &commands{programs: &programs{files: f}, budget: b, script: w.script}
	w.substitution = w.stmts
	w.inside = w.nested
	return w
}

// preamble sets the shell up as the judgement assumes it.
func preamble(path string) string {
	p := "set -f\nunset CDPATH BASH_ENV ENV ${!GIT_@}\n" // patterns are already expanded
	if path != "" {
		p += "export PATH=" + quote(path) + "\n"
	}
	return p
}

// script judges the text of a script, and returns the code to run in its place.
func (w *walker) script(text string, st *state) string {
	if why := unreadable(text); why != "" {
		w.say(AskEach, rankForm, "%s", why)
		if len(text) > maxText || !utf8.ValidString(text) {
			return ""
		}
	}
	if !w.budget.enter() {
		return ""
	}
	defer w.budget.leave()
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		w.say(AskEach, rankForm, "can't be parsed: %v", err)
		return ""
	}
	code, _ := w.stmts(file.Stmts, st)
	return code
}

// unreadable returns why a text may look different from what it is; "" if it doesn't.
func unreadable(text string) string {
	switch {
	case len(text) > maxText:
		return "is too long to be checked"
	case !utf8.ValidString(text):
		return "is not valid text"
	case strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) && r != ' ' }):
		return "has control or invisible characters, which can hide what it does"
	}
	return ""
}
