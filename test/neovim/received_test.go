package neovim

import (
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

func TestRangeIsAttached(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say("Two lines."))
		h := newHome(t, model, map[string]string{"tea.txt": "one\ntwo\nthree\nfour\n"})
		e := edit(t, b, h, "tea.txt")
		e.keys("jVj")
		e.keys(":Ptk ask How many lines?<CR>")
		e.waitForText("Two lines.")
		e.waitIdle()

		asked := string(model.Requests()[0].Body)
		if !strings.Contains(asked, "two") || !strings.Contains(asked, "three") || strings.Contains(asked, "four") {
			t.Errorf("the model did not receive lines 2 and 3:\n%s", asked)
		}
		if !strings.Contains(e.chat(), "> tea.txt:2-3") {
			t.Errorf("the chat does not show the attachment:\n%s", e.chat())
		}
	})
}

func TestDiagnosticsOfOthersReachTheModel(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say(call("get_diagnostics", `{}`)), llmtest.Say("Two problems."))
		h := newHome(t, model, map[string]string{"tea.txt": "fill\npot\n", "cup.txt": "cup\n"})
		e := edit(t, b, h, "tea.txt")
		lua[int](e, startChecker)
		e.until("the other server has reported a problem", "#vim.diagnostic.get(0) == 1")
		// Language servers and linters report problems in files that are not open, too.
		e.within("a linter", func() error {
			return e.nvim.ExecLua(`vim.diagnostic.set(vim.api.nvim_create_namespace('linter'), vim.fn.bufadd('cup.txt'),
				{ { lnum = 6, col = 2, message = 'the cup leaks', source = 'linter' } })`, nil)
		})
		e.ask("What is wrong?", "Two problems.")

		received := model.Requests()[1].Last().Content
		for _, want := range []string{"the teapot is empty", "checker", "tea.txt", "the cup leaks", "cup.txt"} {
			if !strings.Contains(received, want) {
				t.Errorf("the model did not receive %q:\n%s", want, received)
			}
		}
	})
}
