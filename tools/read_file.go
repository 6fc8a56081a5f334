package tools

import (
	"cmp"
	"context"
	"fmt"
)

type readFileArgs struct {
	Path   string `json:"path" jsonschema:"file to read, relative to the workspace"`
	Offset int    `json:"offset,omitempty" jsonschema:"first line, counted from 1" default:"1"`
	Limit  int    `json:"limit,omitempty" jsonschema:"how many lines" default:"2000"`
}

func readFile() Tool {
	return readingText(Spec{
		Name: "read_file", Kind: KindRead,
		Description: "Reads a file, with line numbers. Shows unsaved changes of the editor. Give offset and limit for a part of " +
			"a long file.",
	}, func(c *Call, a readFileArgs) (string, []Location) {
		title := "Read " + a.Path
		if a.Offset > 1 || a.Limit > 0 {
			title += fmt.Sprintf(" from line %d", max(a.Offset, 1))
		}
		return title, at(c, a.Offset, a.Path)
	}, func(a readFileArgs) pages {
		return pages{
			[]string{a.Path}, a.Offset, cmp.Or(a.Limit, defaultLines),
		}
	}, func(ctx context.Context, c *Call, a readFileArgs) (*FileText, error) {
		return readText(ctx, c, a.Path, a.Offset, a.Limit)
	})
}
