package tools

// Written is the result of a tool that changes a file.
type Written struct {
	Path    string       `json:"path"`
	Created bool         `json:"created"`
	Added   int          `json:"added"`   // lines
	Removed int          `json:"removed"` // lines
	Edits   []EditReport `json:"edits,omitempty"`
	// UserChanged is set if the user wanted another text than was proposed. Diff is then what was written, and Note says so.
	UserChanged bool         `json:"user_changed,omitempty"`
	Note        string       `json:"note,omitempty"`
	Diff        string       `json:"diff,omitempty"`
	Diagnostics []Diagnostic `json:"diagnostics,omitempty"` // the new ones after the write
}

// EditReport is the outcome of one of several edits.
type EditReport struct {
	Applied bool   `json:"applied"`
	How     string `json:"how,omitempty"` // the difference that was ignored to find the text; "" if there was none
	Line    int    `json:"line,omitempty"`
	Count   int    `json:"count,omitempty"` // of replaced places, if more than one
	Error   string `json:"error,omitempty"`
}
