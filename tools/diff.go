package tools

import (
	"strings"

	"ptk-lsp/workspace"
)

// fileDiff returns a change as a diff. It is correct only for valid UTF-8, which all texts of the workspace are.
func fileDiff(c *Call, path, before, after string) workspace.FileDiff {
	name := c.Workspace.Display(path)
	return workspace.FileDiff{Path: path, Unified: unified("a/"+name, "b/"+name, before, after), NewText: after}
}

// countLines counts the lines that a unified diff adds and removes.
func countLines(unified string) (added, removed int) {
	body := false
	for line := range strings.Lines(unified) {
		switch {
		case strings.HasPrefix(line, "@@"):
			body = true
		case body && strings.HasPrefix(line, "+"):
			added++
		case body && strings.HasPrefix(line, "-"):
			removed++
		}
	}
	return added, removed
}

func preview(unified string) []string {
	lines := splitLines(unified)
	return firstLines(lines[min(2, len(lines)):], 6)
}
