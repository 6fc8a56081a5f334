package shell

import (
	"slices"
	"strings"
)

// awkHarmless reports whether an awk program only computes and prints: it consists of known tokens, without pipes, getline,
// system and > after print.
func awkHarmless(program string) bool {
	if strings.ContainsAny(program, "@#\\\x00") && !plainEscapes(program) {
		return false
	}
	p := &awkParser{s: program}
	for {
		p.s = strings.TrimLeft(p.s, " \t")
		if p.s == "" {
			return p.tokens > 0
		}
		if !p.token() {
			return false
		}
		p.tokens++
	}
}

// plainEscapes reports whether only strings and regular expressions can hold a backslash, and there are no other unusual
// characters.
func plainEscapes(program string) bool {
	return !strings.ContainsAny(program, "@#\x00") && !strings.Contains(program, "\\\n")
}

type awkParser struct {
	s        string
	last     string // the previous token
	tokens   int
	printing bool // in a print statement, in which > writes a file
}

// token reads one token, and reports whether it is known to be harmless.
func (p *awkParser) token() bool {
	c := p.s[0]
	switch {
	case c == '"':
		return p.quoted('"')
	case c == '/':
		return p.slash()
	case c >= '0' && c <= '9' || c == '.':
		n := len(p.s) - len(strings.TrimLeft(p.s, "0123456789."))
		return p.take(n, "0")
	case letter(c):
		return p.word()
	}
	for _, op := range []string{"||", "&&", "==", "!=", "<=", ">=", "!~", "++", "--", "+=", "-=", "*="} {
		if strings.HasPrefix(p.s, op) {
			return !(op == ">=" && p.printing) && p.take(2, op)
		}
	}
	if c == '>' && (p.printing || strings.HasPrefix(p.s, ">>")) || strings.IndexByte("{}()[];,+-*%<>=!~?:$\n", c) < 0 {
		return false
	}
	if c == ';' || c == '}' {
		p.printing = false // a newline may continue the statement
	}
	return p.take(1, string(c))
}

func (p *awkParser) take(n int, token string) bool {
	p.s, p.last = p.s[n:], token
	return true
}

func letter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// word reads a name: a known keyword or function, or a variable.
func (p *awkParser) word() bool {
	n := 0
	for n < len(p.s) && (letter(p.s[n]) || p.s[n] >= '0' && p.s[n] <= '9') {
		n++
	}
	w := p.s[:n]
	called := strings.HasPrefix(p.s[n:], "(")
	switch {
	case w == "print" || w == "printf":
		p.printing = true
	case slices.Contains([]string{"length", "substr", "index", "split", "tolower", "toupper", "int", "sub", "gsub", "match", "sprintf"}, w):
	case slices.Contains(
		[]string{
			"if", "else", "for", "in", "next", "exit", "BEGIN", "END", "NR", "NF", "FNR", "FS", "OFS", "RS", "ORS", "FILENAME",
			"RSTART", "RLENGTH",
		},
		w,
	):
	case called || !plainVariable(w):
		return false
	default:
		w = "0" // a variable may be used like a number
	}
	return p.take(n, w)
}

// plainVariable reports whether a name can only be a variable of the program: it is no special variable, keyword or function
// of any awk.
func plainVariable(w string) bool {
	return len(w) <= 20 && strings.Trim(w, "abcdefghijklmnopqrstuvwxyz0123456789_") == "" && !slices.Contains([]string{
		"getline", "system", "close", "fflush", "while", "do", "break", "continue", "function", "func", "return", "delete",
		"nextfile", "switch", "case", "default",
		"getline_", "srand", "rand", "strftime", "systime", "include", "load", "namespace",
	}, w)
}

// quoted reads a string or a regular expression. Implementations of awk disagree about brackets that hold a slash or a
// backslash.
func (p *awkParser) quoted(end byte) bool {
	for i := 1; i < len(p.s); i++ {
		switch c := p.s[i]; {
		case c == '\n':
			return false
		case c == '\\':
			i++
		case c == end:
			return p.take(i+1, "quoted")
		case end == '/' && c == '[':
			n := bracketEnd(p.s[i:])
			if n < 0 || strings.ContainsAny(p.s[i:i+n], "/\\\"\n") {
				return false
			}
			i += n
		}
	}
	return false
}

// slash reads a regular expression or a division, if no awk can take it for the other.
func (p *awkParser) slash() bool {
	switch p.last {
	case "", "{", "(", ",", ";", "\n", "!", "~", "!~", "&&", "||", "}":
		return p.quoted('/')
	case "0", "NF", "NR", "FNR":
		return !strings.HasPrefix(p.s, "/=") && p.take(1, "/op")
	}
	return false
}
