package shell

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

//go:embed programs.txt
var programsText string

//go:embed rules.txt
var rulesText string

// tables are the programs that may run free, and the commands that a rule may cover with other arguments.
type tables struct{ programs, rules map[string]*program }

// parsedTables parses the tables on first use; a fault in them leaves out what comes after it, and a test finds it.
var parsedTables = sync.OnceValue(func() *tables {
	programs, _ := parseTable(programsText)
	rules, _ := parseTable(rulesText)
	return &tables{programs, rules}
})

// program is an entry of a table; programs.txt says how entries are written.
type program struct {
	names    []string
	operands []operand
	flags    map[string]flag
	recurse  []string // flags by which it reads all files below a folder; "*" where it always does
	folders  bool     // it reads the files in a folder that is an operand, those that links lead to too
	needs    bool     // without a flag it does something else
	env      string   // settings that it runs with
	says     string   // of a rule: what it covers, in words
}

// operand is what stands in one place of the command line.
type operand struct {
	kind           string
	many, optional bool
}

// flag is one option of a program.
type flag struct {
	kind     string // of its value, "" where it has none
	optional bool   // the value may be missing; it is joined to the flag
	joined   bool   // the value is joined with =, never the next word
	instead  bool   // it stands in for the first operand
}

// parseTable parses the text of a table.
func parseTable(text string) (map[string]*program, error) {
	out := map[string]*program{}
	var p *program
	for i, line := range strings.Split(text, "\n") {
		body := strings.TrimSpace(line)
		switch {
		case body == "" || body[0] == '#':
		case line[0] != '\t':
			var err error
			if p, err = parseHead(body); err != nil {
				return out, fmt.Errorf("line %d: %w", i+1, err)
			}
			for _, n := range p.names {
				if out[n] != nil {
					return out, fmt.Errorf("line %d: %s is there twice", i+1, n)
				}
				out[n] = p
			}
		case p == nil:
			return out, fmt.Errorf("line %d: flags of no program", i+1)
		default:
			if err := p.parseLine(body); err != nil {
				return out, fmt.Errorf("line %d: %w", i+1, err)
			}
		}
	}
	return out, nil
}

// parseHead parses the line of names and operands, such as "grep, egrep: text path*".
func parseHead(line string) (*program, error) {
	names, kinds, ok := strings.Cut(line, ":")
	if !ok {
		return nil, fmt.Errorf("%q has no colon", line)
	}
	p := &program{flags: map[string]flag{}}
	for n := range strings.SplitSeq(names, ",") {
		p.names = append(p.names, strings.TrimSpace(n))
	}
	for _, k := range strings.Fields(kinds) {
		o := operand{kind: strings.TrimRight(k, "*?"), many: strings.HasSuffix(k, "*"), optional: strings.HasSuffix(k, "?")}
		if kindNamed(o.kind) == nil {
			return nil, fmt.Errorf("no kind is called %s", o.kind)
		}
		p.operands = append(p.operands, o)
	}
	return p, nil
}

// parseLine parses a line of flags or a property.
func (p *program) parseLine(line string) error {
	words := strings.Fields(line)
	switch words[0] {
	case "recurse":
		p.recurse = words[1:]
		return nil
	case "folders":
		p.folders = true
		return nil
	case "env":
		p.env = strings.TrimSpace(strings.TrimPrefix(line, "env")) + " "
		return nil
	case "needs":
		p.needs = true
		return nil
	case "says":
		p.says = strings.TrimSpace(strings.TrimPrefix(line, "says"))
		return nil
	}
	for _, w := range words {
		if w[0] != '-' {
			return fmt.Errorf("%q is no flag", w)
		}
		name, kind, valued := strings.Cut(w, "=")
		f := flag{kind: kind}
		if f.optional = strings.HasSuffix(name, "?"); f.optional {
			name = strings.TrimSuffix(name, "?")
		}
		if f.instead = strings.HasSuffix(name, "!"); f.instead {
			name = strings.TrimSuffix(name, "!")
		}
		if f.joined = strings.HasPrefix(kind, "="); f.joined {
			f.kind = kind[1:]
		}
		if valued && kindNamed(f.kind) == nil {
			return fmt.Errorf("no kind is called %s", f.kind)
		}
		if _, ok := p.flags[name]; ok {
			return fmt.Errorf("%s is there twice", name)
		}
		p.flags[name] = f
	}
	return nil
}

// lookup finds the entry for a command: the one with the most words. rest are the arguments after them.
func lookup(table map[string]*program, name string, args []field) (p *program, words string, rest []field) {
	words, rest = name, args
	p = table[name]
	key := name
	for i, a := range args[:min(3, len(args))] {
		if !a.known || strings.ContainsAny(a.text, " ") {
			break
		}
		key += " " + a.text
		if q := table[key]; q != nil {
			p, words, rest = q, key, args[i+1:]
		}
	}
	return p, words, rest
}

// use is a command line that fits an entry.
type use struct {
	paths  []string // what it reads
	set    []string // the flags that are given, as the table has them
	values map[string]string
	names  []string // patterns for the names of the files that it reads
	trees  []string // revisions or paths of git
	flags  []field  // the flags with their values, in their order
	plain  []field  // the operands
}

// match fits arguments to an entry; it is false where one of them is not known to be harmless.
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

// option fits one word of flags; it took the next word where that is a value.
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

// long fits a flag that is a word of its own. It must be written out.
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

// take fits a text to its kind, and notes what it is.
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
