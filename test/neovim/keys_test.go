package neovim

import (
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

// In the prompt the keys edit, as in any buffer; above it they act on the chat.
func TestKeysEditInThePrompt(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say(call("write_file", `{"path": "cup.txt", "content": "full\n"}`)), llmtest.Say("Written."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("Ptk")
		e.keys("iFill a cup.<Esc><CR>")
		e.waitForQuestion()
		e.keys("a")
		e.waitForText("Written.")
		e.waitIdle()
		for keys, want := range map[string]string{
			"0guiw":           "one TWO",
			"0gUiw":           "ONE TWO",
			"$geD":            "On",
			"0grq":            "qne TWO",
			"0qaxq@a":         "e TWO",
			"0g??":            "Bar GJB",
			"0wgcc":           "<!--One TWO-->",
			"0ciwThree<Esc>":  "Three TWO",
			"0ix<Esc>":        "xOne TWO",
			"$aI<Esc>":        "One TWOI",
			"0wiA<Esc>":       "One ATWO",
			"yypkdd":          "One TWO",
			"ofour<Esc>kddu":  "One TWO\nfour",
			"0~u":             "One TWO",
			"0~u<C-r>":        "one TWO",
			"0x:undo<CR>":     "One TWO",
			"0dwifive <Esc>u": "TWO",
		} {
			lua[bool](e, "require('ptk.commands.session').current().transcript:set_prompt('One TWO') return true")
			e.keys("G0")
			e.keys(keys)
			e.until(keys+" edits the prompt", `require('ptk.commands.session').current().transcript:prompt()
				:gsub('<!%-%- ', '<!--'):gsub(' %-%->', '-->') == ...`, want) // 0.10 sets no spaces
			e.keys("<Esc>")
		}
		if got := h.read(t, "cup.txt"); got != "full\n" {
			t.Errorf("the file holds %q", got)
		}
		e.keys("/Written<CR>gu")
		e.until("the turn is undone", "vim.uv.fs_stat('cup.txt') == nil")
		e.keys("ggq")
		if n := lua[int](e, "return vim.fn.bufwinid('ptk://chat')"); n != -1 {
			t.Error("q above the prompt does not close the chat")
		}
	})
}

// Each key of the chat can be changed or turned off, and a user's map of the FileType event wins.
func TestKeysAreConfigured(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, llmtest.New(t, llmtest.Say("Well.")), map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("lua require('ptk').setup({ cmd = { '" + serverPath + "' }, settings = { model = 'openai/test-model' }, " +
			"keys = { close = { 'gq', 'ZQ' }, stop = false, details = false, insert = false, help = {} } })")
		e.command("autocmd FileType ptk nnoremap <buffer> ge :let g:mine = 1<CR>")
		e.command("autocmd FileType ptk nunmap <buffer> gr")
		e.command("Ptk")
		e.send("Well?", "Well.")
		if bar := lua[string](e, "return vim.wo.winbar"); !strings.Contains(bar, "ptk") || strings.Contains(bar, "keys") {
			t.Errorf("without a key for the help, the bar is %q", bar)
		}
		mapped := func(key string) string {
			return lua[string](e, "return vim.fn.maparg(..., 'n', false, true).desc or vim.fn.maparg(..., 'n')", key)
		}
		check := func(where string, want map[string]string) {
			for key, desc := range want {
				if got := mapped(key); !strings.Contains(got, desc) || (desc == "" && strings.HasPrefix(got, "ptk")) {
					t.Errorf("%s %s is mapped to %q, want %q", where, key, got, desc)
				}
			}
		}
		for range 2 {
			e.keys("G")
			check("in the prompt", map[string]string{"gq": "", "gu": "", "ge": ":let g:mine", "gr": "", "K": "", "<C-c>": "", "<CR>": "ptk: send"})
			e.keys("gg")
			check("above the prompt", map[string]string{
				"gq": "ptk: close", "ZQ": "ptk: close", "gu": "ptk: undo", "ge": ":let g:mine",
				"gr": "", "K": "", "q": "", "i": "", "<C-c>": "",
			})
		}
		if got := lua[string](e, "return select(2, pcall(require('ptk').setup, { keys = { clsoe = 'q', stop = 3 } }))"); !strings.Contains(got,
			"there is no option keys.clsoe") || !strings.Contains(got, "keys.stop must be") {
			t.Errorf("the error is %q", got)
		}
	})
}
