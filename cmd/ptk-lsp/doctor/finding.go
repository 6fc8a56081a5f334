package doctor

// finding is the result of one check.
type finding struct {
	Area string `json:"area"` // "settings", "provider", "workspace", "editor", …
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	Says string `json:"says"`
	// Do is what the user can do about it; empty if nothing needs to be done.
	Do string `json:"do,omitempty"`
}
