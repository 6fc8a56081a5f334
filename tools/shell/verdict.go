// Package shell says what a shell command would do, as far as that can be seen without running it.
// It knows nothing of tools or users, and it is no wall: what it can't see through it wants to be asked about.
// Start at [Classify].
package shell

import (
	"fmt"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Decision is what should happen to a command, from the least to the most careful.
type Decision int

// The decisions.
const (
	Allow   Decision = iota // it only reads
	Ask                     // the user is asked, unless rules allow all of [Verdict.Keys]
	AskEach                 // the user is asked each time
	Refuse                  // it destroys more than anybody can want
)

// String gives the word for it.
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

// Verdict is what [Classify] makes of a command.
type Verdict struct {
	Decision Decision
	Reason   string   // why it is no [Allow], in words
	Keys     []string // the commands that need consent, each with its subcommand
}

// maxDepth is how deep commands may stand in the arguments of others.
const maxDepth = 6

// Classify looks at a command line of bash. The function tells where a path leads; it is given words as they stand,
// relative ones too, and patterns with * and the like.
func Classify(command string, reach func(path string) Reach) Verdict {
	c := &classifier{reach: reach}
	c.script(command, 0)
	if c.arithmetic && c.hidden {
		c.say(AskEach, "", "has a substitution in a string that is calculated with")
	}
	slices.Sort(c.v.Keys)
	c.v.Keys = slices.Compact(c.v.Keys)
	return c.v
}

// classifier collects the verdict.
type classifier struct {
	v          Verdict
	reach      func(string) Reach
	arithmetic bool // something is evaluated as arithmetic, which may run substitutions in strings
	hidden     bool // a substitution stands in a string
}

// say makes the verdict at least as careful as d.
func (c *classifier) say(d Decision, key, format string, args ...any) {
	if d == Ask && (key == "" || strings.ContainsAny(key, "\n\r")) {
		d = AskEach // a rule could not say in words what it allows
	}
	if key != "" && d > Allow {
		c.v.Keys = append(c.v.Keys, key)
	}
	if d > c.v.Decision {
		c.v.Decision, c.v.Reason = d, fmt.Sprintf(format, args...)
	}
}

// script classifies the text of a script.
func (c *classifier) script(text string, depth int) {
	if depth > maxDepth {
		c.say(AskEach, "", "has commands in commands too deep to look through")
		return
	}
	if strings.ContainsAny(text, "\x00\x1b\b\r") {
		c.say(AskEach, "", "has control characters, which can hide what it does")
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		c.say(AskEach, "", "can't be parsed: %v", err)
		return
	}
	w := &walker{c: c, depth: depth}
	syntax.Walk(file, w.visit)
}
