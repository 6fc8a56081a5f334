package shell

import (
	"slices"
	"strings"
)

// use is a command line that fits an entry.
type use struct {
	paths  []string // what it reads
	set    []string // the given flags, by the names of the table
	values map[string]string
	names  []string // patterns for the names of the files that it reads
	trees  []string // revisions or paths of git
	flags  []field  // the flags with their values, in order
	plain  []field  // the operands
}

// match fits arguments to an entry. It reports false if one of them is not known to be harmless.
func (p *program) match(args []field) (*use, bool) {
	u := &use{values: map[string]string{}}
	operands := p.operands
	flags := true
	for i := 0; i < len(args); i++ {
		a := args[i]
		if !a.known {
			return nil, false
		}
		switch {
		case !flags || a.text == "-" || !strings.HasPrefix(a.text, "-"):
			u.plain = append(u.plain, a)
		case a.text == "--":
			flags = false
		default:
			next := ""
			has := i+1 < len(args) && args[i+1].known
			if has {
				next = args[i+1].text
			}
			took, ok := p.option(u, a.text, next, has)
			if !ok {
				return nil, false
			}
			u.flags = append(u.flags, a)
			if took {
				i++
				u.flags = append(u.flags, args[i])
			}
		}
	}
	if p.needs && len(u.set) == 0 {
		return nil, false
	}
	if len(operands) > 0 && slices.ContainsFunc(u.set, func(f string) bool { return p.flags[f].instead }) {
		operands = operands[1:]
	}
	return u, u.place(operands)
}

// place fits the operands to their places.
func (u *use) place(places []operand) bool {
	plain := u.plain
	for _, o := range places {
		if len(plain) == 0 {
			if !o.many && !o.optional {
				return false
			}
			continue
		}
		for len(plain) > 0 {
			if !u.take("", o.kind, plain[0].text) {
				return false
			}
			plain = plain[1:]
			if !o.many {
				break
			}
		}
	}
	return len(plain) == 0
}

// option fits one word of flags. took reports whether the next word is its value.
func (p *program) option(u *use, word, next string, has bool) (took, ok bool) {
	if strings.HasPrefix(word, "--") || p.flags[word].kind != "" && len(word) > 2 {
		return p.long(u, word, next, has)
	}
	if _, whole := p.flags[word]; whole && len(word) > 2 { // such as -name of find, or -run of go
		return p.long(u, word, next, has)
	}
	if name, _, joined := strings.Cut(word, "="); joined && len(name) > 2 {
		if _, whole := p.flags[name]; whole {
			return p.long(u, word, next, has)
		}
	}
	if f, ok := p.flags["-#"]; ok && strings.Trim(word[1:], "0123456789") == "" {
		u.set = append(u.set, "-#")
		return false, f.kind == "" && len(word) < 9
	}
	for i := 1; i < len(word); i++ {
		name := "-" + word[i:i+1]
		f, ok := p.flags[name]
		if !ok {
			return false, false
		}
		u.set = append(u.set, name)
		switch rest := word[i+1:]; {
		case f.kind == "":
			continue
		case rest != "":
			return false, u.take(name, f.kind, rest)
		case f.optional:
			return false, true
		case !has:
			return false, false
		default:
			return true, u.take(name, f.kind, next)
		}
	}
	return false, true
}

// long fits a flag that is a word of its own. It must not be abbreviated.
func (p *program) long(u *use, word, next string, has bool) (took, ok bool) {
	name, value, joined := strings.Cut(word, "=")
	f, ok := p.flags[name]
	if !ok {
		return false, false
	}
	u.set = append(u.set, name)
	switch {
	case f.kind == "":
		return false, !joined
	case joined:
		return false, u.take(name, f.kind, value)
	case f.optional:
		return false, true
	case f.joined || !has:
		return false, false
	}
	return true, u.take(name, f.kind, next)
}

// take checks that a text is of a kind, and stores it.
func (u *use) take(flag, kind, text string) bool {
	fits := kindNamed(kind)
	if fits == nil || !fits(text) {
		return false
	}
	switch kind {
	case "path", "operand":
		u.paths = append(u.paths, text)
	case "include":
		u.names = append(u.names, text)
	case "treeish":
		u.trees = append(u.trees, text)
	}
	if flag != "" {
		u.values[flag] = text
	}
	return true
}

func (u *use) has(flags ...string) bool {
	return slices.ContainsFunc(flags, func(f string) bool { return slices.Contains(u.set, f) })
}
