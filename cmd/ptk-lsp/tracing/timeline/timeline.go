// Package timeline shows one turn as a timeline: prompts, responses, calls, results, and how long each took. It converts a trace
// file or a turn of the history; callers open them.
// Start at [Read] or [FromHistory], then [Turn.Write].
package timeline

import "time"

// Turn is one turn, step by step. Times are in milliseconds.
type Turn struct {
	ID           string    `json:"turn"`
	Conversation string    `json:"conversation"`
	Model        string    `json:"model"`
	Mode         string    `json:"mode,omitempty"`
	Began        time.Time `json:"began"`
	// TookMs is 0 if the turn has not ended or was interrupted.
	TookMs       float64 `json:"tookMs,omitempty"`
	Success      bool    `json:"success"`
	Error        string  `json:"error,omitempty"`
	InputTokens  int     `json:"inputTokens"`
	OutputTokens int     `json:"outputTokens"`
	Steps        []*Step `json:"steps"`
}

// The kinds of steps.
const (
	User    = "user"    // a message of the user
	Model   = "model"   // a call of a model
	Tool    = "tool"    // a call of a tool
	Warning = "warning" // a warning to the user
)

// Step is one step of a turn.
type Step struct {
	Kind string `json:"kind"`
	// AtMs is the time from the start of the turn to the start of the step; nil if unknown.
	AtMs   *float64 `json:"atMs,omitempty"`
	TookMs float64  `json:"tookMs,omitempty"`
	Name   string   `json:"name,omitempty"`
	// Notes are short details, such as "912 → 58 tokens".
	Notes []string `json:"notes,omitempty"`
	Error string   `json:"error,omitempty"`
	// Inner reports that an agent did it within a call.
	Inner bool   `json:"inner,omitempty"`
	Parts []Part `json:"parts,omitempty"`
}

// Part is a text of a step.
type Part struct {
	Label string `json:"label"` // "system", "user", "answer", "arguments", "result", …
	Text  string `json:"text"`
}

func (s *Step) add(label, text string) {
	if text != "" {
		s.Parts = append(s.Parts, Part{label, text})
	}
}
