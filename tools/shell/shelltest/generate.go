// Package shelltest generates bash commands for tests: ordinary ones, hostile ones, and mixtures.
package shelltest

import (
	"math/rand/v2"
	"strings"
)

// Generator generates commands. The same random source generates the same commands.
type Generator struct {
	R *rand.Rand
	// Files are names of files: in the workspace, outside, secret, or easily misread.
	Files []string
	// Flags are flags of programs, known and unknown ones.
	Flags []string
	// Programs are names of programs.
	Programs []string
	// Seeds are whole commands, from which others are made by changing some words.
	Seeds []string
	// Hostile are pieces of commands that would do harm.
	Hostile []string
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

func (g *Generator) chance(percent int) bool { return g.R.IntN(100) < percent }

// Command returns one command line.
func (g *Generator) Command() string {
	text := g.list(0)
	if len(g.Seeds) > 0 && g.chance(50) {
		text = g.changed(pick(g.R, g.Seeds))
	}
	for g.chance(12) {
		text = g.mutate(text)
	}
	return text
}

// changed replaces some words of a command, or inserts others.
func (g *Generator) changed(text string) string {
	words := strings.Split(text, " ")
	for range 1 + g.R.IntN(3) {
		i := g.R.IntN(len(words))
		next := pick(g.R, g.Flags)
		if g.chance(60) {
			next = g.word(1)
		}
		if g.chance(50) {
			words[i] = next
		} else {
			words[i] += " " + next
		}
	}
	return strings.Join(words, " ")
}

func (g *Generator) list(depth int) string {
	text := g.pipeline(depth)
	for g.chance(25) && depth < 3 {
		text += pick(g.R, []string{" && ", " || ", "; ", "\n", " ; ", " & "}) + g.pipeline(depth+1)
	}
	return text
}

func (g *Generator) pipeline(depth int) string {
	text := g.statement(depth)
	for g.chance(25) && depth < 3 {
		text += pick(g.R, []string{" | ", "|", " |& "}) + g.statement(depth+1)
	}
	if g.chance(3) {
		text = "! " + text
	}
	return text
}

// statement returns a simple or compound command with its redirections.
func (g *Generator) statement(depth int) string {
	text := ""
	switch n := g.R.IntN(40); {
	case depth > 2 || n < 28:
		text = g.simple(depth)
	case n == 28:
		text = "(" + g.list(depth+1) + ")"
	case n == 29:
		text = "{ " + g.list(depth+1) + "; }"
	case n == 30:
		text = "for " + pick(g.R, names()) + " in " + g.words(depth, 3) + "; do " + g.list(depth+1) + "; done"
	case n == 31:
		text = "if " + g.list(depth+1) + "; then " + g.list(depth+1) + "; fi"
	case n == 32:
		text = "while " + g.list(depth+1) + "; do " + g.list(depth+1) + "; break; done"
	case n == 33:
		text = pick(g.R, names()) + pick(g.R, []string{"=", "+=", "[0]="}) + g.word(depth)
	case n == 34:
		text = "[[ " + g.word(depth) + pick(g.R, []string{" = ", " == ", " -eq ", " =~ ", " -nt "}) + g.word(depth) + " ]]"
	case n == 35:
		text = pick(
			g.R,
			[]string{
				"bash -c ", "sh -c ", "eval ", "timeout 1 ", "env ", "nice ", "command ", "time ", "exec ", "nohup ", "xargs ",
				"env X=1 ",
			},
		) + g.simple(depth+1)
	case n == 36:
		text = "bash -c '" + strings.ReplaceAll(g.list(depth+1), "'", "") + "'"
	case n == 37:
		text = pick(g.R, g.Hostile)
	case n == 38:
		text = pick(
			g.R, []string{"declare ", "export ", "local ", "readonly ", "printf -v ", "read ", "unset ", "let ", "mapfile "},
		) + pick(g.R, names()) + "=" + g.word(depth)
	default:
		text = pick(g.R, names()) + "=" + g.word(depth) + " " + g.simple(depth)
	}
	for g.chance(12) {
		text += pick(g.R, []string{" 2>/dev/null", " 2>&1", " >/dev/null", " < ", " > ", " >> ", " >& ", " <<< ", " &> ", " <> ", " 3< "})
		if strings.HasSuffix(text, " ") {
			text += g.word(depth)
		}
	}
	return text
}

func names() []string {
	return []string{
		"x", "f", "i", "line", "PATH", "IFS", "BASH_ENV", "x", "LC_ALL", "GIT_PAGER", "PS4", "HOME", "CDPATH", "npm_config_x", "f",
	}
}

// simple returns a program with flags and operands.
func (g *Generator) simple(depth int) string {
	text := pick(g.R, g.Programs)
	if g.chance(4) {
		text = g.word(depth)
	}
	for g.chance(45) {
		text += " " + pick(g.R, g.Flags)
		if g.chance(15) {
			text += pick(g.R, []string{"=", " ", ""}) + g.word(depth)
		}
	}
	for g.chance(60) {
		text += " " + g.word(depth)
		if g.chance(10) {
			text += " " + pick(g.R, g.Flags)
		}
	}
	return text
}

func (g *Generator) words(depth, most int) string {
	var out []string
	for range 1 + g.R.IntN(most) {
		out = append(out, g.word(depth))
	}
	return strings.Join(out, " ")
}

// word returns one word: a file, a text, a pattern, or an expansion, in one of the ways to write it.
func (g *Generator) word(depth int) string {
	switch n := g.R.IntN(30); {
	case n < 14:
		return g.quoted(pick(g.R, g.Files))
	case n < 18:
		return pick(
			g.R,
			[]string{
				"*", "*.txt", "?.txt", ".*", "[.]env", "[!x]*", "[^a]*", "s*/x", "*/*", "./*", "{a,b}.txt", "a{1..3}", "~", "~root",
				"~+", "!(x)", "[[:alpha:]]*", "-*",
			},
		)
	case n < 20:
		return pick(
			g.R,
			[]string{
				"$x", `"$x"`, "${x}", "${x:-" + g.word2() + "}", "${!x}", "${x@P}", "$f", `"$f"`, "$HOME", "$PWD/a.txt", "$1", "$@",
				"$?", "${x:=y}", "${#x}", "$PATH", "$((" + g.word2() + "))", "$((1+2))", "$[1+1]",
			},
		)
	case n < 22 && depth < 3:
		return pick(g.R, []string{"$(", `"$(`, "<(", ">("}) + g.simple(depth+1) + pick(g.R, []string{")", `)"`})
	case n == 22:
		return "$'" + pick(g.R, []string{`\x2fetc`, `a\nb`, `\056env`, `x`}) + "'"
	case n < 26:
		return pick(
			g.R,
			[]string{
				"foo", "'s/a/b/'", "1", "5", "'{print $1}'", "'1,5p'", "HEAD", "main", "'.a'", "+%Y", "'func main'", "HEAD:.env",
				"-", "--", "''", "10", "'.*'", "CANARY",
			},
		)
	default:
		return g.quoted(pick(g.R, g.Hostile))
	}
}

func (g *Generator) word2() string {
	return pick(g.R, []string{"x", "y", "$(touch canary)", "a[$(touch canary)]", "`touch canary`", "/etc/passwd"})
}

// quoted quotes a text in one of the ways of the shell; some of them are wrong.
func (g *Generator) quoted(s string) string {
	switch g.R.IntN(8) {
	case 0:
		return "'" + s + "'"
	case 1:
		return `"` + s + `"`
	case 2:
		if len(s) > 2 {
			return s[:1] + "'" + s[1:] + "'"
		}
	case 3:
		if len(s) > 2 {
			return s[:2] + `\` + s[2:]
		}
	}
	return s
}

// mutate inserts a character or something hostile anywhere, or removes or doubles a piece.
func (g *Generator) mutate(s string) string {
	if s == "" {
		return s
	}
	const odd = "'\"`$(){}[]<>|&;\\\n\t *?!~#=-/.,:%@^+"
	at := g.R.IntN(len(s))
	end := min(len(s), at+1+g.R.IntN(6))
	switch g.R.IntN(5) {
	case 0:
		return s[:at] + s[end:]
	case 1:
		return s[:at] + string(odd[g.R.IntN(len(odd))]) + s[at:]
	case 2:
		return s[:end] + s[at:]
	case 3:
		return s[:at] + pick(g.R, g.Hostile) + s[at:]
	}
	return s[:at] + " " + g.word(2) + s[at:]
}
