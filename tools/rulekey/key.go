// Package rulekey holds the two sides of a permission rule's match: the [Key] of what a call does, and the [Pattern] of the
// rule. Keys are typed so that the name of a thing and one exact command line can't be confused.
package rulekey

import "strings"

// Key is something that a call does, as permission rules see it. The zero Key is the call itself, whatever its arguments: it
// matches only patterns that match everything.
type Key struct {
	text  string
	exact bool
}

// exactMark begins the text of keys of exact command lines, in patterns and in the file of rules.
const exactMark = "= "

// Name returns the key of something with a name: a path, a tool, or a command that a rule may cover with other arguments,
// such as "go test".
func Name(name string) Key { return Key{text: name} }

// Command returns the key of one exact command line. ok is false if no rule can hold the line, because it is blank or takes
// several lines.
func Command(line string) (k Key, ok bool) {
	if strings.TrimSpace(line) == "" || strings.ContainsAny(line, "\n\r") {
		return Key{}, false
	}
	return Key{text: line, exact: true}, true
}

// Mode is a way to run a command that needs consent of its own.
type Mode string

// The modes.
const (
	Network    Mode = "(network)"    // it may open connections
	Background Mode = "(background)" // it runs on after the call
)

// With returns the key of the command run in a mode. No rule for the command alone matches it, and neither does a pattern
// with a *.
func (k Key) With(m Mode) Key {
	text := k.text
	if !k.exact {
		text = "any " + text
	}
	return Key{text: text + " " + string(m), exact: true}
}

// String returns the key as it is written in a pattern, before quoting.
func (k Key) String() string {
	if k.exact {
		return exactMark + k.text
	}
	return k.text
}
