package tools

import (
	"cmp"
	"context"
	"strings"

	"ptk-lsp/workspace/search"
)

type listFilesArgs struct {
	Directory string `json:"directory,omitempty" jsonschema:"folder to list, relative to the workspace" default:"."`
	Pattern   string `json:"pattern,omitempty" jsonschema:"glob that the path must match, such as **/*.go or src/**/*.{ts,tsx}; without a slash it is matched with the file's name"`
	Limit     int    `json:"limit,omitempty" jsonschema:"how many files at most" default:"500"`
}

// FileList is the result of the tool list_files.
type FileList struct {
	Files     []string `json:"files"` // relative to the workspace
	Count     int      `json:"count"` // of all files that were found
	Truncated bool     `json:"truncated"`
}

// Preview returns the first files.
func (l FileList) Preview() []string {
	return append([]string{counted(l.Count, "file")}, firstLines(l.Files, 3)...)
}

func (l finder) listFiles() Tool {
	return Reading(Spec{
		Name: "list_files", Aliases: []string{"glob"}, Kind: KindSearch,
		Description: "Lists files below a folder, in all its subfolders, without those that git ignores.",
	}, func(c *Call, a listFilesArgs) (string, []Location) {
		title := "List the workspace"
		if a.Directory != "" && a.Directory != "." {
			title = "List " + a.Directory
		}
		if a.Pattern != "" {
			title += " for " + a.Pattern
		}
		return title, at(c, 0, cmp.Or(a.Directory, "."))
	}, l.list)
}

func (l finder) list(ctx context.Context, c *Call, a listFilesArgs) (*FileList, error) {
	places, err := l.places(c, a.Directory)
	if err != nil {
		return nil, err
	}
	out := &FileList{Files: []string{}}
	limit := cmp.Or(max(a.Limit, 0), 500)
	for _, p := range places {
		p.options.Skip = l.hidden
		files, err := search.List(ctx, p.options, patterns(a.Pattern, p.options.Dir), nil)
		if err != nil {
			return nil, queryError(err, "Write it as in **/*.go or src/**/*.{ts,tsx}.")
		}
		for _, f := range files {
			if out.Count++; len(out.Files) < limit {
				out.Files = append(out.Files, p.prefix+f)
			}
		}
	}
	out.Truncated = out.Count > len(out.Files)
	return out, nil
}

// patterns returns the pattern relative to the listed folder, and relative to the workspace like other paths.
func patterns(p, dir string) []string {
	switch {
	case p == "":
		return nil
	case dir == "" || !strings.Contains(p, "/"):
		return []string{p}
	}
	return []string{p, strings.Trim(dir, "/") + "/" + strings.TrimPrefix(p, "./")}
}
