package shell

import (
	"strings"
)

// sedHarmless reports whether a sed script only prints, skips and replaces. It knows the commands = d D g G h H n N p P q x,
// s with the flags g i I p and numbers, y and blocks; not those that read or write files or run programs (e r R w W, and e
// and w of s).
func sedHarmless(script string) bool {
	if strings.Contains(script, "\x00") || strings.HasSuffix(script, `\`) {
		return false
	}
	p := &sedParser{s: script}
	for p.s != "" {
		if !p.command() {
			return false
		}
	}
	return p.depth == 0 && p.commands > 0
}

type sedParser struct {
	s               string
	depth, commands int
}

func (p *sedParser) skip(set string) { p.s = strings.TrimLeft(p.s, set) }

// command reads one command of the script.
func (p *sedParser) command() bool {
	p.skip(" \t\n;")
	if p.s == "" {
		return true
	}
	if p.s[0] == '}' {
		p.depth--
		p.s = p.s[1:]
		return p.depth >= 0 && p.ends()
	}
	if !p.addresses() || p.s == "" {
		return false
	}
	c := p.s[0]
	p.s = p.s[1:]
	p.commands++
	switch c {
	case '{':
		p.depth++
		return p.depth < 10
	case '=', 'd', 'D', 'g', 'G', 'h', 'H', 'n', 'N', 'p', 'P', 'x':
		return p.ends()
	case 'q':
		return p.ends()
	case 's':
		if !p.parts(true) {
			return false
		}
		p.skip("gpIi0123456789")
		return p.ends()
	case 'y':
		return p.parts(false) && p.ends()
	}
	return false
}

// ends reports whether the command ends here.
func (p *sedParser) ends() bool {
	p.skip(" \t")
	return p.s == "" || strings.IndexByte(";\n}", p.s[0]) >= 0
}

// addresses reads the lines that a command applies to: none, one, or a range.
func (p *sedParser) addresses() bool {
	found, ok := p.address(false)
	if !ok {
		return false
	}
	p.skip(" \t")
	if found && strings.HasPrefix(p.s, ",") {
		p.s = p.s[1:]
		p.skip(" \t")
		if found, ok := p.address(true); !ok || !found {
			return false
		}
		p.skip(" \t")
	}
	if strings.HasPrefix(p.s, "!") {
		p.s = p.s[1:]
		p.skip(" \t")
	}
	return true
}

// address reads one address; the second of a range may be +N.
func (p *sedParser) address(second bool) (found, ok bool) {
	if p.s == "" {
		return false, true
	}
	switch c := p.s[0]; {
	case c == '$':
		p.s = p.s[1:]
	case c >= '0' && c <= '9':
		p.skip("0123456789")
		if strings.HasPrefix(p.s, "~") {
			p.s = p.s[1:]
			p.skip("0123456789")
		}
	case second && (c == '+' || c == '~'):
		p.s = p.s[1:]
		p.skip("0123456789")
	case c == '/':
		p.s = p.s[1:]
		if !p.until('/', true) {
			return false, false
		}
		p.s = strings.TrimPrefix(p.s, "I")
	default:
		return false, true
	}
	return true, true
}

// parts reads the two parts of s or y, and the delimiters.
func (p *sedParser) parts(regexp bool) bool {
	if p.s == "" || strings.IndexByte("/|,:@!%_+", p.s[0]) < 0 {
		return false
	}
	d := p.s[0]
	p.s = p.s[1:]
	return p.until(d, regexp) && p.until(d, false)
}

// until reads the text up to a delimiter. GNU and BSD disagree about brackets that hold the delimiter or a backslash.
func (p *sedParser) until(delimiter byte, regexp bool) bool {
	for i := 0; i < len(p.s); i++ {
		switch c := p.s[i]; {
		case c == '\n':
			return false
		case c == '\\':
			i++
			if i < len(p.s) && p.s[i] == '\n' {
				return false
			}
		case c == delimiter:
			p.s = p.s[i+1:]
			return true
		case c == '[' && regexp:
			end := bracketEnd(p.s[i:])
			if end < 0 || strings.ContainsAny(p.s[i:i+end], string(delimiter)+"\\\n") {
				return false
			}
			i += end
		}
	}
	return false
}

// bracketEnd returns the index of the ] that ends a bracket expression; -1 if there is none that all implementations agree
// on.
func bracketEnd(s string) int {
	i := 1
	if strings.HasPrefix(s[i:], "^") {
		i++
	}
	if strings.HasPrefix(s[i:], "]") {
		i++
	}
	for i < len(s) {
		switch {
		case s[i] == ']':
			return i
		case strings.HasPrefix(s[i:], "[:"):
			n := strings.Index(s[i:], ":]")
			if n < 0 {
				return -1
			}
			i += n + 2
		case strings.HasPrefix(s[i:], "[.") || strings.HasPrefix(s[i:], "[="):
			return -1
		default:
			i++
		}
	}
	return -1
}
