package wire

import "ptk-lsp/ptk"

// FromChanges converts what turns changed, with the texts or without.
func FromChanges(turns []ptk.TurnChanges, together []ptk.FileChange, texts bool) ChangesResult {
	out := ChangesResult{Turns: []ChangedTurn{}, Files: []ChangedFile{}}
	for _, t := range turns {
		changed := ChangedTurn{TurnID: t.TurnID, Undone: t.Undone, Files: []FileChange{}}
		for _, f := range t.Files {
			changed.Files = append(changed.Files, FileChange{URI: PathURI(f.Path), Kind: kindOf(f), Added: f.Added, Removed: f.Removed})
		}
		out.Turns = append(out.Turns, changed)
	}
	for _, f := range together {
		file := ChangedFile{URI: PathURI(f.Path), Kind: kindOf(f), Added: f.Added, Removed: f.Removed}
		if f.From != "" {
			file.From = PathURI(f.From)
		}
		if texts {
			file.Before, file.After = f.Before, f.After
		}
		out.Files = append(out.Files, file)
	}
	return out
}

func kindOf(f ptk.FileChange) ChangeKind {
	switch {
	case f.Gone:
		return ChangeDelete
	case f.Created:
		return ChangeCreate
	}
	return ChangeEdit
}
