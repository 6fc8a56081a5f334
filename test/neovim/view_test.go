package neovim

import (
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

// A new or opened conversation is visible at once, from the chat's window and from another one.
func TestNewAndOpenedConversationsAreVisible(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say("Short answer."), llmtest.Say(strings.Repeat("A line.\n\n", 60)+"The end."))
		h := newHome(t, model, map[string]string{"tea.go": "package tea\n"})
		s := show(t, b, h, "tea.go", 90)
		s.keys(":Ptk", "Enter")
		s.until("ready")
		s.keys("i", "Short?", "Escape", "Enter")
		s.until("Short answer.")
		s.until("ready")
		s.keys(":Ptk new", "Enter")
		s.until("ready")
		s.keys("i", "Long?", "Escape", "Enter")
		s.until("The end.")
		s.until("ready")

		s.keys(":Ptk history", "Enter")
		s.until("delete")
		s.keys("/Short", "Enter", "Enter")
		s.until("Short answer.")
		s.keys(":Ptk history", "Enter")
		s.until("delete")
		s.keys("/Long", "Enter", "Enter")
		s.until("The end.")

		s.keys(":Ptk new", "Enter")
		s.shows("## You", "A line.")
		s.keys(":Ptk history", "Enter")
		s.until("delete")
		s.keys("/Long", "Enter", "Enter")
		s.until("The end.")
		s.keys("C-w", "p")
		s.keys(":Ptk new", "Enter")
		s.shows("## You", "A line.")
	})
}

// shows waits until the screen shows a text and no longer another one.
func (s *screen) shows(text, gone string) {
	s.t.Helper()
	s.settle()
	if now := s.now(); !strings.Contains(now, text) || strings.Contains(now, gone) {
		s.t.Fatalf("the screen does not show %q, or still shows %q:\n%s", text, gone, now)
	}
}
