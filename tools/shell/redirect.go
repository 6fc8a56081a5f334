package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// redirects judges the redirections of a statement. The code is empty or begins with a space; input is what a
// here-document holds. It writes where one of them needs consent together with its command.
func (j *judge) redirects(list []*syntax.Redirect, st *state) (code, input string, writes bool) {
	for _, r := range list {
		if r.N != nil && r.N.Value != "0" && r.N.Value != "1" && r.N.Value != "2" {
			j.say(AskEach, rankForm, "opens files by numbers or names of its own")
		}
		n := ""
		if r.N != nil {
			n = r.N.Value
		}
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
			if len(list) > 1 && input != "" || n != "" && n != "0" {
				j.say(AskEach, rankForm, "has several here-documents")
			}
			input += j.here(r, st)
			continue
		}
		target := j.target(r, st)
		switch r.Op {
		case syntax.DplOut, syntax.DplIn:
			if target.known && (target.text == "-" || target.text == "1" || target.text == "2") {
				code += " " + n + r.Op.String() + target.text
				continue
			}
			writes = j.output(target, st) || writes
		case syntax.RdrIn:
			j.input(target, st)
			code += " " + n + "<" + target.code
		case syntax.RdrOut, syntax.AppOut, syntax.RdrAll, syntax.AppAll, syntax.RdrClob:
			writes = j.output(target, st) || writes
			code += " " + n + r.Op.String() + target.code
		default:
			j.say(AskEach, rankForm, "has a redirection that isn't looked through")
			writes = j.output(target, st) || writes
		}
	}
	return code, input, writes
}

func (j *judge) target(r *syntax.Redirect, st *state) field {
	if r.Word == nil {
		return field{}
	}
	fs := j.fields(r.Word, st)
	if len(fs) != 1 {
		return field{}
	}
	return fs[0]
}

// here returns the text of a here-document or a here-string; substitutions in it are judged and asked.
func (j *judge) here(r *syntax.Redirect, st *state) string {
	if r.Op == syntax.WordHdoc {
		f := j.one(r.Word, st)
		if !f.known {
			j.say(AskEach, rankForm, "has a here-string that is not known before")
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
			j.say(AskEach, rankForm, "has a here-document with substitutions")
			j.inside(r.Hdoc, st)
			return "\n"
		}
		text += lit.Value
	}
	if !quoted && strings.Contains(text, `\`) {
		j.say(AskEach, rankForm, "has a here-document with escapes")
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

// input judges a file that is read.
func (j *judge) input(f field, st *state) {
	switch {
	case !f.known:
		j.say(AskEach, rankForm, "reads a file whose name is not known before")
	case network(f.text):
		j.say(AskEach, rankNetwork, "opens a connection")
	default:
		j.readable(f.text, "< "+f.text, st)
	}
}

// output judges a file that is written. It is true where the user must be asked.
func (j *judge) output(f field, st *state) bool {
	switch {
	case !f.known:
		j.say(AskEach, rankWrites, "writes a file whose name is not known before")
		return true
	case f.text == "/dev/null":
		return false
	case disk(f.text):
		j.say(Refuse, rankDestroys, "writes to the disk %s itself", f.text)
		return true
	case network(f.text):
		j.say(AskEach, rankNetwork, "opens a connection")
		return true
	}
	j.changes(f.text, "writes", st)
	return true
}

// changes judges a path that is written, by a redirection or by a program that is known to write it.
func (j *judge) changes(path, verb string, st *state) {
	full := j.full(path, st)
	if full == "" {
		j.say(AskEach, rankSteers, "%s %s in a folder that isn't known", verb, path)
		return
	}
	switch j.w.Reach(full) {
	case Outside:
		j.say(AskEach, rankSteers, "%s %s, outside the workspace", verb, path)
	case Secret:
		j.say(AskEach, rankSecret, "%s %s, which may hold secrets", verb, path)
	case Protected:
		j.say(AskEach, rankSteers, "%s %s, which steers other programs", verb, path)
		j.writesTo(full)
	default:
		if j.w.Exists(full) {
			j.say(Ask, rankOverwrites, "%s over or into %s", verb, path)
			return
		}
		j.say(Ask, rankWrites, "%s %s", verb, path)
	}
}

func network(path string) bool {
	return strings.HasPrefix(path, "/dev/tcp/") || strings.HasPrefix(path, "/dev/udp/")
}

// disk reports whether the path is a device that holds file systems.
func disk(path string) bool {
	name, ok := strings.CutPrefix(path, "/dev/")
	if !ok {
		return false
	}
	for _, p := range []string{"sd", "hd", "vd", "xvd", "nvme", "mmcblk", "disk", "rdisk", "mapper/", "md", "dm-", "loop"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}
