package tools

import (
	"context"
	"errors"

	"ptk-lsp/workspace/journal"
)

// toldCreated is how many new files the model is told of.
const toldCreated = 20

// watched runs a command and tells what it has done to files that the conversation knows, and which it has made, so that an undo
// of the turn puts them back too. Other files that it changes are not looked at.
func (s *Shell) watched(ctx context.Context, c *Call, command string, run func() (*Result, error)) (*Result, error) {
	steering := steeringEntries(c.Workspace)
	before := journal.TakeSnapshot(c.Workspace, c.Reads.Paths())
	files := s.fileSet(ctx, c.Workspace)
	r, err := run()
	ctx = context.WithoutCancel(ctx) // what was done counts, however it ended
	found, noted := s.journal.Found(turnOf(c), before)
	made, unnoted := s.journal.New(ctx, c.Workspace, turnOf(c), s.made(ctx, c.Workspace, files))
	noted = errors.Join(noted, unnoted)
	if r == nil {
		return nil, errors.Join(err, noted)
	}
	ran, ok := r.Fields.(Ran)
	ran.Steering = planted(steering, steeringEntries(c.Workspace), command)
	for _, f := range made {
		r.Changes = append(r.Changes, Change{Path: f.Path, Kind: "create", Added: len(splitLines(f.Text))})
		if len(ran.Created) < toldCreated {
			ran.Created = append(ran.Created, c.Workspace.Display(f.Path))
		}
	}
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
