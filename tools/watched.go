package tools

import (
	"errors"

	"ptk-lsp/workspace/journal"
)

// watched runs a command and tells what it has done to files that the conversation knows, so that an undo of the turn puts them
// back too. Other files that it changes are not looked at.
func (s *Shell) watched(c *Call, run func() (*Result, error)) (*Result, error) {
	before := journal.TakeSnapshot(c.Workspace, c.Reads.Paths())
	r, err := run()
	found, noted := s.journal.Found(turnOf(c), before)
	if r == nil {
		return nil, errors.Join(err, noted)
	}
	ran, ok := r.Fields.(Ran)
	for _, f := range found {
		kind := "edit"
		if f.Gone {
			kind = "delete"
			c.Reads.Forget(f.Path)
		}
		diff := fileDiff(c, f.Path, f.Before, f.After)
		added, removed := countLines(diff.Unified)
		r.Changes = append(r.Changes, Change{f.Path, kind, added, removed})
		ran.Changed = append(ran.Changed, c.Workspace.Display(f.Path))
	}
	if noted != nil {
		ran.Note = joinWords(ran.Note, "What it changed can't be undone: "+noted.Error())
	}
	if ok {
		r.Fields = ran
	}
	return r, err
}
