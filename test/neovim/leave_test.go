package neovim

import (
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

// An answer goes on while the chat shows another conversation, and is there when its conversation is opened again.
func TestAnswerGoesOnInAnotherConversation(t *testing.T) {
	for name, whileAway := range map[string]bool{"ends while away": true, "ends after the return": false} {
		t.Run(name, func(t *testing.T) {
			inEach(t, func(t *testing.T, b bed) {
				open := make(chan struct{})
				model := llmtest.New(t,
					llmtest.Stream(llmtest.Text("One. "), llmtest.Gate(open), llmtest.Text("Two.")), llmtest.Say("Hello."), llmtest.Say("Three."))
				e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
				e.command("Ptk")
				e.keys("iCount to two.<Esc><CR>")
				e.waitForText("One.")
				e.command("PtkNew")
				e.send("Hello?", "Hello.")
				if strings.Contains(e.chat(), "One.") {
					t.Errorf("the new conversation shows the old one:\n%s", e.chat())
				}
				if whileAway {
					e.command("lua vim.api.nvim_create_autocmd('User', { pattern = 'PtkTurnEnd', callback = function() _G.ended = true end })")
					close(open)
					e.until("the answer ends", "_G.ended")
				}
				e.command("PtkHistory Count")
				e.waitForFloat("Count to two.")
				e.keys("<CR>")
				e.waitForText("One.")
				if !whileAway {
					e.until("the answer runs", "require('ptk').status() ~= ''")
					close(open)
				}
				e.waitForText("One. Two.")
				e.waitIdle()
				e.send("And three?", "Three.")
				want := "## You\nCount to two.\n\n## ptk\nOne. Two.\n\n## You\nAnd three?\n\n## ptk\nThree.\n\n## You\n"
				if got := e.chat(); got != want {
					t.Errorf("the chat is\n%q, want\n%q", got, want)
				}
			})
		})
	}
}

// Editing a former message is shown, can be cancelled, and leaves the old conversation in the history.
func TestEditOfAMessageIsCancelled(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say("Green."), llmtest.Say("Blue."))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.command("Ptk")
		e.send("Which tea?", "Green.")
		e.keys("imy draft<Esc>")
		before := e.chat()
		winbar := "vim.wo[vim.fn.bufwinid('ptk://chat')].winbar:find('editing') ~= nil"
		e.keys("ggge")
		e.until("editing is shown", winbar)
		if got := e.chat(); !strings.HasSuffix(got, "## You\nWhich tea?") {
			t.Errorf("the prompt does not hold the message:\n%s", got)
		}
		e.keys("<C-c>")
		e.until("editing is no longer shown", "not ("+winbar+")")
		if got := e.chat(); got != before {
			t.Errorf("the chat is\n%s, want\n%s", got, before)
		}
		e.keys("ggge")
		e.keys("ccWhich pot?<Esc><CR>")
		e.waitForText("Blue.")
		e.waitIdle()
		e.command("PtkHistory")
		e.waitForFloat("Which tea?", "Which pot?")
	})
}
