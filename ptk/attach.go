package ptk

import (
	"context"
	"fmt"
	"strings"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/ptk/prompt"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/credential"
)

// userText is the user's message with what is attached to it and what the user is looking at, made harmless.
func (t *turn) userText(ctx context.Context) string {
	var b strings.Builder
	b.WriteString(notation.Neutralize(t.asked()))
	said := b.Len()
	for _, a := range t.attached {
		b.WriteString("\n\n" + t.attachment(ctx, a))
	}
	t.attachedTokens = notation.EstimateTokens(b.String()[said:])
	if where := t.lookingAt(ctx); where != "" {
		b.WriteString("\n\n" + where)
	}
	b.WriteString(credential.Mask(t.nearer(ctx, t.about(ctx))))
	b.WriteString(t.toolWish(t.req.Message) + t.planText() + t.hint(ctx))
	return b.String()
}

// attachment writes one attachment as a snippet, or says why it can't.
func (t *turn) attachment(ctx context.Context, a chat.Attachment) string {
	f := t.m.cfg.Formatter
	if a.Data != nil {
		return t.picture(a.Name, a.Data)
	}
	if a.Path == "" {
		return notation.Neutralize(fmt.Sprintf("Attached: %s\n%s", a.Name, t.clip(t.hide(a.Name, a.Text))))
	}
	text, err := t.m.cfg.Workspace.Read(ctx, a.Path)
	if err != nil {
		return t.unattached(a.Path, err)
	}
	if text.Binary || text.Large {
		if data, ok := t.pictureFile(text); ok {
			return t.picture(t.m.cfg.Workspace.Display(a.Path), data)
		}
		return fmt.Sprintf("(%s is binary or very large and was not attached)", t.m.cfg.Workspace.Display(a.Path))
	}
	content, err := t.attachable(ctx, text)
	if err != nil {
		return t.unattached(a.Path, err)
	}
	lines := strings.Split(strings.TrimSuffix(content, "\n"), "\n")
	first, last := 1, len(lines)
	if a.StartLine > 0 {
		first = min(a.StartLine, len(lines))
		last = max(first, min(a.EndLine, len(lines)))
	}
	t.c.Reads.Note(text.File.Path, text.Hash)
	code := notation.Neutralize(t.clip(strings.Join(lines[first-1:last], "\n")))
	return "Attached by the user:\n" + f.Snippet(a.Path, first, last, code)
}

// unattached tells the user and the model why a file is not attached.
func (t *turn) unattached(path string, err error) string {
	t.emit(chat.Warning{Code: "attachment", Message: fmt.Sprintf("%s was not attached: %v", path, err)})
	return fmt.Sprintf("(%s could not be attached: %v)", t.m.cfg.Workspace.Display(path), err)
}

// clip cuts what is longer than an attachment's share of the window, and says so.
func (t *turn) clip(s string) string {
	most := t.prompt.AttachmentTokens() * prompt.BytesPerToken / max(1, len(t.attached))
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "\n(cut here; the rest is left out)"
}

// lookingAt says in a line what the user has on the screen.
func (t *turn) lookingAt(ctx context.Context) string {
	c, err := t.m.cfg.Workspace.Context(ctx)
	if err != nil || c == nil || c.Active == "" {
		return ""
	}
	s := "(The user is looking at " + t.m.cfg.Workspace.Display(c.Active)
	if r := c.Selection; r != (workspace.Range{}) {
		s += fmt.Sprintf(", line %d", r.StartLine)
		if r.EndLine != r.StartLine || r.EndColumn != r.StartColumn {
			s += fmt.Sprintf(" to %d selected", r.EndLine)
		}
	}
	return notation.Neutralize(credential.Mask(s + "." + t.listed(c) + ")"))
}

// listed are the places of the list that the user goes through, each on a line.
func (t *turn) listed(c *workspace.Context) string {
	if len(c.Listed) == 0 {
		return ""
	}
	s := " Listed on the screen:"
	for _, l := range c.Listed {
		s += fmt.Sprintf("\n%s:%d: %s", t.m.cfg.Workspace.Display(l.Path), l.Line, short(l.Text, 200))
	}
	return s + "\n"
}
