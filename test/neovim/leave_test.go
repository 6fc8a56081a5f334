package neovim

import (
	"regexp"
	"strings"
	"testing"
	"time"

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

// A code block that a stop or a crash leaves open does not swallow what comes after it.
func TestOpenCodeBlockIsClosed(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t,
			llmtest.Stream(llmtest.Text("Look:\n\n````go\n```\nfunc Fill() {"), llmtest.Silence()),
			llmtest.Stream(llmtest.Text("~~~\n~~~\n\n  ```\ncut"), llmtest.Silence()))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("PtkAsk Show me.")
		e.waitForText("func Fill")
		e.command("PtkStop")
		e.waitForText("> Stopped.")
		e.waitIdle()
		e.command("PtkAsk And that.")
		e.waitForText("cut")
		kill(t, e)
		e.waitForText("ended by signal 9")
		e.waitIdle()
		contains := func(wants ...string) {
			t.Helper()
			for _, want := range wants {
				if chat := e.chat(); !strings.Contains(chat, want) {
					t.Errorf("the chat does not contain %q:\n%s", want, chat)
				}
			}
		}
		contains("func Fill() {\n````\n\n> Stopped.", "\ncut\n  ```\n\n> **")
		e.quit("qa")
		e = edit(t, b, h, "tea.txt")
		e.command("Ptk")
		e.waitForText("Stopped.")
		contains("func Fill() {\n````\n\n> Stopped.")
	})
}

// The time beside a call is the tool's, without the time that the user needed to answer.
func TestTimeOfACallIsTheTools(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say(call("write_file", `{"path": "cup.txt", "content": "full\n"}`)), llmtest.Say("Written."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("PtkAsk Fill a cup.")
		e.questionIsShown()
		time.Sleep(2 * time.Second) // the user reads
		e.waitForQuestion()
		e.keys("a")
		e.waitForText("Written.")
		e.waitIdle()
		if chat := e.chat(); !regexp.MustCompile(`✓ Create cup.txt · (\d+ ms|1\.\d s)`).MatchString(chat) {
			t.Errorf("the time is not the tool's:\n%s", chat)
		}
		e.quit("qa")
		e = edit(t, b, h, "tea.txt")
		e.command("Ptk")
		e.waitForText("Written.")
		if chat := e.chat(); !regexp.MustCompile(`✓ Create cup.txt · (\d+ ms|1\.\d s)`).MatchString(chat) {
			t.Errorf("the time is not the tool's:\n%s", chat)
		}
	})
}
