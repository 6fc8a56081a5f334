package symbol

import "strings"

// maxBlock is the number of lines of a definition that are returned at most.
const maxBlock = 300

// block returns the lines of the definition that begins at a line, with the comment above it. It ends before the first line
// that is indented no deeper, unless that line closes it.
func block(lines []string, start int) (first, last int) {
	depth := indent(lines[start-1])
	first, last = start, start
	for first > 1 && isComment(lines[first-2]) && indent(lines[first-2]) == depth {
		first--
	}
	for n := start; n < len(lines) && n-start < maxBlock; n++ {
		l := strings.TrimSpace(lines[n])
		switch closing := l != "" && strings.ContainsAny(l[:1], ")}]{") || l == "end"; {
		case l == "":
		case indent(lines[n]) > depth:
			last = n + 1
		case indent(lines[n]) == depth && closing:
			last = n + 1
			if l[0] == '}' || l == "end" {
				return first, last
			}
		default:
			return first, last
		}
	}
	return first, last
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

func isComment(line string) bool {
	l := strings.TrimSpace(line)
	for _, mark := range []string{"//", "#", "/*", "*", "--", "@"} {
		if strings.HasPrefix(l, mark) {
			return true
		}
	}
	return false
}
