package tools

import (
	"context"
	"fmt"
	"strings"

	"ptk-lsp/workspace"
)

// amend prepares the change with the text that the user wants: some of the hunks, or other words. Nothing is asked again,
// since the user has just said what to write.
func (w writing) amend(c *Call, title string, ch change, path string, answer workspace.Answer) (*Action, error) {
	named := func() (path string) {
		path, _ = c.Workspace.Locate(answer.Files[0].Path) // of what is outside there is none
		return path
	}
	if len(answer.Files) != 1 || named() != path {
		return nil, &Error{Type: PermissionError, Message: "The call was not made: the user's answer names another file than " + c.Workspace.Display(path) + "."}
	}
	text := answer.Files[0].Text
	if ch.text != nil && ch.text.LineEnding == "\r\n" && !strings.Contains(text, "\r\n") {
		text = inForm(text, ch.text) // an editor may give its lines without their endings
	}
	switch {
	case text == ch.after:
		return w.action(c, title, ch)
	case ch.text != nil && text == ch.text.Content:
		return nil, tookNothing(answer.Feedback)
	}
	ch.after, ch.edits, ch.note = text, nil, "The user changed the edit before agreeing to it. What was written instead stands in diff; go on from that."
	if answer.Feedback != "" {
		ch.note += " The user says: " + answer.Feedback
	}
	return w.action(c, title, ch)
}

// tookNothing tells the model that no hunk was wanted.
func tookNothing(feedback string) *Error {
	if feedback != "" {
		return rejected(feedback)
	}
	return &Error{Type: PermissionError, Message: "The user took no part of this change; nothing was written.", Suggestion: "Do not try it again; ask what the user wants instead."}
}

// unchanged is a write of what the file holds already: there is nothing to agree to and nothing to do.
func unchanged(c *Call, title, path string, ch change) *Action {
	shown := c.Workspace.Display(path)
	return &Action{
		Title: title, Locations: []Location{{Path: path}}, Keys: []string{shown}, Consent: ConsentFree,
		Do: func(context.Context) (*Result, error) {
			return succeed(Written{Path: shown, Edits: ch.edits, Note: fmt.Sprintf("%s holds this already; nothing was written.", shown)}), nil
		},
	}
}
