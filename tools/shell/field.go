package shell

import (
	"strings"
)

// field is one argument of a program.
type field struct {
	text  string // its value if it is known
	known bool
	code  string // how it is written in the command that runs
	split bool   // it may become no word or several
}

func literal(text string) field { return field{text: text, known: true, code: quote(text)} }

// piece is a part of a word after its expansion.
type piece struct {
	field
	quoted bool // pattern characters in it have no meaning
}

// join joins the pieces of a word.
func join(pieces []piece) field {
	f := field{known: true}
	for _, p := range pieces {
		f.text += p.text
		f.code += p.code
		f.known = f.known && p.known
		f.split = f.split || p.split
	}
	if f.known {
		return literal(f.text)
	}
	f.text = ""
	return f
}

// codes returns arguments as code; it is empty or begins with a space.
func codes(args []field) string {
	var b strings.Builder
	for _, a := range args {
		b.WriteByte(' ')
		b.WriteString(a.code)
	}
	return b.String()
}

// quote returns the text as one word of bash without any special meaning.
func quote(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./,:@%+-") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
