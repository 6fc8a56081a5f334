package tools

import (
	"context"
	"fmt"
	"strings"

	"ptk-lsp/workspace"
)

// FileText is a file, or a part of it, as models read it.
type FileText struct {
	Path       string `json:"path"`
	Content    string `json:"content"` // a snippet with line numbers
	Lines      int    `json:"lines"`   // in the content
	TotalLines int    `json:"total_lines"`
	Truncated  bool   `json:"truncated"` // lines were left out
	Dirty      bool   `json:"dirty"`     // the editor holds it with unsaved changes
	Note       string `json:"note,omitempty"`
	picture    *Image // set if the file is a picture
}

// Images returns the picture if the file is one.
func (f FileText) Images() []Image {
	if f.picture == nil {
		return nil
	}
	return []Image{*f.picture}
}

// Preview returns the first lines.
func (f FileText) Preview() []string {
	lines := strings.Split(f.Content, "\n")
	if len(lines) > 2 {
		lines = lines[1 : len(lines)-1]
	}
	return firstLines(lines, 3)
}

// readText reads lines of a file and notes its hash for the conversation.
func readText(ctx context.Context, c *Call, path string, offset, limit int) (*FileText, error) {
	if offset < 0 || limit < 0 {
		return nil, &Error{Type: ValidationError, Code: CodeInvalidCall, Message: "offset and limit can't be negative."}
	}
	t, err := c.Workspace.Read(ctx, path)
	if err != nil {
		return nil, err
	}
	if t.Binary {
		return readPicture(c, t)
	}
	offset = max(offset, 1)
	if limit == 0 {
		limit = defaultLines
	}
	all, total, err := linesOf(ctx, c, t, offset, limit)
	if err != nil {
		return nil, err
	}
	note := ""
	if !c.showSecrets {
		all, note = maskLines(t, offset, all)
	}
	if offset > max(total, 1) {
		return nil, &Error{
			Type:    UserError,
			Message: fmt.Sprintf("%s has %d lines; offset %d is beyond its end.", c.Workspace.Display(t.File.Path), total, offset),
		}
	}
	c.Reads.Note(t.File.Path, t.Hash)
	return &FileText{
		Path: c.Workspace.Display(t.File.Path), Content: snippet(t.File.Path, offset, all), Lines: len(all), TotalLines: total,
		Truncated: len(all) < total, Dirty: t.Dirty, Note: note,
	}, nil
}

// readPicture reads a binary file if it is a picture that models accept.
func readPicture(c *Call, t *workspace.Text) (*FileText, error) {
	name := c.Workspace.Display(t.File.Path)
	refused := &Error{
		Type: UserError, Message: fmt.Sprintf("%s is a binary file of %d bytes.", name, t.Size),
		Suggestion: "There is no text in it to read.",
	}
	if t.Size > MaxImage {
		return nil, refused
	}
	path, err := c.Workspace.Real(t.File.Path)
	if err != nil {
		return nil, err
	}
	raw, err := c.Workspace.Raw(path)
	if err != nil {
		return nil, err
	}
	kind, err := ImageType(raw.Data)
	if err != nil {
		return nil, refused
	}
	return &FileText{
		Path: name, Content: fmt.Sprintf("[%s, %d bytes: a picture]", kind, len(raw.Data)), picture: &Image{kind, raw.Data},
	}, nil
}

// linesOf returns lines of the text, from the disk if the text is too large for memory.
func linesOf(ctx context.Context, c *Call, t *workspace.Text, offset, limit int) (lines []string, total int, err error) {
	if t.Large {
		return c.Workspace.Lines(ctx, t.File.Path, offset, limit)
	}
	all := splitLines(t.Content)
	from := min(offset-1, len(all))
	return all[from : from+min(limit, len(all)-from)], len(all), nil
}

// at returns the locations of the paths, without those that can't be resolved.
func at(c *Call, line int, paths ...string) []Location {
	var out []Location
	for _, p := range paths {
		if path, err := c.Workspace.Locate(p); err == nil {
			out = append(out, Location{Path: path, Line: line})
		}
	}
	return out
}
