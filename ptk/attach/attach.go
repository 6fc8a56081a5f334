// Package attach writes what goes along with a user's message for the model: attachments with their pictures, what is on the
// screen, and the map of the workspace.
package attach

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// Renderer renders the attachments of one turn.
type Renderer struct {
	ws        *workspace.Workspace
	formatter notation.Formatter
	reads     *tools.Reads
	pictures  pictures
}

// NewRenderer returns a Renderer. It notes in reads which files the model gets to see.
func NewRenderer(ws *workspace.Workspace, f notation.Formatter, reads *tools.Reads) *Renderer {
	return &Renderer{ws: ws, formatter: f, reads: reads}
}

// Rendered is an attachment as it goes to the model.
type Rendered struct {
	Text    string
	Picture *llm.Image // nil if there is none
	Warning string     // for the user; "" if there is none
}

// Render renders an attachment; if it can't, the text has the reason. Text is cut after maxBytes.
func (r *Renderer) Render(ctx context.Context, a chat.Attachment, maxBytes int) Rendered {
	switch {
	case a.Data != nil:
		return r.picture(a.Name, a.Data)
	case a.Path == "":
		text, warning := mask(a.Name, a.Text)
		short, wasCut := cut(a.Name, text, maxBytes)
		text = notation.Neutralize(fmt.Sprintf("Attached: %s\n%s", a.Name, short))
		return Rendered{Text: text, Warning: joined(warning, wasCut)}
	}
	return r.file(ctx, a, maxBytes)
}

// file renders a file or some lines of it.
func (r *Renderer) file(ctx context.Context, a chat.Attachment, maxBytes int) Rendered {
	text, err := r.ws.Read(ctx, a.Path)
	if err != nil {
		return r.failed(a.Path, err)
	}
	if text.Binary || text.Large {
		if data, ok := pictureFile(r.ws, text); ok {
			return r.picture(r.ws.Display(a.Path), data)
		}
		name := r.ws.Display(a.Path)
		return Rendered{
			Text:    fmt.Sprintf("(%s is binary or very large and was not attached)", name),
			Warning: name + " was not attached: it is binary or very large",
		}
	}
	shown, warning, err := content(ctx, r.ws, text)
	if err != nil {
		return r.failed(a.Path, err)
	}
	lines := strings.Split(strings.TrimSuffix(shown, "\n"), "\n")
	first, last := 1, len(lines)
	if a.StartLine > 0 {
		first = min(a.StartLine, len(lines))
		last = max(first, min(a.EndLine, len(lines)))
	}
	r.reads.Note(text.File.Path, text.Hash)
	short, wasCut := cut(r.ws.Display(a.Path), strings.Join(lines[first-1:last], "\n"), maxBytes)
	snippet := r.formatter.Snippet(a.Path, first, last, notation.Neutralize(short))
	return Rendered{Text: "Attached by the user:\n" + snippet, Warning: joined(warning, wasCut)}
}

// picture renders a picture. Whether the model is shown it is decided with each request, since the model may change.
func (r *Renderer) picture(name string, data []byte) Rendered {
	name = notation.Neutralize(name)
	image, err := r.pictures.add(data)
	if err != nil {
		return Rendered{
			Text:    fmt.Sprintf("(The picture %s could not be attached: %v.)", name, err),
			Warning: fmt.Sprintf("%s was not attached: %v", name, err),
		}
	}
	return Rendered{Text: "Attached picture: " + name, Picture: image}
}

// failed reports to the user and the model why a file is not attached.
func (r *Renderer) failed(path string, err error) Rendered {
	return Rendered{
		Text:    fmt.Sprintf("(%s could not be attached: %v)", r.ws.Display(path), err),
		Warning: fmt.Sprintf("%s was not attached: %v", path, err),
	}
}

// cut returns the text up to maxBytes, and a warning for the user if that is not all of it.
func cut(name, text string, maxBytes int) (short, warning string) {
	if len(text) <= maxBytes {
		return text, ""
	}
	warning = fmt.Sprintf("%s is too large for the message: its first %d KiB are attached", name, max(1, maxBytes>>10))
	return strings.ToValidUTF8(text[:maxBytes], "") + "\n(cut here; the rest is left out)", warning
}

// joined joins the warnings that are not empty.
func joined(warnings ...string) string {
	return strings.Join(slices.DeleteFunc(warnings, func(w string) bool { return w == "" }), "; ")
}
