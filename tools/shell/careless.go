package shell

import (
	"fmt"
	"slices"
	"strings"
)

// careless returns why the user is asked about a command each time, so that no rule allows it; "" if a rule may.
func careless(name string, args []string) string {
	switch {
	case name == "git":
		return carelessGit(args)
	case name == "set" && !slices.ContainsFunc(args, func(a string) bool { return strings.Trim(a, "-+aefilopux") != "" }):
		return ""
	}
	if c := knownRisks().each[name]; c != nil {
		settings := name == "go" && len(args) > 1 && args[0] == "env" && hasFlag(args, "-w", "-u")
		if settings || c.applies(args) {
			return named(c.reason, name)
		}
	}
	return inline(name, args)
}

// named puts the name of the command into a reason.
func named(reason, name string) string {
	if strings.Contains(reason, "%s") {
		return fmt.Sprintf(reason, name)
	}
	return reason
}

// inline returns why an interpreter runs code that can't be judged; "" if it runs a script or is none.
func inline(name string, args []string) string {
	c := knownRisks().code[strings.TrimRight(name, "0123456789.")]
	if c == nil {
		return ""
	}
	if len(args) == 0 {
		return "has " + name + " run what it reads"
	}
	for _, a := range args {
		for _, f := range c.flags {
			short := len(f) == 2 && f[0] == '-' && len(a) > 1 && a[0] == '-' && a[1] != '-' && strings.Contains(a, f[1:])
			if a == f || strings.HasPrefix(a, f+"=") || short {
				return "has " + name + " run code that is given on the command line"
			}
		}
		if a != "" && a[0] != '-' {
			break // the script; the rest are its arguments
		}
	}
	return ""
}
