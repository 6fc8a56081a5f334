package browser

import "cmp"

// Selectors are CSS selectors for the parts of a chat page. Elements that are not shown don't count.
type Selectors struct {
	Input   string // where the message is written
	Send    string // the button that sends it
	Answer  string // every answer of the model
	NewChat string // a button that begins a new chat; may be missing where the address does that
	Busy    string // what is shown only while the model answers
	Login   string // what is shown only where the user must log in
	Limit   string // where the page tells of limits and failures
}

// DefaultSelectors are those of Google AI Studio, as programs that drive it were reported to use them until November 2026. A
// run button stands on every turn of a chat too, and a text area where a turn is edited, so both are looked for where
// the next message is written.
func DefaultSelectors() Selectors {
	return Selectors{
		Input: `ms-prompt-box textarea, ms-prompt-input-wrapper textarea, footer textarea`,
		Send: `ms-prompt-box ms-run-button button, ms-prompt-input-wrapper ms-run-button button, footer ms-run-button button, ` +
			`button[aria-label="Run"]`,
		Answer: `ms-chat-turn [data-turn-role="Model"] .turn-content, .chat-turn-container.model .turn-content`,
		Busy:   `ms-run-button .stoppable-spinner, ms-run-button .spin, button[aria-label="Stop"]`,
		Login:  `input#identifierId, form[action*="/signin/"], a[href*="accounts.google.com/ServiceLogin"]`,
		Limit:  `[role="alert"], ms-callout, .mat-mdc-snack-bar-container, ms-chat-turn .model-error`,
	}
}

// or gives s with its empty fields taken from d.
func (s Selectors) or(d Selectors) Selectors {
	return Selectors{
		Input: cmp.Or(s.Input, d.Input), Send: cmp.Or(s.Send, d.Send), Answer: cmp.Or(s.Answer, d.Answer), NewChat: cmp.Or(s.NewChat, d.NewChat),
		Busy: cmp.Or(s.Busy, d.Busy), Login: cmp.Or(s.Login, d.Login), Limit: cmp.Or(s.Limit, d.Limit),
	}
}
