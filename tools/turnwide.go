package tools

import (
	"slices"
	"sync"

	"ptk-lsp/workspace"
)

// Turnwide is a kind of action that the user can allow until the end of a turn. It never covers what is asked for each time: files
// that may hold secrets or that steer other programs, and calls that were read from prose.
type Turnwide string

// The kinds.
const (
	// TurnEdits are changes of the text of files in the workspace, and new files; not deletions, moves or commands.
	TurnEdits Turnwide = "edits"
	// TurnReads are commands that read single files outside the workspace, and otherwise only do what runs unasked.
	TurnReads Turnwide = "reads"
)

// words describes to the user what is allowed.
func (t Turnwide) words() string {
	switch t {
	case TurnEdits:
		return "change and create files in the workspace, until this turn ends; nothing is deleted, moved or run, and files that steer " +
			"other programs or may hold secrets are still asked for"
	case TurnReads:
		return "read files outside the workspace, one by one, with commands that only read, until this turn ends; folders as a whole, " +
			"and files that may hold secrets, are still asked for"
	}
	return ""
}

// scope returns the offer as it is in the question.
func (t Turnwide) scope() workspace.Scope {
	return workspace.Scope{ID: "turn-" + string(t), Text: t.words()}
}

// turnwideEdit returns what the user can allow instead of a change of the file alone. A document that is not a file is never covered.
func turnwideEdit(path string) Turnwide {
	if workspace.IsVirtual(path) {
		return ""
	}
	return TurnEdits
}

// turnRules are the rules that hold until the end of a turn.
type turnRules struct {
	mu    sync.Mutex // guards rules
	rules []turnRule
}

type turnRule struct {
	turn string
	kind Turnwide
	rule Rule
}

// allows reports whether the user has allowed the kind in the turn.
func (t *turnRules) allows(turn string, kind Turnwide) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return turn != "" && kind != "" && slices.ContainsFunc(t.rules, func(r turnRule) bool { return r.turn == turn && r.kind == kind })
}

func (t *turnRules) add(turn string, kind Turnwide, r Rule) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rules = append(t.rules, turnRule{turn, kind, r})
}

// remove drops the rules that match, and reports whether there were any.
func (t *turnRules) remove(matches func(turnRule) bool) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	had := len(t.rules)
	t.rules = slices.DeleteFunc(t.rules, matches)
	return len(t.rules) < had
}

// list returns the rules.
func (t *turnRules) list() (all []Rule) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, r := range t.rules {
		all = append(all, r.rule)
	}
	return all
}
