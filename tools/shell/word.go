package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// word is an argument; text is what the program gets where known is true.
type word struct {
	text  string
	known bool
}

// literal gives what the shell makes of a word; ok is false where that depends on anything but the word.
// The patterns * ? [ stay in it.
func literal(w *syntax.Word) (text string, ok bool) {
	if w == nil {
		return "", false
	}
	var b strings.Builder
	for _, p := range w.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			if braces(p.Value) {
				return "", false
			}
			b.WriteString(unescape(p.Value, false))
		case *syntax.SglQuoted:
			if p.Dollar && strings.Contains(p.Value, `\`) {
				return "", false
			}
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			for _, q := range p.Parts {
				lit, ok := q.(*syntax.Lit)
				switch {
				case ok && !p.Dollar:
					b.WriteString(unescape(lit.Value, true))
				case home(q):
					b.WriteString("~")
				default:
					return "", false
				}
			}
		default:
			if !home(p) {
				return "", false
			}
			b.WriteString("~")
		}
	}
	return b.String(), true
}

// home is true for the variable that holds the user's folder, which is told as ~.
func home(p syntax.WordPart) bool {
	e, ok := p.(*syntax.ParamExp)
	return ok && e.Param != nil && e.Param.Value == "HOME" && e.Exp == nil && e.Slice == nil && e.Repl == nil && e.Index == nil && !e.Excl && !e.Length && !e.Width
}

// braces is true where the shell may make several words of one.
func braces(s string) bool {
	open := strings.IndexByte(s, '{')
	return open >= 0 && strings.Contains(s[open:], "}") && (strings.Contains(s[open:], ",") || strings.Contains(s[open:], ".."))
}

// unescape takes the backslashes out; within double quotes they only count before some characters.
func unescape(s string, quoted bool) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && (!quoted || strings.IndexByte("$`\"\\\n", s[i+1]) >= 0) {
			i++
			if s[i] == '\n' {
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// command is a simple command: its name and its arguments.
type command struct{ words []word }

// name is the program's name, without its folder where that is one of the system's; "" where it isn't known.
func (c *command) name() string {
	if len(c.words) == 0 || !c.words[0].known {
		return ""
	}
	name := c.words[0].text
	for _, dir := range []string{"/bin/", "/usr/bin/", "/usr/local/bin/", "/sbin/", "/usr/sbin/", "/opt/homebrew/bin/"} {
		if rest, ok := strings.CutPrefix(name, dir); ok && !strings.Contains(rest, "/") {
			return rest
		}
	}
	return name
}

// args gives the arguments; known is false where one of them isn't.
func (c *command) args() (args []string, known bool) {
	known = true
	for _, w := range c.words[1:] {
		args = append(args, w.text)
		known = known && w.known
	}
	return args, known
}

// from is the command that begins at the argument i.
func (c *command) from(i int) *command { return &command{c.words[min(i, len(c.words)):]} }

// text gives the command as one line.
func (c *command) text() string {
	var parts []string
	for _, w := range c.words {
		t := w.text
		if !w.known {
			t = "…"
		} else if t == "" || strings.ContainsAny(t, " \t\n'\"$&|;<>()\\") {
			t = "'" + strings.ReplaceAll(t, "'", `'\''`) + "'"
		}
		parts = append(parts, t)
	}
	return strings.Join(parts, " ")
}
