package tools

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ptk-lsp/tools/patch"
	"ptk-lsp/workspace/credential"
)

type editFileArgs struct {
	Path       string    `json:"path" jsonschema:"file to change, relative to the workspace"`
	OldString  string    `json:"old_string,omitempty" jsonschema:"text to replace, quoted from the file with enough of its surroundings to be found once"`
	NewString  string    `json:"new_string,omitempty" jsonschema:"text to put in its place"`
	ReplaceAll bool      `json:"replace_all,omitempty" jsonschema:"replace every place where old_string is" default:"false"`
	Edits      []oneEdit `json:"edits,omitempty" jsonschema:"several edits of this file, made one after the other, instead of old_string and new_string"`
}

type oneEdit struct {
	OldString  string `json:"old_string" jsonschema:"text to replace"`
	NewString  string `json:"new_string" jsonschema:"text to put in its place"`
	ReplaceAll bool   `json:"replace_all,omitempty" jsonschema:"replace every place where old_string is" default:"false"`
}

// all returns the edits; there may be only one.
func (a editFileArgs) all() []oneEdit {
	if len(a.Edits) > 0 {
		return a.Edits
	}
	return []oneEdit{{a.OldString, a.NewString, a.ReplaceAll}}
}

func (w fileWriter) editFile() Tool {
	return New(Spec{
		Name: "edit_file", Kind: KindEdit, Confirm: true,
		Description: "Changes parts of a file: old_string is replaced by new_string. The file must have been read before. Give " +
			"edits for several changes at once; each is reported.",
	}, w.prepareEdit)
}

func (w fileWriter) prepareEdit(ctx context.Context, c *Call, a editFileArgs) (*Action, error) {
	t, err := current(ctx, c, a.Path)
	if err != nil {
		return nil, err
	}
	if t == nil {
		return nil, &Error{
			Type: UserError, Message: a.Path + " does not exist.",
			Suggestion: "Use write_file to make it, or list_files to find the right path.",
		}
	}
	if err := checkRead(c, t); err != nil {
		return nil, err
	}
	for _, e := range a.all() {
		if credential.Masks(e.OldString) > 0 && credential.Masks(t.Content) == 0 {
			return nil, errMasked()
		}
	}
	after, reports, err := applyEdits(t.Content, a.all())
	if err != nil {
		return nil, err
	}
	title := "Edit " + a.Path
	if n := len(reports); n > 1 {
		title += fmt.Sprintf(" in %d places", n)
	}
	act, err := w.action(c, title, change{path: t.File.Path, text: t, after: after, edits: reports})
	if err == nil && reports[0].Line > 0 {
		act.Locations[0].Line = reports[0].Line
	}
	return act, err
}

// applyEdits makes the edits one after the other. It fails if none can be made.
func applyEdits(text string, edits []oneEdit) (after string, reports []EditReport, err error) {
	applied := 0
	var first error
	for _, e := range edits {
		next, done, err := patch.Edit{Old: e.OldString, New: e.NewString, All: e.ReplaceAll}.Apply(text)
		if err != nil {
			if first == nil {
				first = err
			}
			reports = append(reports, EditReport{Error: err.Error() + "." + " " + howToEdit(err)})
			continue
		}
		applied++
		r := EditReport{Applied: true, How: string(done.Way), Line: done.Lines[0]}
		if len(done.Lines) > 1 {
			r.Count = len(done.Lines)
		}
		text, reports = next, append(reports, r)
	}
	if applied > 0 {
		return text, reports, nil
	}
	if len(edits) > 1 {
		var all []string
		for i, r := range reports {
			all = append(all, fmt.Sprintf("edit %d: %s", i+1, r.Error))
		}
		return "", nil, &Error{
			Type: UserError, Message: "No edit could be made:\n" + strings.Join(all, "\n"), Suggestion: howToEdit(first),
			Cause: first,
		}
	}
	return "", nil, &Error{
		Type: UserError, Message: "The edit was not made: " + first.Error() + ".", Suggestion: howToEdit(first), Cause: first,
	}
}

// howToEdit returns the suggestion for an edit that could not be made.
func howToEdit(err error) string {
	var ambiguous *patch.Ambiguous
	var missing *patch.NotFound
	switch {
	case errors.As(err, &ambiguous):
		return "Quote more of the surroundings of the one that is meant, or give replace_all."
	case errors.As(err, &missing):
		return "Quote the text as it stands in the file; read it again where in doubt."
	}
	return "Give the text that is there and the text that takes its place."
}
