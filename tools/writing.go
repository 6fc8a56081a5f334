package tools

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode/utf8"

	"ptk-lsp/tools/rulekey"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/credential"
	"ptk-lsp/workspace/journal"
)

// fileWriter is shared by the tools that change files.
type fileWriter struct {
	diagnostics bool             // the editor shows problems
	kinds       *fileKinds       // which files the editor checks
	journal     *journal.Journal // nil if there is no undo
}

// change is what a call would do to one file.
type change struct {
	path   string
	text   *workspace.Text // its current text; nil if the file is created
	after  string
	create bool
	edits  []EditReport
	note   string // for the model, if the user changed the edit; "" if not
}

// current returns the text of a file; nil if it doesn't exist.
func current(ctx context.Context, c *Call, path string) (*workspace.Text, error) {
	t, err := c.Workspace.Read(ctx, path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case t.Binary || t.Large:
		return nil, &Error{Type: UserError, Message: fmt.Sprintf("%s is a binary or very large file; it can't be edited as text.", path)}
	}
	return t, nil
}

// checkRead returns an error if the conversation has not read the file, or if the file has changed since.
func checkRead(c *Call, t *workspace.Text) error {
	hash, ok := c.Reads.Hash(t.File.Path)
	shown := c.Workspace.Display(t.File.Path)
	switch {
	case !ok:
		return &Error{
			Type: UserError, Message: shown + " has not been read in this conversation.",
			Suggestion: "Read it first, then change it.",
		}
	case hash != t.Hash:
		return &Error{
			Type: UserError, Message: shown + " has changed since it was read.",
			Suggestion: "Read it again, then make the change against what it holds now.",
		}
	}
	return nil
}

// action returns the action for a change.
func (w fileWriter) action(c *Call, title string, ch change) (*Action, error) {
	path, err := c.Workspace.Locate(ch.path)
	if err != nil {
		return nil, err
	}
	if ch.create && workspace.IsVirtual(path) {
		return nil, &Error{
			Type: UserError, Message: path + " is not open in the editor, so there is nothing to write to.",
			Suggestion: "Give the path of a file in the workspace.",
		}
	}
	if !utf8.ValidString(ch.after) {
		return nil, &Error{Type: ValidationError, Code: CodeInvalidCall, Message: "The content is no valid UTF-8."}
	}
	before := ""
	if ch.text != nil {
		before = ch.text.Content
	}
	if credential.Masks(ch.after) > credential.Masks(before) {
		return nil, errMasked()
	}
	if ch.text != nil && before == ch.after {
		return unchanged(c, title, path, ch), nil
	}
	diff := fileDiff(c, path, before, ch.after)
	real, err := c.Workspace.Real(path)
	if err != nil {
		return nil, err
	}
	shown := c.Workspace.Display(path)
	return &Action{
		Title: title, Locations: []Location{{Path: path}}, Risk: risk(ch, diff), Diff: []workspace.FileDiff{diff},
		Rules: Rules{KeysOf(rulekey.Name(shown)), editRule(shown)}, turnwide: turnwideEdit(path),
		Amend: func(answer workspace.Answer) (*Action, error) { return w.amend(c, title, ch, path, answer) },
		Do: func(ctx context.Context) (*Result, error) {
			if now, err := c.Workspace.Real(path); err != nil || now != real {
				return nil, errors.Join(ErrChanged, err) // a link was put there after the user was asked
			}
			return w.write(ctx, c, path, before, ch, diff)
		},
	}, nil
}

