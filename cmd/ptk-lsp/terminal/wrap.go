package terminal

import (
	"strings"

	"ptk-lsp/workspace"
)

// wrapped breaks lines at the width of the terminal, so that each takes one row of the screen.
func wrapped(lines []string, columns int) []string {
	columns = max(columns, 20)
	var out []string
	for _, line := range lines {
		rest, quoted := strings.CutPrefix(line, workspace.Gutter)
		gutter := ""
		if quoted {
			gutter = workspace.Gutter
		}
		for {
			var head string
			head, rest = split(rest, columns-3)
			out = append(out, gutter+head)
			if rest == "" {
				break
			}
			gutter = "┊ " // marks the continuation of a line
		}
	}
	return out
}

// split cuts off what fits into columns.
func split(line string, columns int) (head, rest string) {
	used := 0
	for i, r := range line {
		if used += maxCells(r); used > columns {
			return line[:i], line[i:]
		}
	}
	return line, ""
}

// maxCells returns how many columns a character takes at most.
func maxCells(r rune) int {
	switch {
	case r == '\t':
		return 8
	case r >= 0x1100:
		return 2 // not all of them are wide, but none is wider
	}
	return 1
}
