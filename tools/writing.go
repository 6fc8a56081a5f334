package tools

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode/utf8"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/credential"
	"ptk-lsp/workspace/journal"
)

// writing is what the tools that change files have in common.
type writing struct {
	diagnostics bool             // the editor shows problems
	kinds       *kinds           // in which files
	journal     *journal.Journal // nil where nothing can be undone
}

// change is what a call would do to one file.
type change struct {
	path   string
	text   *workspace.Text // as it is; nil where it is created
	after  string
	create bool
	edits  []EditReport
	note   string // what the user made of it, for the model; "" where it is as proposed
}

// Written is the result of a tool that changes a file.
type Written struct {
	Path    string       `json:"path"`
	Created bool         `json:"created"`
	Added   int          `json:"added"`   // lines
	Removed int          `json:"removed"` // lines
	Edits   []EditReport `json:"edits,omitempty"`
	// UserChanged is true where the user wanted other bytes than were proposed; Diff is then what was written, and Note says so.
	UserChanged bool         `json:"user_changed,omitempty"`
	Note        string       `json:"note,omitempty"`
	Diff        string       `json:"diff,omitempty"`
	Diagnostics []Diagnostic `json:"diagnostics,omitempty"` // new ones after the write
}

// EditReport says how one edit of several went.
type EditReport struct {
	Applied bool   `json:"applied"`
	How     string `json:"how,omitempty"` // where it was not found as it stands: what was overlooked
	Line    int    `json:"line,omitempty"`
	Count   int    `json:"count,omitempty"` // places replaced, where more than one
	Error   string `json:"error,omitempty"`
}

// current reads a file that may not be there.
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

// wasRead refuses a file that the conversation has not read, or that has changed since.
func wasRead(c *Call, t *workspace.Text) error {
	hash, ok := c.Reads.Hash(t.File.Path)
	shown := c.Workspace.Display(t.File.Path)
	switch {
	case !ok:
		return &Error{Type: UserError, Message: shown + " has not been read in this conversation.", Suggestion: "Read it first, then change it."}
	case hash != t.Hash:
		return &Error{Type: UserError, Message: shown + " has changed since it was read.", Suggestion: "Read it again, then make the change against what it holds now."}
	}
	return nil
}

// action prepares a change.
func (w writing) action(c *Call, title string, ch change) (*Action, error) {
	path, err := c.Workspace.Locate(ch.path)
	if err != nil {
		return nil, err
	}
	if ch.create && workspace.IsVirtual(path) {
		return nil, &Error{Type: UserError, Message: path + " is not open in the editor, so there is nothing to write to.", Suggestion: "Give the path of a file in the workspace."}
	}
	if !utf8.ValidString(ch.after) {
		return nil, &Error{Type: ValidationError, Code: codeInvalid, Message: "The content is no valid UTF-8."}
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
	pattern, words := editRule(shown)
	return &Action{
		Title: title, Locations: []Location{{Path: path}}, Risk: risk(ch, diff), Diff: []workspace.FileDiff{diff},
		Rule: words, RuleKey: pattern, Keys: []string{shown},
		Amend: func(answer workspace.Answer) (*Action, error) { return w.amend(c, title, ch, path, answer) },
		Do: func(ctx context.Context) (*Result, error) {
			if now, err := c.Workspace.Real(path); err != nil || now != real {
				return nil, errors.Join(ErrChanged, err) // a link was put there after consent was asked for
			}
			return w.write(ctx, c, path, before, ch, diff)
		},
	}, nil
}

// write makes the change and tells what it came to.
func (w writing) write(ctx context.Context, c *Call, path, before string, ch change, diff workspace.FileDiff) (*Result, error) {
	e := workspace.Edit{Path: path, Before: before, After: ch.after, Create: ch.create, Label: "ptk: " + c.Workspace.Display(path)}
	if ch.text != nil {
		e.Version = ch.text.Version
	}
	old := w.before(ctx, c, path)
	if err := w.journal.Write(ctx, c.Workspace, turnOf(c), e); err != nil {
		return nil, stale(err)
	}
	noteWritten(ctx, c, path, ch.after)
	added, removed := countLines(diff.Unified)
	kind := "edit"
	if ch.create {
		kind = "create"
	}
	out := Written{Path: c.Workspace.Display(path), Created: ch.create, Added: added, Removed: removed, Diagnostics: w.fresh(ctx, c, path, old)}
	if len(ch.edits) > 1 || len(ch.edits) == 1 && ch.edits[0].How != "" {
		out.Edits = ch.edits
	}
	if ch.note != "" {
		out.UserChanged, out.Note, out.Diff = true, ch.note, diff.Unified
	}
	return &Result{Fields: out, Diff: &diff, Preview: preview(diff.Unified), Changes: []Change{{path, kind, added, removed}}}, nil
}

// noteWritten remembers the text that was written, as the editor has it where it mended line endings or the end.
func noteWritten(ctx context.Context, c *Call, path, after string) {
	hash := workspace.Hash(after)
	bare := func(s string) string { return strings.TrimRight(strings.ReplaceAll(s, "\r\n", "\n"), "\n") }
	if t, err := c.Workspace.Read(ctx, path); err == nil && bare(t.Content) == bare(after) {
		hash = t.Hash
	}
	c.Reads.Note(path, hash)
}

// fileDiff shows a change. Its diff is right on valid UTF-8 only, which all texts of the workspace are.
func fileDiff(c *Call, path, before, after string) workspace.FileDiff {
	name := c.Workspace.Display(path)
	return workspace.FileDiff{Path: path, Unified: unified("a/"+name, "b/"+name, before, after), NewText: after}
}

// countLines counts the lines that a unified diff adds and removes.
func countLines(unified string) (added, removed int) {
	body := false
	for line := range strings.Lines(unified) {
		switch {
		case strings.HasPrefix(line, "@@"):
			body = true
		case body && strings.HasPrefix(line, "+"):
			added++
		case body && strings.HasPrefix(line, "-"):
			removed++
		}
	}
	return added, removed
}

func preview(unified string) []string {
	lines := splitLines(unified)
	return firstLines(lines[min(2, len(lines)):], 6)
}

func risk(ch change, d workspace.FileDiff) string {
	added, removed := countLines(d.Unified)
	if ch.create {
		return fmt.Sprintf("Makes a new file of %s.", counted(added, "line"))
	}
	return fmt.Sprintf("Changes the file: %s added, %d removed.", counted(added, "line"), removed)
}

// turnOf says for the journal on whose account the call runs.
func turnOf(c *Call) journal.Turn { return journal.Turn{Conversation: c.ConversationID, ID: c.TurnID} }

// editRule gives what "always" would allow for a change of a file: those beside and below it; "" where it can't be had.
func editRule(shown string) (pattern, words string) {
	if strings.ContainsAny(shown, "\n\r") || workspace.IsVirtual(shown) {
		return "", "" // words could not say what it allows, or the next of the name is another document
	}
	dir, _, deeper := cutLast(shown, "/")
	if !deeper {
		return quoteRule(shown), "change " + shown
	}
	return quoteRule(dir) + "/*", "change files in " + dir + " and below"
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}
