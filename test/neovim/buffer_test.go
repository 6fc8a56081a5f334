package neovim

import (
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

// The chat survives the deletion and the reloading of its buffer, also while an answer is streamed.
func TestChatOutlastsItsBuffer(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		for _, command := range []string{"bdelete", "bwipeout", "edit", "edit!", "%bdelete"} {
			open := make(chan struct{})
			model := llmtest.New(t,
				llmtest.Stream(llmtest.Thought("Hm.\nWhat?"), llmtest.Text("It is "), llmtest.Gate(open), llmtest.Text("on the shelf.")),
				llmtest.Say("Black."))
			e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
			e.command("Ptk")
			e.keys("iWhere is the pot?<Esc><CR>")
			e.waitForText("It is")
			e.keys("iWhich<Esc>")
			e.command(command)
			close(open)
			e.waitForText("It is on the shelf.")
			e.waitIdle()
			if !strings.HasPrefix(command, "edit") {
				e.command("Ptk")
			}
			e.keys("A colour?<Esc><CR>")
			e.waitForText("Black.")
			e.waitIdle()
			want := "## You\nWhere is the pot?\n\n## ptk\n… Thinking\n    Hm.\n    What?\n\nIt is on the shelf.\n\n" +
				"## You\nWhich colour?\n\n## ptk\nBlack.\n\n## You\n"
			if got := e.chat(); got != want {
				t.Errorf("after :%s the chat is\n%q, want\n%q", command, got, want)
			}
			if n := lua[int](e, "return #vim.fn.win_findbuf(vim.fn.bufnr('ptk://chat'))"); n != 1 {
				t.Errorf("after :%s the chat has %d windows", command, n)
			}
			e.keys("gg]]]]")
			if got := lua[string](e, "return vim.fn.getline('.')"); got != "## You" {
				t.Errorf("after :%s ]] goes to %q", command, got)
			}
			e.quit("qa")
		}
	})
}

func TestSessionHasTheChat(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, llmtest.New(t, llmtest.Say("On the shelf."), llmtest.Say("Black.")), map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.ask("Where is the pot?", "On the shelf.")
		e.command("mksession session.vim")
		e.quit("qa")

		e = edit(t, b, h, "tea.txt")
		e.command("source session.vim")
		e.waitForText("On the shelf.")
		e.keys("<C-w>l")
		e.keys("iWhich colour?<Esc><CR>")
		e.waitForText("Black.")
		if n := lua[int](e, "return #vim.api.nvim_list_wins()"); n != 2 {
			t.Errorf("there are %d windows", n)
		}
	})
}
