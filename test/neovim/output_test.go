package neovim

import (
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

// The last lines of a command's output are shown while it runs; its details show all of it.
func TestOutputOfACommand(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t,
			llmtest.Say(call("bash", `{"command": "for i in $(seq 1 300); do echo line $i; done; `+
				`until [ -e go ]; do sleep 0.05; done; echo end", "timeout": 30}`)),
			llmtest.Say("Done."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("Ptk")
		e.keys("iCount.<Esc><CR>")
		e.until("it runs, or a question is shown if there is no sandbox",
			"require('ptk').status() == 'waits for your answer' or vim.fn.search('line 300', 'nw') > 0")
		if lua[string](e, "return require('ptk').status()") == "waits for your answer" {
			e.waitForQuestion()
			e.keys("a")
		}
		e.waitForText("    line 300")
		if strings.Contains(e.chat(), "    line 200\n") {
			t.Errorf("more than the last lines are shown:\n%s", e.chat())
		}
		e.keys("?line 300<CR>K")
		e.waitForFloat("line 1\n", "line 300")
		e.keys("q")
		h.write(t, "go", "")
		e.waitForText("Done.")
		e.waitIdle()
	})
}
