package tools

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
