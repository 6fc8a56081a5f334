package tools

import (
	"context"
	"strings"

	"ptk-lsp/workspace"
)

type writeFileArgs struct {
	Path    string `json:"path" jsonschema:"file to write, relative to the workspace; its folders are made"`
	Content string `json:"content" jsonschema:"the whole new content"`
}

func (w fileWriter) writeFile() Tool {
	return New(Spec{
		Name: "write_file", Kind: KindEdit, Confirm: true,
		Description: "Writes a whole file, new or not. A file that is there must have been read before. To change parts of a " +
			"file, prefer edit_file.",
	}, func(ctx context.Context, c *Call, a writeFileArgs) (*Action, error) {
		t, err := current(ctx, c, a.Path)
		if err != nil {
			return nil, err
		}
		if t == nil {
			return w.action(c, "Create "+a.Path, change{path: a.Path, after: a.Content, create: true})
		}
		if err := checkRead(c, t); err != nil {
			return nil, err
		}
		return w.action(c, "Write "+a.Path, change{path: t.File.Path, text: t, after: inForm(a.Content, t)})
	})
}

// inForm returns new content with the line endings of the file that it replaces.
func inForm(content string, t *workspace.Text) string {
	content = strings.ReplaceAll(content, "\r\n", "\n")
	if t.LineEnding == "\r\n" {
		content = strings.ReplaceAll(content, "\n", "\r\n")
	}
	return content
}
