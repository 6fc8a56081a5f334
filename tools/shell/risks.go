package shell

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

//go:embed risks.txt
var risksText string

// risks is what risks.txt says about commands, by name.
type risks struct {
	does   map[string]effect
	each   map[string]*caution
	code   map[string]*caution // interpreters
	leaves map[string]bool
}

// effect is what a command does.
type effect struct {
	rank rank
	verb string
}

// caution is a reason to ask each time.
type caution struct {
	reason string   // %s is the name of the command
	flags  []string // one of them must be given, or
	first  []string // the first argument must be one of these; if both are empty, the reason always applies
}

// applies reports whether the reason applies to arguments.
func (c *caution) applies(args []string) bool {
	if len(c.flags) == 0 && len(c.first) == 0 {
		return true
	}
	return len(args) > 0 && slices.Contains(c.first, args[0]) || hasFlag(args, c.flags...)
}

// hasFlag reports whether one of the flags is among the arguments, with a value or without.
func hasFlag(args []string, flags ...string) bool {
	return slices.ContainsFunc(args, func(a string) bool {
		long, _, _ := strings.Cut(a, "=")
		return slices.Contains(flags, a) || slices.Contains(flags, long)
	})
}

// knownRisks parses the table on first use; a test finds errors in it.
var knownRisks = sync.OnceValue(func() *risks {
	r, err := parseRisks(risksText)
	if err != nil {
		panic(err)
	}
	return r
})

// ranksByName are the ranks that risks.txt uses.
func ranksByName() map[string]rank {
	return map[string]rank{
		"network": rankNetwork, "publishes": rankPublishes, "overwrites": rankOverwrites, "deletes": rankDeletes, "root": rankRoot,
	}
}

func parseRisks(text string) (*risks, error) {
	r := &risks{does: map[string]effect{}, each: map[string]*caution{}, code: map[string]*caution{}, leaves: map[string]bool{}}
	var last *caution
	for i, line := range strings.Split(text, "\n") {
		body := strings.TrimSpace(line)
		var err error
		switch {
		case body == "" || body[0] == '#':
			continue
		case line[0] == '\t' && last == nil:
			err = fmt.Errorf("flags of no entry")
		case line[0] == '\t':
			err = last.parse(body)
		default:
			last, err = r.entry(body)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	return r, nil
}

// parse reads a line below an entry.
func (c *caution) parse(line string) error {
	words := strings.Fields(line)
	switch words[0] {
	case "with", "flags":
		c.flags = words[1:]
	case "first":
		c.first = words[1:]
	default:
		return fmt.Errorf("%q is no property", words[0])
	}
	return nil
}

// entry reads the first line of an entry.
func (r *risks) entry(line string) (*caution, error) {
	head, list, ok := strings.Cut(line, ": ")
	kind, words, _ := strings.Cut(head, " ")
	if !ok {
		return nil, fmt.Errorf("%q has no colon", line)
	}
	c := &caution{reason: words}
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		twice := false
		switch kind {
		case "does":
			of, verb, _ := strings.Cut(words, " ")
			at, known := ranksByName()[of]
			if !known {
				return nil, fmt.Errorf("%q is no rank", of)
			}
			_, twice = r.does[name]
			r.does[name] = effect{at, verb}
		case "each":
			twice, r.each[name] = r.each[name] != nil, c
		case "code":
			twice, r.code[name] = r.code[name] != nil, c
		case "leaves":
			twice, r.leaves[name] = r.leaves[name], true
		default:
			return nil, fmt.Errorf("%q is no kind of entry", kind)
		}
		if twice {
			return nil, fmt.Errorf("%s is there twice", name)
		}
	}
	return c, nil
}
