package tools

import (
	"cmp"
	"context"
	"fmt"
	"strings"
)

type readArgs struct {
	FilePaths []string `json:"file_paths" jsonschema:"files to read, relative to the workspace"`
	Offset    int      `json:"offset,omitempty" jsonschema:"first line of each, counted from 1" default:"1"`
	Limit     int      `json:"limit,omitempty" jsonschema:"how many lines of each; 0 for all" default:"0"`
}

// ReadFiles is the result of the tool read.
type ReadFiles struct {
	Files     []ReadOne `json:"files"`
	FilesRead int       `json:"files_read"`
}

// ReadOne is one of the files, or the error of reading it.
type ReadOne struct {
	*FileText
	Path  string `json:"path"`
	Error string `json:"error,omitempty"`
}

// Images returns the pictures among the files.
func (r ReadFiles) Images() (all []Image) {
	for _, f := range r.Files {
		if f.FileText != nil {
			all = append(all, f.Images()...)
		}
	}
	return all
}

// Preview lists the files.
func (r ReadFiles) Preview() []string {
	var out []string
	for _, f := range r.Files {
		switch {
		case f.Error != "":
			out = append(out, f.Path+": "+f.Error)
		case f.picture != nil:
			out = append(out, f.Path+": "+f.Content)
		default:
			out = append(out, fmt.Sprintf("%s: %d of %d lines", f.Path, f.Lines, f.TotalLines))
		}
	}
	return firstLines(out, 5)
}

// allLines is the limit for reading all lines.
const allLines = 1 << 30

func readMany() Tool {
	return readingText(Spec{
		Name: "read", Kind: KindRead,
		Description: "Reads several files at once, with line numbers. A file that can't be read does not fail the others.",
	}, func(c *Call, a readArgs) (string, []Location) {
		return "Read " + strings.Join(a.FilePaths, ", "), at(c, a.Offset, a.FilePaths...)
	}, func(a readArgs) pages {
		return pages{
			a.FilePaths, a.Offset, cmp.Or(a.Limit, allLines),
		}
	}, func(ctx context.Context, c *Call, a readArgs) (*ReadFiles, error) {
		if len(a.FilePaths) == 0 {
			return nil, &Error{
				Type: ValidationError, Code: CodeInvalidCall, Message: "file_paths is empty.",
				Suggestion: `Name at least one file, such as {"file_paths": ["README.md"]}.`,
			}
		}
		out := &ReadFiles{}
		for _, p := range a.FilePaths {
			f, err := readText(ctx, c, p, a.Offset, cmp.Or(a.Limit, allLines))
			if err != nil {
				out.Files = append(out.Files, ReadOne{Path: p, Error: asError(err).Message})
				continue
			}
			out.FilesRead++
			out.Files = append(out.Files, ReadOne{FileText: f, Path: f.Path})
		}
		return out, ctx.Err()
	})
}
