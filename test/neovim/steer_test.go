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
		e.until("the server has it", `vim.fn.getline('$') == '' and #require('ptk.commands.session').current().queued == 0
			and not require('ptk.commands.session').current().turn.steering`)
		close(open)
		e.waitForText("Green it is.")
		e.waitIdle()
		if asked := string(model.Requests()[1].Body); !strings.Contains(asked, "I mean the green one.") {
			t.Errorf("the model did not receive:\n%s", asked)
		}
		if !strings.Contains(e.chat(), "## You\nI mean the green one.\n\n## ptk\nGreen it is.\n") {
			t.Errorf("the chat shows the message in the wrong place:\n%s", e.chat())
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
