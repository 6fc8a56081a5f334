package neovim

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

// What an answer has changed is highlighted for a moment, is reached with ]c and [c, and is listed.
func TestChangesOfAnAnswer(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		edit1 := func(from, to string) string {
			return call("edit_file", fmt.Sprintf(`{"path": "tea.txt", "old_string": %q, "new_string": %q}`, from, to))
		}
		model := llmtest.New(t,
			llmtest.Say(call("read_file", `{"path": "tea.txt"}`)),
			llmtest.Say(edit1("line 20: tea", "line 20: coffee")), llmtest.Say(edit1("line 2: tea\n", "line 2: milk\nand honey\n")),
			llmtest.Say(call("write_file", `{"path": "cup.txt", "content": "full\n"}`)), llmtest.Say("Well."))
		h := newHome(t, model, map[string]string{"tea.txt": numbered(30)})
		e := edit(t, b, h, "tea.txt")
		e.command("nnoremap [c :let g:mine = 1<CR>")
		e.command("lua _G.flashed = 0 vim.api.nvim_create_autocmd('User', { pattern = 'PtkToolResult', callback = function() vim.schedule(function() " +
			"local ns = vim.api.nvim_get_namespaces()['ptk.changes.flash'] " +
			"if ns then _G.flashed = _G.flashed + #vim.api.nvim_buf_get_extmarks(vim.fn.bufnr('tea.txt'), ns, 0, -1, {}) end end) end })")
		e.command("PtkAsk Change it.")
		for range 3 {
			e.waitForQuestion()
			e.keys("a")
			e.until("it is answered", "not ("+footerHas("allow once")+")")
		}
		e.waitForText("Well.")
		e.waitIdle()
		if n := lua[int](e, "return _G.flashed"); n == 0 {
			t.Error("nothing was highlighted")
		}
		e.until("the highlight ends", "#vim.api.nvim_buf_get_extmarks(0, vim.api.nvim_get_namespaces()['ptk.changes.flash'], 0, -1, {}) == 0")
		e.command("1wincmd w")
		e.keys("gg]c")
		e.until("the first change is reached", "vim.fn.line('.') == 2")
		e.keys("]c")
		e.until("the second change is reached", "vim.fn.line('.') == 21")
		e.keys("[c")
		if mine := lua[bool](e, "return vim.g.mine == 1 and vim.fn.line('.') == 21"); !mine {
			t.Error("[c of the user was replaced")
		}
		e.keys("ggOfirst<Esc>")
		e.command("Ptk changes")
		e.until("the list is shown", "vim.bo.buftype == 'quickfix'")
		got := lua[[]string](e, `return vim.tbl_map(function(item)
			return ('%s:%d %s'):format(vim.fn.fnamemodify(vim.fn.bufname(item.bufnr), ':t'), item.lnum, item.text)
		end, vim.fn.getqflist())`)
		want := []string{"tea.txt:3 line 2: milk", "tea.txt:22 line 20: coffee", "cup.txt:1 full"}
		if !slices.Equal(got, want) {
			t.Errorf("the list is\n%s", strings.Join(got, "\n"))
		}
		e.command("cclose")
		e.command("PtkUndo")
		e.waitForText("restored")
		e.command("1wincmd w")
		if desc := lua[string](e, "return vim.fn.maparg(']c', 'n')"); desc != "" {
			t.Errorf("after the undo ]c is mapped to %q", desc)
		}
	})
}
