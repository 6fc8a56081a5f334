// Package shell says what a shell command would do, as far as that can be seen without running it.
//
// A command is free of a question only if every part of it is known to be harmless: the walker knows some forms of the
// shell, the table programs.txt knows some programs with their flags and operands, and everything else is asked. What then
// runs is not the command's own text but [Verdict.Free], which is printed anew from what was understood: each word is
// quoted, patterns are expanded, programs have their full path. So bash can't read it in another way than it was judged.
//
// Start at [Classify]. To let another program run free, add it to programs.txt; to let "always" cover more than one exact
// command line, add the command to rules.txt.
package shell

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// Decision is what should happen to a command, from the least to the most careful.
type Decision int

// The decisions.
const (
	Allow   Decision = iota // it only reads; [Verdict.Free] is what may run
	Ask                     // the user is asked, unless rules allow all of [Verdict.Keys]
	AskEach                 // the user is asked each time
	Refuse                  // it destroys more than anybody can want
)

// String returns the word for it.
func (d Decision) String() string { return [...]string{"allow", "ask", "ask each time", "refuse"}[d] }

// Reach says what a path on the command line leads to.
type Reach int

// The reaches.
const (
	Inside    Reach = iota // the workspace
	Outside                // reading it needs consent
	Secret                 // reading it needs consent each time
	Protected              // changing it needs consent each time
)

// World is what the judgement knows of the machine. All functions must be set.
type World struct {
	// Dir is the absolute folder in which the command starts, Base the one of the workspace that holds it.
	Dir, Base string
	// Home is the user's folder, which ~ stands for.
	Home string
	// Path is the PATH that free commands run with: folders of the system only.
	Path string
	// Reach says where an absolute path leads. The path is not cleaned: a ".." after a link goes where the system goes.
	Reach func(path string) Reach
	// List returns the names in a folder, and false where it can't or may not be read.
	List func(dir string) ([]string, bool)
	// IsDir reports whether the path is a folder, links followed.
	IsDir func(path string) bool
	// Exists reports whether there is something at the path, a broken link included.
	Exists func(path string) bool
	// Program returns the full path of a program of the system, "" where there is none of that name.
	Program func(name string) string
	// Secrets returns the names of the files below a folder that may hold secrets, of those whose names are wanted; false
	// where they can't be told. A name with a slash behind it is a folder's.
	Secrets func(dir string, wanted func(name string) bool) ([]string, bool)
	// Git looks at the repository that git would use in a folder.
	Git func(dir string) Repository
}

// Repository is what [World] knows of a repository of git.
type Repository struct {
	Unsafe  string      // why git must not run unasked in it, in words; "" where it may
	Secrets func() bool // reports whether it tracks files that may hold secrets
}

// Verdict is what [Classify] makes of a command.
type Verdict struct {
	Decision Decision
	Reason   string   // why it is no [Allow], in words, the worst first
	Reasons  []string // the same, one by one
	Keys     []string // what needs consent, for rules; see [Matches]
	Covers   []string // what "always" would cover of each key, in words and with an example
	// Free is the command line to run where the decision is [Allow].
	Free string
	// Writes are the absolute paths of files that steer other programs and are named by the command.
	Writes []string
}

// Limits of what is looked at.
const (
	maxText  = 32 << 10
	maxDepth = 12
	maxSteps = 4000
)

// Classify looks at a command line of bash.
func Classify(command string, w World) Verdict {
	j := &judge{w: w}
	st := &state{dir: w.Dir, vars: map[string]value{}}
	code := j.script(command, st)
	v := j.verdict()
	if v.Decision == Allow {
		v.Free = j.preamble() + code
	}
	return v
}

// preamble makes the shell what the judgement takes it for.
func (j *judge) preamble() string {
	p := "set -f\nunset CDPATH BASH_ENV ENV ${!GIT_@}\n" // patterns are expanded already
	if j.w.Path != "" {
		p += "export PATH=" + quote(j.w.Path) + "\n"
	}
	return p
}

// judge collects what is found.
type judge struct {
	w      World
	tables *tables
	found  []finding
	keys   []string
	covers []string
	writes []string
	steps  int
	depth  int
	looks  int // files that patterns have looked at
	tries  int // steps of matching them
	// downloads and interprets count what was seen of programs that fetch, and of such that run what they are given.
	downloads, interprets int
}

// table returns the program tables, parsed on first use.
func (j *judge) table() *tables {
	if j.tables == nil {
		j.tables = parsedTables()
	}
	return j.tables
}

// script judges the text of a script, and returns what is to run in its place.
func (j *judge) script(text string, st *state) string {
	if why := unreadable(text); why != "" {
		j.say(AskEach, rankForm, "%s", why)
		if len(text) > maxText || !utf8.ValidString(text) {
			return ""
		}
	}
	if j.depth++; j.depth > maxDepth {
		j.say(AskEach, rankForm, "has commands in commands too deep to look through")
		return ""
	}
	defer func() { j.depth-- }()
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		j.say(AskEach, rankForm, "can't be parsed: %v", err)
		return ""
	}
	code, _ := j.stmts(file.Stmts, st)
	return code
}

// unreadable says why a text is not shown for what it is; "" where it is.
func unreadable(text string) string {
	switch {
	case len(text) > maxText:
		return "is too long to look through"
	case !utf8.ValidString(text):
		return "is no valid text"
	case strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) && r != ' ' }):
		return "has control or invisible characters, which can hide what it does"
	}
	return ""
}

// step counts what is looked at; it is false where that is enough.
func (j *judge) step() bool {
	if j.steps++; j.steps == maxSteps {
		j.say(AskEach, rankForm, "is too long to look through")
	}
	return j.steps < maxSteps
}

func (j *judge) writesTo(path string) {
	if !slices.Contains(j.writes, path) {
		j.writes = append(j.writes, path)
	}
}
