package tools

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ptk-lsp/tools/rulekey"
	"ptk-lsp/workspace"
)

// Consent says whether the user is asked before an action.
type Consent int

// The kinds of consent.
const (
	ConsentBySpec Consent = iota // if [Spec.Confirm] is set
	ConsentFree                  // not asked: the action changes nothing
	ConsentEach                  // asked each time, whatever the rules allow
)

// Action is a prepared call: what it would do, for the user to agree to, and the function that does it.
type Action struct {
	// Title describes it on one line, such as "Write src/main.go".
	Title string
	// Command is the exact and complete command line that would run; "" if there is none. Title may shorten it.
	Command string
	// Target is the name of the document that a command of the editor runs in; "" for other actions.
	Target string
	// Shell are the keys of a shell command that the action runs in another way than by the tool bash. Rules for bash that
	// reject one of them reject the action.
	Shell []rulekey.Key
	// Description is the model's own description of the call; it may be wrong.
	Description string
	// Locations are the places that it reads or changes.
	Locations []Location
	// Risk describes in sentences what could go wrong, for the question.
	Risk string
	// Rules says which permission rules apply, and which one the user can add.
	Rules Rules
	// Consent says whether the user is asked.
	Consent Consent
	// Diff is what would change in files.
	Diff []workspace.FileDiff
	// Amend returns the action that writes the texts with which the user replaced those of Diff; nil if no file is written.
	Amend func(answer workspace.Answer) (*Action, error)
	// Timeout is how long Do may take, if that is longer than for other calls.
	Timeout time.Duration
	// Do does it. It is called at most once, after the user's consent if that is needed. It checks that what the user agreed
	// to is still the case; if not it returns [ErrChanged], and the call is prepared and asked again.
	Do func(ctx context.Context) (*Result, error)

	// turnwide is what the user can allow until the end of the turn instead of this action alone; "" for nothing.
	turnwide Turnwide
	// reveals is what the result would show that looks like a credential; nil if there is none.
	reveals *revealed
}

// Location is a place in a file.
type Location struct {
	Path string // absolute, or the URI of a document that only the editor has
	Line int    // counted from 1; 0 for the whole file
}

// revealed is what a call would show that looks like a credential.
type revealed struct {
	words string // such as "app.yaml holds what looks like a GitHub token"
	texts string // identifies the texts, so that the user is asked once per conversation
}

// ErrChanged is returned by [Action.Do] if what the user agreed to has changed.
var ErrChanged = errors.New("what was agreed to has changed")

// stale returns [ErrChanged] if the workspace reports that the file has changed, otherwise the error itself.
func stale(err error) error {
	if errors.Is(err, workspace.ErrStale) {
		return fmt.Errorf("%w: %w", ErrChanged, err)
	}
	return err
}
