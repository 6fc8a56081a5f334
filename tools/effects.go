package tools

import (
	"context"
	"errors"

	"ptk-lsp/workspace/journal"
)

// maxCreated is how many new files a result lists.
const maxCreated = 20

// effects finds out what commands do to files.
type effects struct {
	*Shell
	journal *journal.Journal // nil if nothing can be undone
}

// observe runs a command and adds to its result which files it created, and which of those that the conversation has read it
// changed. They are noted in the journal, so that undoing the turn restores them. Other changed files are not detected.
func (e effects) observe(ctx context.Context, c *Call, command string, run func() (*Result, error)) (*Result, error) {
	steering := steeringEntries(c.Workspace)
	before := journal.TakeSnapshot(c.Workspace, c.Reads.Paths())
	files := listFiles(ctx, c.Workspace)
	r, err := run()
	ctx = context.WithoutCancel(ctx) // also if the call was cancelled, what was done counts
	found, noted := e.journal.Found(c.turn(), before)
	made, unnoted := e.journal.New(ctx, c.Workspace, c.turn(), made(ctx, e.secrets(), c.Workspace, files))
	noted = errors.Join(noted, unnoted)
	if r == nil {
		return nil, errors.Join(err, noted)
	}
	ran, ok := r.Fields.(Ran)
	ran.Steering = newSteering(steering, steeringEntries(c.Workspace), command)
	for _, f := range made {
		r.Changes = append(r.Changes, Change{Path: f.Path, Kind: "create", Added: len(splitLines(f.Text))})
		if len(ran.Created) < maxCreated {
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
