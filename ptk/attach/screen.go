package attach

import (
	"context"
	"fmt"
	"strings"

	"ptk-lsp/ptk/clip"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/ptk/prompt"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/credential"
)

// Screen describes what the editor shows: the active file with its selection, and the list on the screen. It returns "" if
// nothing is known.
func Screen(ctx context.Context, ws *workspace.Workspace) string {
	c, err := ws.Context(ctx)
	if err != nil || c == nil || c.Active == "" {
		return ""
	}
	s := "(The user is looking at " + ws.Display(c.Active)
	if r := c.Selection; r != (workspace.Range{}) {
		s += fmt.Sprintf(", line %d", r.StartLine)
		if r.EndLine != r.StartLine || r.EndColumn != r.StartColumn {
			s += fmt.Sprintf(" to %d selected", r.EndLine)
		}
	}
	return notation.Neutralize(credential.Mask(s + "." + listed(ws, c.Listed) + ")"))
}

// listed writes the places of the list on the screen, one a line.
func listed(ws *workspace.Workspace, places []workspace.Listed) string {
	if len(places) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(" Listed on the screen:")
	for _, p := range places {
		fmt.Fprintf(&b, "\n%s:%d: %s", ws.Display(p.Path), p.Line, clip.Runes(p.Text, 200))
	}
	return b.String() + "\n"
}

// Map writes the map of the workspace for the first message of a conversation.
func Map(text string) string {
	if text == "" {
		return ""
	}
	return prompt.MapHead + notation.Neutralize(text) + "\n)"
}
