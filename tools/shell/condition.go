package shell

import (
	"slices"
)

func (fl *files) condition(args []field, st *state) bool {
	is := func(i int, words ...string) bool { return args[i].known && slices.Contains(words, args[i].text) }
	switch {
	case len(args) > 1 && is(0, "!"):
		return len(args) <= 4 && fl.condition(args[1:], st)
	case len(args) == 1:
		return true
	case len(args) == 2 && is(0, "-n", "-z"):
		return true
	case len(args) == 2 && is(0, "-e", "-f", "-d", "-r", "-w", "-x", "-s", "-L", "-h", "-p", "-S", "-b", "-c"):
		return args[1].known && fl.mayLook(args[1].text, st)
	case len(args) == 3 && is(1, "=", "==", "!=", "-eq", "-ne", "-lt", "-le", "-gt", "-ge"):
		return true
	case len(args) == 3 && is(1, "-nt", "-ot", "-ef"):
		return args[0].known && args[2].known && fl.mayLook(args[0].text, st) && fl.mayLook(args[2].text, st)
	}
	return false
}
