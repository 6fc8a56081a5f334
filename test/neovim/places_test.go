package neovim

import (
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

func TestKeysOfTheChat(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t,
			llmtest.Say("See tea.go:3. "+`<PTK_CALL>{"tool": "read_file", "args": {"path": "tea.go"}, "reasoning": "to find the pot"}</PTK_CALL>`),
			llmtest.Say(call("edit_file", `{"path": "tea.go", "old_string": "\"shelf\"", "new_string": "\"roof\""}`)),
			llmtest.Say("It is done."), llmtest.Say("You are welcome."))
		h := newHome(t, model, map[string]string{"tea.go": "package tea\n\nconst Place = \"shelf\"\n"})
		e := edit(t, b, h, "tea.go")
		e.command("Ptk")
		e.keys("iPut it on the roof.<Esc><CR>")
		e.waitForQuestion()
		e.keys("a")
		e.waitForText("It is done.")
		e.waitIdle()
		e.send("Thanks.", "You are welcome.")

		line := func() string { return lua[string](e, "return vim.api.nvim_get_current_line()") }
		e.keys("gg]]")
		if got := line(); got != "## ptk" {
			t.Errorf("]] went to %q", got)
		}
		e.keys("2]]2[[")
		if got := line(); got != "## ptk" {
			t.Errorf("2]] and back went to %q", got)
		}

		e.keys("/Read tea.go<CR>K")
		e.waitForFloat("`read_file` · done", "Why: to find the pot", "path: tea.go", "const Place")
		e.keys("q")

		e.keys("/changed tea.go<CR>gd")
		e.waitForFloat("-const Place = \"shelf\"", "+const Place = \"roof\"")
		e.keys("/roof<CR><CR>")
		e.until("the changed line has the cursor", "vim.fn.expand('%:t') == 'tea.go' and vim.fn.line('.') == 3")

		e.keys("gg")
		e.command("Ptk")
		e.command("Ptk")
		e.keys("?tea.go:3<CR>gf")
		e.until("the file has the cursor in line 3", "vim.fn.expand('%:t') == 'tea.go' and vim.fn.line('.') == 3")
		if n := lua[int](e, "return #vim.api.nvim_list_wins()"); n != 2 {
			t.Errorf("there are %d windows", n)
		}

		e.command("PtkUndo")
		e.waitForText("tea.go restored")
		if got := h.read(t, "tea.go"); !strings.Contains(got, "shelf") {
			t.Errorf("the file holds %q", got)
		}
		e.command("PtkRedo")
		e.waitForText("tea.go changed again")
		if got := h.read(t, "tea.go"); !strings.Contains(got, "roof") {
			t.Errorf("the file holds %q", got)
		}
	})
}
