package tools

import (
	"cmp"
	"context"
	"fmt"
)

type diagnosticsArgs struct {
	File     string `json:"file,omitempty" jsonschema:"file to ask for, relative to the workspace; left out, all files"`
	Severity string `json:"severity,omitempty" jsonschema:"the least severe kind to show" enum:"error,warning,information,hint" default:"hint"`
}

// Diagnostics is the result of the tool get_diagnostics.
type Diagnostics struct {
	Diagnostics []Diagnostic `json:"diagnostics"`
	Count       int          `json:"count"`
}

// Preview returns the first problems.
func (d Diagnostics) Preview() []string {
	var out []string
	for _, x := range d.Diagnostics {
		out = append(out, fmt.Sprintf("%s:%d: %s: %s", x.Path, x.Line, x.Severity, x.Message))
	}
	return append([]string{fmt.Sprintf("%d problems", d.Count)}, firstLines(out, 3)...)
}

func getDiagnostics(k *fileKinds) Tool {
	return Reading(Spec{
		Name: "get_diagnostics", Kind: KindRead,
		Description: "Gives the errors and warnings that the editor shows, from all its language servers and linters.",
	}, func(c *Call, a diagnosticsArgs) (string, []Location) {
		if a.File == "" {
			return "Look at the problems", nil
		}
		return "Look at the problems of " + a.File, at(c, 0, a.File)
	}, func(ctx context.Context, c *Call, a diagnosticsArgs) (*Diagnostics, error) {
		path := ""
		if a.File != "" {
			var err error
			if path, err = c.Workspace.Locate(a.File); err != nil {
				return nil, err
			}
		}
		found, err := c.Workspace.Diagnostics(ctx, path)
		if err != nil {
			return nil, fmt.Errorf("asking the editor for its problems: %w", err)
		}
		out := &Diagnostics{Diagnostics: []Diagnostic{}}
		least := cmp.Or(a.Severity, "hint")
		for _, d := range found {
			k.noteChecked(d.Path)
			if s := showDiagnostic(c, d); atLeast(s.Severity, least) {
				out.Diagnostics = append(out.Diagnostics, s)
			}
		}
		out.Count = len(out.Diagnostics)
		return out, nil
	})
}
