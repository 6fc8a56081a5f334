package neovim

import (
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

func TestMessageReachesTheRunningTurn(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		open := make(chan struct{})
		model := llmtest.New(t,
			llmtest.Stream(llmtest.Text("I look. "), llmtest.Gate(open), llmtest.Text(call("read_file", `{"path": "tea.txt"}`))),
			llmtest.Say("Green it is."))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.command("Ptk")
		e.keys("iWhich tea?<Esc><CR>")
		e.waitForText("I look.")
		e.keys("iI mean the green one.<Esc><CR>")
		e.waitForText("\n## You\nI mean the green one.\n\n## You\n") // at once, and marked
		e.until("it is marked as queued and sent", queuedIs("queued"))
		if chat := e.chat(); !strings.HasSuffix(chat, "\nI look.\n\n## You\nI mean the green one.\n\n## You\n") {
			t.Errorf("the queued message is not between the answer and the prompt:\n%q", chat)
		}
		close(open)
		e.waitForText("Green it is.")
		e.waitIdle()
		if asked := string(model.Requests()[1].Body); !strings.Contains(asked, "I mean the green one.") {
			t.Errorf("the model did not receive:\n%s", asked)
		}
		if !strings.Contains(e.chat(), "## You\nI mean the green one.\n\n## ptk\nGreen it is.\n") {
			t.Errorf("the chat shows the message in the wrong place:\n%s", e.chat())
		}
		if n := strings.Count(e.chat(), "I mean the green one."); n != 1 {
			t.Errorf("the chat shows the message %d times:\n%s", n, e.chat())
		}
	})
}

// A message that is sent before the turn has a conversation, or after its last step, is not lost.
func TestMessageAtTheEdgesOfATurn(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say("One."), llmtest.Say("Two."), llmtest.Say("Three."))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.command("PtkAsk First?")
		e.command("PtkAsk Second?")
		e.waitForText("Second?")
		e.until("everything is sent", "require('ptk').status() == '' and #require('ptk.commands.session').current().queued == 0")
		requests := model.Requests()
		if last := string(requests[len(requests)-1].Body); !strings.Contains(last, "First?") || !strings.Contains(last, "Second?") {
			t.Errorf("the model did not receive both:\n%s", last)
		}
		if chat := e.chat(); !strings.Contains(chat, "Second?") {
			t.Errorf("the chat does not show it:\n%s", chat)
		}
	})
}

// queuedIs returns a Lua expression that is true if the last message that the server has not read is marked so.
func queuedIs(mark string) string {
	return `(function()
		local chat = require('ptk.commands.session').current()
		local last = chat.queued[#chat.queued]
		local marks = vim.api.nvim_buf_get_extmarks(vim.fn.bufnr('ptk://chat'), -1, 0, -1, { details = true })
		return last ~= nil and last.id ~= nil and vim.iter(marks):any(function(mark)
			return vim.inspect(mark[4].virt_text or ''):find('` + mark + `', 1, true) ~= nil
		end)
	end)()`
}

// What was sent while the answer comes can be taken back until the model reads it, by a command and by a key; then it is in the prompt
// again, before what was typed since.
func TestQueuedMessageIsTakenBack(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		open := make(chan struct{})
		model := llmtest.New(t,
			llmtest.Stream(llmtest.Text("I look. "), llmtest.Gate(open), llmtest.Text("More text.\n"+call("read_file", `{"path": "tea.txt"}`))),
			llmtest.Say("Green it is."))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.command("Ptk")
		e.keys("iWhich tea?<Esc><CR>")
		e.waitForText("I look.")
		for _, message := range []string{"First one.", "Second one.", "Third one."} {
			e.keys("GA" + message + "<Esc><CR>")
			e.waitForText("\n" + message + "\n\n## You\n")
			e.until("it is sent", queuedIs("queued"))
		}
		e.keys("GAnew<Esc>")
		e.command("PtkTakeBack")
		e.until("the last one is in the prompt", "require('ptk.commands.session').current().transcript:prompt() == 'Third one.\\nnew'")
		e.keys("ggdd") // the transcript is still protected
		e.keys("/First one<CR>gb")
		e.until("the one under the cursor is in the prompt",
			"require('ptk.commands.session').current().transcript:prompt() == 'First one.\\nThird one.\\nnew'")
		close(open)
		e.waitForText("Green it is.")
		e.waitIdle()
		asked := string(model.Requests()[1].Body)
		if !strings.Contains(asked, "Second one.") || strings.Contains(asked, "First one.") || strings.Contains(asked, "Third one.") {
			t.Errorf("the model received:\n%s", asked)
		}
		if chat := e.chat(); !strings.Contains(chat, "I look. More text.\n\n") ||
			!strings.HasSuffix(chat, "## You\nSecond one.\n\n## ptk\nGreen it is.\n\n## You\nFirst one.\nThird one.\nnew") {
			t.Errorf("the chat shows:\n%s", chat)
		}
		e.command("PtkTakeBack")
		e.until("nothing is left", "vim.fn.execute('messages'):find('nothing is queued', 1, true) ~= nil")
	})
}

