// Package timeline shows one turn as a timeline: prompts, answers, calls, results, and how long each took. It reads what a
// trace file or the history holds, and knows nothing of where they lie.
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
	// TookMs is 0 for a turn that has not ended, or was cut off.
	TookMs       float64 `json:"tookMs,omitempty"`
	Success      bool    `json:"success"`
	Error        string  `json:"error,omitempty"`
	InputTokens  int     `json:"inputTokens"`
	OutputTokens int     `json:"outputTokens"`
	Steps        []*Step `json:"steps"`
}

// The kinds of steps.
const (
	User    = "user"    // what the user said
	Model   = "model"   // a call of a model
	Tool    = "tool"    // a call of a tool
	Warning = "warning" // something that the user was told
)

// Step is one thing that happened.
type Step struct {
	Kind string `json:"kind"`
	// AtMs is when it began, since the turn did; nil where that is not known.
	AtMs   *float64 `json:"atMs,omitempty"`
	TookMs float64  `json:"tookMs,omitempty"`
	Name   string   `json:"name,omitempty"`
	// Notes say more in a few words each, such as "912 → 58 tokens".
	Notes []string `json:"notes,omitempty"`
	Error string   `json:"error,omitempty"`
	// Inner is true for what an agent did within a call.
	Inner bool   `json:"inner,omitempty"`
	Parts []Part `json:"parts,omitempty"`
}

// Part is a piece of what was said in a step.
type Part struct {
	Label string `json:"label"` // "system", "user", "answer", "arguments", "result", …
	Text  string `json:"text"`
}

func (s *Step) add(label, text string) {
	if text != "" {
		s.Parts = append(s.Parts, Part{label, text})
	}
}
