package shell

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

//go:embed programs.txt
var programsText string

//go:embed rules.txt
var rulesText string

// tables are the programs that may run without a question, and the commands that a rule may cover with other arguments.
type tables struct{ programs, rules map[string]*program }

// parsedTables parses the tables on first use. An error drops the entries after it; a test finds it.
var parsedTables = sync.OnceValue(func() *tables {
	programs, _ := parseTable(programsText)
	rules, _ := parseTable(rulesText)
	return &tables{programs, rules}
})

// program is an entry of a table; programs.txt describes the format.
type program struct {
	names    []string
	operands []operand
	flags    map[string]flag
	recurse  []string // flags by which it reads all files below a folder; "*" if it always does
	folders  bool     // it reads the files in a folder that is an operand, also through links
	needs    bool     // without a flag it does something else
	env      string   // variables that are set for it
	with     string   // flags that are added, as code that begins with a space
	says     string   // what a rule covers, in words
}

// operand describes one position of the command line.
type operand struct {
	kind           string
	many, optional bool
}

// flag is one option of a program.
type flag struct {
	kind     string // of its value, "" if it has none
	optional bool   // the value may be missing; if not it is joined to the flag
	joined   bool   // the value is joined with =, never the next word
	instead  bool   // it replaces the first operand
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
	case "with":
		p.with = " " + strings.Join(words[1:], " ")
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

// lookup returns the entry for a command: the one with the most words. rest are the arguments after them.
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