// amend returns the action for the change with the text that the user wants: some of the hunks, or another text. The user is
// not asked again.
func (w fileWriter) amend(c *Call, title string, ch change, path string, answer workspace.Answer) (*Action, error) {
	named := func() (path string) {
		path, _ = c.Workspace.Locate(answer.Files[0].Path) // "" if it is outside
		return path
	}
	if len(answer.Files) != 1 || named() != path {
		return nil, &Error{
			Type:    PermissionError,
			Message: "The call was not made: the user's answer names another file than " + c.Workspace.Display(path) + ".",
		}
	}
	text := answer.Files[0].Text
	if ch.text != nil && ch.text.LineEnding == "\r\n" && !strings.Contains(text, "\r\n") {
		text = inForm(text, ch.text) // some editors send lines without their endings
	}
	switch {
	case text == ch.after:
		return w.action(c, title, ch)
	case ch.text != nil && text == ch.text.Content:
		return nil, nothingTaken(answer.Feedback)
	}
	ch.after, ch.edits, ch.note = text, nil, "The user changed the edit before agreeing to it. What was written instead stands "+
		"in diff; go on from that."
	if answer.Feedback != "" {
		ch.note += " The user says: " + answer.Feedback
	}
	return w.action(c, title, ch)
}

// write makes the change and returns the result.
func (w fileWriter) write(ctx context.Context, c *Call, path, before string, ch change, diff workspace.FileDiff) (*Result, error) {
	e := workspace.Edit{Path: path, Before: before, After: ch.after, Create: ch.create, Label: "ptk: " + c.Workspace.Display(path)}
	if ch.text != nil {
		e.Version = ch.text.Version
	}
	old := w.before(ctx, c, path)
	if err := w.journal.Write(ctx, c.Workspace, c.turn(), e); err != nil {
		return nil, stale(err)
	}
	noteWritten(ctx, c, path, ch.after)
	added, removed := countLines(diff.Unified)
	kind := "edit"
	if ch.create {
		kind = "create"
	}
	out := Written{
		Path: c.Workspace.Display(path), Created: ch.create, Added: added, Removed: removed,
		Diagnostics: w.fresh(ctx, c, path, old),
	}
	if len(ch.edits) > 1 || len(ch.edits) == 1 && ch.edits[0].How != "" {
		out.Edits = ch.edits
	}
	if ch.note != "" {
		out.UserChanged, out.Note, out.Diff = true, ch.note, diff.Unified
	}
	return &Result{Fields: out, Diff: &diff, Preview: preview(diff.Unified), Changes: []Change{{path, kind, added, removed}}}, nil
}

// nothingTaken returns the error for the model if the user wanted none of the hunks.
func nothingTaken(feedback string) *Error {
	if feedback != "" {
		return rejected(feedback)
	}
	return &Error{
		Type: PermissionError, Message: "The user took no part of this change; nothing was written.",
		Suggestion: "Do not try it again; ask what the user wants instead.",
	}
}

// unchanged returns the action for a write that changes nothing: it needs no consent and does nothing.
func unchanged(c *Call, title, path string, ch change) *Action {
	shown := c.Workspace.Display(path)
	return &Action{
		Title: title, Locations: []Location{{Path: path}}, Rules: Rules{Keys: KeysOf(rulekey.Name(shown))}, Consent: ConsentFree,
		Do: func(context.Context) (*Result, error) {
			return succeed(
				Written{Path: shown, Edits: ch.edits, Note: fmt.Sprintf("%s holds this already; nothing was written.", shown)},
			), nil
		},
	}
}

// noteWritten notes the written text for the conversation. If the editor changed line endings or the end, it is the editor's
// text.
func noteWritten(ctx context.Context, c *Call, path, after string) {
	hash := workspace.Hash(after)
	bare := func(s string) string { return strings.TrimRight(strings.ReplaceAll(s, "\r\n", "\n"), "\n") }
	if t, err := c.Workspace.Read(ctx, path); err == nil && bare(t.Content) == bare(after) {
		hash = t.Hash
	}
	c.Reads.Note(path, hash)
}

func risk(ch change, d workspace.FileDiff) string {
	added, removed := countLines(d.Unified)
	if ch.create {
		return fmt.Sprintf("Makes a new file of %s.", counted(added, "line"))
	}
	return fmt.Sprintf("Changes the file: %s added, %d removed.", counted(added, "line"), removed)
}
