package neovim

import (
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

// A turn that reaches a limit pauses. It continues from where it stands, also after Neovim was closed, by a command or a key.
func TestPausedTurnContinues(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		read := llmtest.Say(call("read_file", `{"path": "tea.txt"}`))
		model := llmtest.New(t, read, read, llmtest.Say("It is on the shelf."))
		h := newHome(t, model, map[string]string{"tea.txt": "The teapot is on the shelf.\n", ".ptk/config.toml": "chat.maxIterations = 1\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("Ptk")
		e.keys("iWhere is the teapot?<Esc><CR>")
		e.waitForText("Paused. The model was asked 1 times")
		e.waitIdle()
		e.keys("gg0g<CR>")
		e.until("it is paused again", `#require('ptk.commands.session').current().turns == 2
			and require('ptk.commands.session').current().turns[2].unfinished`)
		e.command("Ptk continue")
		e.waitForText("It is on the shelf.")
		e.waitIdle()
		sent := model.Requests()[2].Messages
		if n := len(sent); n != 6 || !strings.HasPrefix(sent[1].Content, "Where is the teapot?") ||
			!strings.HasPrefix(sent[5].Content, "PTK_RESULT") {
			t.Errorf("the last request holds %d messages: %+v", n, sent)
		}
		e.command("Ptk continue")
		e.until("it says why not", `vim.fn.execute('messages'):find('the last answer is complete', 1, true) ~= nil`)
	})
}

// Retries are one line, which is gone when text arrives; a failure names the command that helps.
func TestFailureNamesTheRemedy(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Fail(402, `{"error":{"message":"Insufficient credits"}}`), llmtest.Say("It is on the shelf."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("Ptk")
		e.keys("iWhere is the teapot?<Esc><CR>")
		e.waitForText("has no credit or quota left")
		e.until("the command is named", `vim.iter(vim.api.nvim_buf_get_extmarks(vim.fn.bufnr('ptk://chat'), -1, 0, -1, { details = true }))
			:any(function(mark)
				return vim.inspect(mark[4].virt_text or ''):find(':Ptk model', 1, true) ~= nil
			end)`)
		e.waitIdle()
		e.command("Ptk continue")
		e.waitForText("It is on the shelf.")
		if sent := model.Requests()[1].Messages; len(sent) != 2 {
			t.Errorf("the message is repeated: %+v", sent)
		}
	})
}
