package browser

import (
	"cmp"

	"ptk-lsp/llm/driver"
)

// Selectors are CSS selectors for the parts of a chat page.
type Selectors = driver.Selectors

// DefaultSelectors returns those of Google AI Studio, as other programs that drive it were reported to use them until November
// 2026. Each turn of a chat has a run button too, and a text area while it is edited, so both are looked for only in the box for
// the next message.
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

// withDefaults returns s with empty fields taken from d.
func withDefaults(s, d Selectors) Selectors {
	return Selectors{
		Input: cmp.Or(s.Input, d.Input), Send: cmp.Or(s.Send, d.Send), Answer: cmp.Or(s.Answer, d.Answer),
		NewChat: cmp.Or(s.NewChat, d.NewChat),
		Busy:    cmp.Or(s.Busy, d.Busy), Login: cmp.Or(s.Login, d.Login), Limit: cmp.Or(s.Limit, d.Limit),
	}
}