// A message to a running answer has what Neovim knows and what was attached; taken back, the attachments are there again.
func TestQueuedMessageHasItsAttachments(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		open := make(chan struct{})
		model := llmtest.New(t,
			llmtest.Stream(llmtest.Text("I look. "), llmtest.Gate(open), llmtest.Text(call("read_file", `{"path": "tea.txt"}`))),
			llmtest.Say("Green it is."))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\ngreen pot\n", "cup.txt": "full\n"}), "tea.txt")
		e.keys("2G0ve<Esc>")
		e.command("Ptk")
		e.keys("iWhich tea?<Esc><CR>")
		e.waitForText("I look.")
		e.command("PtkContext cup.txt")
		e.keys("GAThis one: @selection.<Esc><CR>")
		e.until("it is sent", queuedIs("queued"))
		e.waitForText("## You\n> cup.txt\n> selection of tea.txt:2-2\nThis one: @selection.\n\n## You")
		e.command("PtkTakeBack")
		e.until("it is in the prompt", "require('ptk.app').chat().transcript:prompt() == 'This one: @selection.'")
		if n := lua[int](e, "return #require('ptk.app').chat().attachments"); n != 1 {
			t.Errorf("%d attachments are back", n)
		}
		e.keys("<CR>")
		e.until("it is sent again", queuedIs("queued"))
		close(open)
		e.waitForText("Green it is.")
		e.waitIdle()
		has(t, model.Requests()[1].Last().Content, []string{"This one: @selection.", "Attached: selection of tea.txt:2-2\ngreen", "full"})
		const shown = "## You\n> cup.txt\n> selection of tea.txt:2-2\nThis one: @selection.\n\n## ptk\nGreen it is."
		if !strings.Contains(e.chat(), shown) {
			t.Errorf("the chat does not show the attachments:\n%s", e.chat())
		}
		e.command("PtkHistory")
		e.waitForFloat("Which tea?")
		e.keys("<CR>")
		e.waitForText(shown)
	})
}

// Queued messages are not lost if the answer is stopped, ends with its server, or is left.
func TestQueuedMessagesAreNotLost(t *testing.T) {
	for _, how := range []string{"stop", "kill", "new"} {
		t.Run(how, func(t *testing.T) {
			inEach(t, func(t *testing.T, b bed) {
				model := llmtest.New(t, llmtest.Stream(llmtest.Text("I look. "), llmtest.Silence()), llmtest.Always(llmtest.Say("Well.")))
				e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
				e.command("Ptk")
				e.keys("iWhich tea?<Esc><CR>")
				e.waitForText("I look.")
				e.keys("GAThe green one.<Esc><CR>")
				e.until("it is sent", queuedIs("queued"))
				switch how {
				case "stop":
					e.keys("<C-c>")
					e.waitForText("Stopped.")
				case "kill":
					kill(t, e)
					e.waitForText("ended by signal 9")
				case "new":
					e.command("PtkNew")
					e.until("the chat is empty", "vim.api.nvim_buf_line_count("+theChat+".transcript.buf) <= 3")
					return // the answer that goes on has it
				}
				e.waitIdle()
				if n := strings.Count(e.chat(), "The green one."); n != 1 {
					t.Errorf("the chat shows the message %d times:\n%s", n, e.chat())
				}
			})
		})
	}
}
